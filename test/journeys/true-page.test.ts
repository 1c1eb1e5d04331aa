import { expect } from 'vitest'
import { browserTest } from '../support/chromium.ts'
import { openSandbox } from '../support/opened-sandbox.ts'
import { temporaryFolder } from '../support/opened-store.ts'
import { openPlace, seriousFindings, settled } from '../support/page.ts'
import { bankPayout } from '../support/payout-requests.ts'
import { startMerchant } from '../support/start-merchant.ts'

browserTest('what was changed elsewhere is shown: queue, default, wallets, settings and the seal', async () => {
  const sandbox = await openSandbox()
  const shop = sandbox.shop()
  const { page } = await openPlace(sandbox.url, { view: 'scenarios', key: shop.key })
  await settled(page)
  await shop.post('/_sandbox/scenarios/queue', { use: 'timeout', times: 2 })
  await page.locator('.head').getByText('next call: timeout × 2').waitFor()
  await page.locator('.scenarios-choices').getByText('timeout ×2').waitFor()
  await shop.call('/_sandbox/scenarios/queue', { method: 'DELETE' })
  await shop.call('/_sandbox/scenarios/default', { method: 'PUT', body: { use: 'wrong-pin' } })
  await page.locator('.head').getByText('default: wrong-pin').waitFor()
  await shop.post('/_sandbox/scenarios/queue', { use: 'timeout' })
  await page.locator('.head').getByText('next call: timeout, then wrong-pin').waitFor()
  await page.goto(`${sandbox.url}/_sandbox/#/wallets?key=${shop.key}`)
  await page.getByRole('heading', { name: 'Wallets', level: 1 }).waitFor()
  await shop.call('/_sandbox/wallets/GHS', { method: 'PUT', body: { balance: 4321 } })
  await page.getByText('4,321').first().waitFor()
  await page.goto(`${sandbox.url}/_sandbox/#/start?key=${shop.key}`)
  await page.getByText('type 0000').waitFor()
  await shop.call('/_sandbox/business', { method: 'PATCH', body: { pin: '7531' } })
  await page.getByText('type 7531').waitFor()
  await shop.post('/_sandbox/seal')
  await page.getByText(`${shop.key} is sealed.`).waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Unseal' }).click()
  await page.getByText(`${shop.key} is sealed.`).waitFor({ state: 'detached' })
})

browserTest('a frozen clock falls behind real time, and time is unknown once the sandbox is gone', async () => {
  const sandbox = await openSandbox()
  const shop = sandbox.shop()
  await shop.collect()
  const { page } = await openPlace(sandbox.url, { view: 'time', key: shop.key })
  await page.getByText('Time is frozen').waitFor()
  const distance = () => page.locator('.time-face').textContent()
  const before = await distance()
  await page.clock.install()
  await page.clock.fastForward('02:00:00')
  await expect.poll(distance).not.toBe(before)
  await sandbox.close()
  await page.clock.fastForward('00:01:00')
  await page.locator('.time-face').getByText('Its time is unknown').waitFor()
})

browserTest('the badge counts all transactions that wait, and the list of phones has them all', async () => {
  const sandbox = await openSandbox()
  const shop = sandbox.shop()
  const numbers = Array.from({ length: 60 }, (_, index) => `02412${String(index).padStart(5, '0')}`)
  for (const accountNumber of numbers) await shop.collect({ accountNumber, reference: accountNumber })
  const { page } = await openPlace(sandbox.url, { view: 'phones', key: shop.key })
  await page.locator('.rail').getByText('60').waitFor()
  expect(await page.locator('.phones-item').count()).toBe(60)
})

browserTest('a 403 is said to be one: a wrong signature is one cause of several', async () => {
  const sandbox = await openSandbox()
  const shop = sandbox.shop({ callbackUrl: (await startMerchant(() => 403)).url })
  const { id } = (await shop.collect()).body
  await shop.advance('10s')
  const { page } = await openPlace(sandbox.url, { view: `transactions/${id}`, key: shop.key })
  await page.getByRole('heading', { name: 'Your server answered 403' }).first().waitFor()
  expect(await page.getByText('did not accept the signature').count()).toBe(0)
})

browserTest('what fails while the connection is lost says so, and is shown once it is back', async () => {
  const data = temporaryFolder()
  const first = await openSandbox({ data })
  const shop = first.shop()
  await shop.collect()
  const { page } = await openPlace(first.url, { view: 'transactions', key: shop.key })
  await settled(page)
  // With an event received, the stream goes on after it and nothing is missing.
  await shop.collect({ reference: 'order-2' })
  await page.locator('.board-row', { hasText: 'order-2' }).waitFor()
  await first.close()
  await page.getByText('What you see may be old').waitFor()
  const { hash } = new URL(page.url())
  await page.evaluate(`location.hash = '${hash.replace('transactions', 'phones')}'`)
  await page.locator('.view').getByText('The sandbox does not answer').waitFor()
  await page.evaluate(`location.hash = '${hash.replace('transactions', 'traffic')}'`)
  await page.locator('.view').getByText('the sandbox does not answer').waitFor()
  const again = await openSandbox({ data, port: first.port })
  await page.getByText('Nothing yet').waitFor()
  await page.evaluate(`location.hash = '${hash.replace('transactions', 'phones')}'`)
  await page.locator('.handset').waitFor()
  await again.close()
  await page.getByText('What you see may be old').waitFor()
  await page.getByRole('button', { name: 'Wrong PIN', exact: true }).click()
  await page.locator('.toast').getByText('The sandbox does not answer').waitFor()
})

browserTest('an unknown id names no header of a call, and a call without an answer is not answered null', async () => {
  const sandbox = await openSandbox()
  const shop = sandbox.shop()
  await shop.collect({ reference: 'scn:lost-reply:1' }).catch(() => {})
  const { page } = await openPlace(sandbox.url, { view: 'transactions/nothing-like-it', key: shop.key })
  await page.locator('main').getByText('the list of businesses chooses the business').waitFor()
  expect(await page.locator('main').textContent()).not.toMatch(/authorization/i)
  await page.goto(`${sandbox.url}/_sandbox/#/traffic?key=${shop.key}`)
  await page.locator('.traffic-row').last().click()
  await page.getByLabel('answer of the service', { exact: true }).getByText('(no answer)', { exact: true }).waitFor()
})

browserTest('what waits for a person says what to do, and what has no end of its own says never', async () => {
  const sandbox = await openSandbox()
  const shop = sandbox.shop({ mode: 'manual' })
  const collected = (await shop.collect({ reference: 'typed' })).body
  await shop.generate({ reference: 'paid-in' })
  await shop.post('/disbursements/bank', bankPayout({}, { reference: 'paid-out' }))
  const endless = (await shop.collect({ reference: 'scn:never-final:1' })).body
  const { page } = await openPlace(sandbox.url, { view: 'transactions', key: shop.key })
  const row = (reference: string) => page.locator('.board-row', { hasText: reference })
  await row('typed').getByText('waits for you: type the PIN').waitFor()
  await row('paid-in').getByText('waits for you: pay', { exact: true }).waitFor()
  await row('paid-out').getByText('waits for you: approve').waitFor()
  expect(await row('scn:never-final:1').getByText('waits for you').count()).toBe(0)
  await page.goto(`${sandbox.url}/_sandbox/#/transactions/${collected.id}?key=${shop.key}`)
  await page.getByRole('button', { name: 'Show: Waits for you, type the PIN' }).waitFor()
  await page.getByRole('listitem').getByText('waits for you: type the PIN').waitFor()
  expect(await page.locator('main').getByText('never').count()).toBe(0)
  await page.goto(`${sandbox.url}/_sandbox/#/transactions/${endless.id}?key=${shop.key}`)
  await page.getByRole('button', { name: 'Show: No end, never' }).waitFor()
  await page.getByText('It has no end of its own.').waitFor()
})

browserTest('an address of no view says so, and #/money, #/bank and #/wallets are Money', async () => {
  const sandbox = await openSandbox()
  const shop = sandbox.shop()
  const { page } = await openPlace(sandbox.url, { view: 'monney', key: shop.key })
  await page.getByRole('heading', { name: 'The page has no view “monney”' }).waitFor()
  expect(await seriousFindings(page)).toEqual([])
  for (const view of ['money', 'bank', 'wallets']) {
    await page.goto(`${sandbox.url}/_sandbox/#/${view}?key=${shop.key}`)
    await page.getByRole('heading', { name: 'Wallets', level: 1 }).waitFor()
    expect(await page.locator('.rail [aria-current]').textContent()).toBe('Money')
  }
})

browserTest('a lost reply is the scenario’s, and a late transfer has its comma and its currency', async () => {
  const sandbox = await openSandbox()
  const shop = sandbox.shop()
  await shop.collect({ reference: 'scn:lost-reply:1' }).catch(() => {})
  const { virtual_account: account } = (await shop.generate({ reference: 'scn:va-expiry:1', amount: 25200 })).body
  await shop.advance('1h')
  const { page } = await openPlace(sandbox.url, { view: 'traffic', key: shop.key })
  await page.locator('.traffic-row').getByText('no answer: the scenario loses the reply').waitFor()
  await page.goto(`${sandbox.url}/_sandbox/#/time?key=${shop.key}`)
  await page.getByText('New events appear here').waitFor()
  await shop.post(`/_sandbox/virtual-accounts/${account.account_number}/transfers`, { senderName: 'Chidi' })
  await page
    .locator('.time-event')
    .getByText('Chidi pays NGN 25,200.00, which changes nothing: the account had expired')
    .waitFor()
})

browserTest('a replay says where it goes, and the new callback URL is offered beside it', async () => {
  const sandbox = await openSandbox()
  const [before, now] = [await startMerchant(() => 500), await startMerchant()]
  const shop = sandbox.shop({ callbackUrl: before.url, retry: [] })
  const { id } = (await shop.collect()).body
  await shop.advance('10s')
  const { page } = await openPlace(sandbox.url, { view: `transactions/${id}`, key: shop.key })
  await page.getByRole('button', { name: 'Replay the webhook' }).waitFor()
  expect(await page.getByText(before.url, { exact: false }).count()).toBe(1)
  await shop.call('/_sandbox/business', { method: 'PATCH', body: { callbackUrl: now.url } })
  await page.getByText(`Replay to ${before.url}`).waitFor()
  await page.getByRole('button', { name: `Send it to ${now.url}` }).click()
  await page.locator('.toast').getByText('1 sent again and answered 2xx').waitFor()
  expect(now.webhooks.map(({ body }) => [body.id, body.status])).toEqual([[id, 'COMPLETED']])
})

browserTest('the menu counts the shown business at once, and a failure is a red note that covers no view', async () => {
  const sandbox = await openSandbox()
  const shop = sandbox.shop()
  const { page } = await openPlace(sandbox.url, { view: 'phones', key: shop.key })
  await page.getByText('No phone has been asked to pay yet').waitFor()
  await page.evaluate('window.counted = performance.now()')
  await shop.collect()
  await expect.poll(() => page.getByLabel('Business', { exact: true }).inputValue()).toBe(`${shop.key} (1)`)
  // The list of businesses is loaded every five seconds.
  expect(await page.evaluate<number>('performance.now() - window.counted')).toBeLessThan(4000)
  await shop.post('/_sandbox/seal')
  await page.getByRole('button', { name: 'Wrong PIN', exact: true }).click()
  const toast = page.locator('.toast-bad')
  await toast.waitFor()
  const [note, phone] = [await toast.boundingBox(), await page.locator('.handset').boundingBox()]
  expect((phone?.y ?? 0) + (phone?.height ?? 0)).toBeLessThan(note?.y ?? 0)
  await shop.post('/_sandbox/unseal')
  await page.getByRole('button', { name: 'Wrong PIN', exact: true }).click()
  await page.locator('.toast:not(.toast-bad)').getByRole('link', { name: 'Open it' }).click()
  await page.locator('.tx-title').getByText('Failed', { exact: true }).waitFor()
})

browserTest(
  'a view opens by a letter of its title, and the header at 1280 cuts nothing beside a queue and a clock',
  async () => {
    const sandbox = await openSandbox()
    const shop = sandbox.shop()
    // No prompt takes the focus for its PIN.
    await shop.generate()
    await shop.post('/_sandbox/scenarios/queue', { use: 'insufficient-balance', times: 2 })
    const { page } = await openPlace(sandbox.url, { view: 'transactions', key: shop.key }, { width: 1280 })
    await page.getByText('next call: insufficient-balance × 2').waitFor()
    expect(await page.locator('.next-call-count').textContent()).toBe('2')
    const isCut =
      '[...document.querySelectorAll(".head *")].some((part) => part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 1)'
    expect(await page.evaluate(isCut)).toBe(false)
    await page.keyboard.press('?')
    const goes = await page.locator('.keys-row', { hasText: 'Go to' }).allTextContents()
    await page.keyboard.press('Escape')
    const letters = goes.map((row) => row.charAt(1))
    expect(new Set(letters).size).toBe(goes.length)
    for (const row of goes) {
      const title = row.slice('gxGo to '.length)
      expect([title, title.toLowerCase().includes(row.charAt(1))]).toEqual([title, true])
      await page.keyboard.press('g')
      await page.keyboard.press(row.charAt(1))
      await page.locator('.rail [aria-current]', { hasText: title }).waitFor()
    }
  },
)
