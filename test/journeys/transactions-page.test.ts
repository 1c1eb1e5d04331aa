import { expect } from 'vitest'
import { call } from '../support/call.ts'
import { browserTest } from '../support/chromium.ts'
import { collection, type OpenedSandbox, openSandbox, shopOf } from '../support/opened-sandbox.ts'
import { temporaryFolder } from '../support/opened-store.ts'
import { looks, openPlace, phone, seriousFindings, settled } from '../support/page.ts'
import { startMerchant } from '../support/start-merchant.ts'

const hostile = `<img src=x onerror="document.title='harmed'">'"/../%00`

async function openBusyShop(sandbox: OpenedSandbox, answer = 200) {
  const merchant = await startMerchant(() => answer)
  const shop = sandbox.shop({ callbackUrl: merchant.url })
  const { id: paid } = (await shop.collect({ reference: 'paid', amount: 1250.5 })).body
  await shop.collect({ reference: 'refused', accountNumber: '0240009110' })
  await shop.advance('1m')
  await shop.generate({ reference: 'invoice-7' })
  const { id: open } = (await shop.collect({ reference: 'order-1', accountName: hostile, reason: hostile })).body
  return { shop, merchant, paid, open }
}

for (const [name, look] of Object.entries(looks)) {
  browserTest(`the board and a transaction have no serious accessibility findings, ${name}`, async () => {
    const sandbox = await openSandbox()
    const { shop, paid } = await openBusyShop(sandbox, 401)
    const opened = await openPlace(sandbox.url, { view: 'transactions', key: shop.key }, look)
    const { page, requested, complaints } = opened
    await settled(page)
    const references = page.locator('.board-who b')
    expect(await references.allTextContents()).toEqual(['order-1', 'invoice-7', 'refused', 'paid'])
    expect(await page.locator('.board-row').first().textContent()).toContain(hostile)
    // Words before the time of the next step are cut, the time is not.
    const isWhole =
      "(time) => time.getBoundingClientRect().right <= time.closest('.board-result, .board-sign').getBoundingClientRect().right"
    const times = await page.evaluate(`[...document.querySelectorAll('.virtual .countdown')].map(${isWhole})`)
    expect(times).toEqual([true, true, true, true])
    await page.goto(`${sandbox.url}/_sandbox/#/transactions/${paid}?key=${shop.key}`)
    await page.getByRole('heading', { name: 'paid', exact: true }).waitFor()
    await page.getByText('Usual causes of a refused signature').first().waitFor()
    await page.getByLabel('record', { exact: true }).waitFor()
    expect(await seriousFindings(page)).toEqual([])
    // Nothing is wider than the screen, except what scrolls on its own.
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    expect(requested.filter((url) => !url.startsWith(`${sandbox.url}/`))).toEqual([])
    expect(complaints).toEqual([])
  })
}

browserTest('a transaction appears when it is created and changes as it does, and nothing else moves', async () => {
  const sandbox = await openSandbox()
  const { shop } = await openBusyShop(sandbox)
  const { page } = await openPlace(sandbox.url, { view: 'transactions', key: shop.key })
  await settled(page)
  await page.evaluate(`
    window.shifts = 0
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries()) window.shifts += value
    }).observe({ type: 'layout-shift' })
  `)
  const boxOf = (reference: string) => page.locator('.board-row', { hasText: reference }).boundingBox()
  await shop.collect({ reference: 'live-1' })
  const row = page.locator('.board-row', { hasText: 'live-1' })
  await row.getByText('Initiated').waitFor()
  expect(await page.locator('.board-who b').first().textContent()).toBe('live-1')
  const before = await boxOf('paid')
  await shop.advance('1m')
  await row.getByText('Completed').waitFor()
  expect(await boxOf('paid')).toEqual(before)
  expect(await page.evaluate('window.shifts')).toBe(0)
})

browserTest('the board is gone through by keys, searched and filtered, and keeps its place', async () => {
  const sandbox = await openSandbox()
  const { shop } = await openBusyShop(sandbox)
  const { page } = await openPlace(sandbox.url, { view: 'transactions', key: shop.key })
  await settled(page)
  for (const key of ['j', 'j', 'j', 'k', 'Enter']) await page.keyboard.press(key)
  await page.getByRole('heading', { name: 'invoice-7' }).waitFor()
  await page.keyboard.press('Escape')
  expect(await page.locator('.board-row[aria-current]').textContent()).toContain('invoice-7')
  await page.keyboard.press('/')
  await page.keyboard.type('mensah 1,250')
  await page.locator('.board-count').getByText('1 of 4').waitFor()
  expect(await page.locator('.board-who b').allTextContents()).toEqual(['paid'])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Failed 1' }).click()
  expect(await page.locator('.board-who b').allTextContents()).toEqual(['refused'])
  await page.getByRole('button', { name: 'Initiated' }).click()
  await page.getByLabel('Flow').selectOption('bank-payout')
  await page.getByText('Nothing matches').waitFor()
  await page.getByRole('button', { name: 'Show all' }).click()
  await page.keyboard.press('?')
  await page.getByRole('dialog').getByText('Next transaction').waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await page.keyboard.press('Escape')
  expect(await page.getByRole('dialog').count()).toBe(0)
})

browserTest('a transaction is followed to its end, and its webhook is sent again', async () => {
  const sandbox = await openSandbox()
  const { shop, merchant, open } = await openBusyShop(sandbox)
  const { page } = await openPlace(sandbox.url, { view: `transactions/${open}`, key: shop.key })
  await page.getByRole('heading', { name: 'order-1' }).waitFor()
  await page.getByText('Next: completes').waitFor()
  await page.getByRole('button', { name: 'Jump there' }).click()
  await page.locator('.tx-title').getByText('Completed', { exact: true }).waitFor()
  await page.getByText('Webhook: Delivered, 1 attempt', { exact: true }).waitFor()
  const sent = merchant.webhooks.length
  await page.getByRole('button', { name: 'Replay the webhook' }).click()
  await page.getByText('Webhook: Delivered, 2 attempts', { exact: true }).waitFor()
  expect(merchant.webhooks.length).toBe(sent + 1)
  const record = await page.getByLabel('record', { exact: true }).textContent()
  expect(JSON.parse(record ?? '')).toMatchObject({ id: open, status: 'COMPLETED', reason: hostile })
  expect(await page.title()).toBe('Transactions · payments-sandbox')
})

browserTest('a transaction offers the actions that its state allows, and they work', async () => {
  const sandbox = await openSandbox()
  const { shop, open } = await openBusyShop(sandbox)
  const { page } = await openPlace(sandbox.url, { view: `transactions/${open}`, key: shop.key })
  const actions = page.locator('.next-actions > button')
  await actions.first().waitFor()
  expect(await actions.allTextContents()).toEqual(['Approve', 'Decline', 'Ignore'])
  await page.getByLabel('Result to fail with').selectOption('switch_error')
  await page.getByRole('button', { name: 'Fail', exact: true }).click()
  await page.locator('.tx-title').getByText('Failed', { exact: true }).waitFor()
  await page.locator('.toast').getByText('Failed as switch_error').waitFor()
  await actions.first().waitFor({ state: 'detached' })
})

browserTest('a webhook that was given up is seen on the board, and found by one button', async () => {
  const sandbox = await openSandbox()
  const { shop } = await openBusyShop(sandbox, 500)
  await shop.advance('2d')
  const { page } = await openPlace(sandbox.url, { view: 'transactions', key: shop.key })
  await settled(page)
  const row = page.locator('.virtual-row', { hasText: 'paid' })
  await row.getByText('31 Jan').waitFor()
  // The sign opens the webhook.
  await row.getByRole('link', { name: 'Webhook given up: answered 500 (paid)' }).click()
  await page.getByLabel('The opened row').getByText('6: answered 500').waitFor()
  await page.getByRole('button', { name: 'Close the row' }).click()
  expect(await page.getByLabel('The opened row').count()).toBe(0)
  await page.goBack()
  await page.getByRole('button', { name: 'Webhook given up 4' }).click()
  expect(await page.locator('.board-who b').count()).toBe(4)
})

for (const [name, look] of Object.entries(looks)) {
  browserTest(`without the sandbox no control is covered and no time goes on, ${name}`, async () => {
    const sandbox = await openSandbox({ clock: 'real' })
    const { shop } = await openBusyShop(sandbox)
    const { page } = await openPlace(sandbox.url, { view: 'transactions', key: shop.key }, look)
    await settled(page)
    await sandbox.close()
    const note = page.getByText('The sandbox does not answer')
    await note.waitFor()
    expect(await page.locator('.clock-now').count()).toBe(0)
    // What lies over a control is found at its middle in place of it.
    const covered = await page.evaluate<string[]>(`
      [...document.querySelectorAll('.shell :is(button, select, input, a)')].filter((control) => {
        const { x, y, width, height } = control.getBoundingClientRect()
        if (width <= 1 || x + width / 2 > innerWidth || y + height / 2 > innerHeight) return false
        const found = document.elementFromPoint(x + width / 2, y + height / 2)
        return !control.contains(found) && !found.contains(control)
      }).map((control) => control.outerHTML.slice(0, 80))
    `)
    expect(covered).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    expect(await seriousFindings(page)).toEqual([])
  })
}

browserTest('every view is reached on a phone without scrolling sideways', async () => {
  const sandbox = await openSandbox()
  const { shop } = await openBusyShop(sandbox)
  const { page } = await openPlace(sandbox.url, { view: 'transactions', key: shop.key }, phone)
  await settled(page)
  expect(await page.getByLabel('Business', { exact: true }).inputValue()).toBe(shop.key)
  const rail = page.locator('.rail')
  const isWhole = `document.querySelector('.rail').scrollWidth <= document.querySelector('.rail').clientWidth`
  expect(await page.evaluate(isWhole)).toBe(true)
  for (const item of await rail.locator('.rail-item').all())
    expect((await item.boundingBox())?.width).toBeGreaterThan(60)
  await page.getByRole('button', { name: 'More' }).click()
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('dialog').getByRole('link', { name: 'Report' }).click()
  await page.getByRole('heading', { name: 'Report', level: 1 }).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  await rail.getByRole('button', { name: 'Report' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'API reference' }).waitFor()
})

browserTest('a lost connection is shown, and missed events appear once it is back', async () => {
  const data = temporaryFolder()
  const first = await openSandbox({ data })
  const { shop } = await openBusyShop(first)
  const { page } = await openPlace(first.url, { view: 'transactions', key: shop.key })
  await settled(page)
  await first.close()
  await page.getByText('What you see may be old').waitFor()
  const again = await openSandbox({ data, port: first.port })
  await shopOf(again.url, shop.key).collect({ reference: 'meanwhile' })
  await page.locator('.board-row', { hasText: 'meanwhile' }).waitFor()
  await page.getByText('What you see may be old').waitFor({ state: 'detached' })
})

browserTest('a sandbox that demands its token asks for it once', async () => {
  const sandbox = await openSandbox({ token: 'correct horse' })
  const { page, complaints } = await openPlace(sandbox.url, { view: 'transactions', key: 'test_shop' })
  await page.getByLabel('Token').fill('wrong')
  await page.getByRole('button', { name: 'Open' }).click()
  await page.getByText('is not the one this sandbox was started with').waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await page.getByLabel('Token').fill('correct horse')
  await page.getByRole('button', { name: 'Open' }).click()
  await page.getByText('No transaction yet').waitFor()
  await page.reload()
  await page.getByText('No transaction yet').waitFor()
  expect(await page.evaluate('document.cookie')).toBe('')
  expect(complaints.filter((text) => !/status of 40[03]/.test(text))).toEqual([])
})

browserTest('a search is in the address, and Enter opens the first match', async () => {
  const sandbox = await openSandbox()
  const { shop } = await openBusyShop(sandbox)
  const { page } = await openPlace(sandbox.url, { view: 'transactions', key: shop.key })
  await settled(page)
  await page.keyboard.press('/')
  await page.keyboard.type('refused')
  await page.locator('.board-count').getByText('1 of 4').waitFor()
  expect(page.url()).toContain('search=refused')
  await page.reload()
  await page.locator('.board-count').getByText('1 of 4').waitFor()
  expect(await page.locator('.board-who b').allTextContents()).toEqual(['refused'])
  await page.keyboard.press('/')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'refused' }).waitFor()
  await page.goBack()
  await page.locator('.board-count').getByText('1 of 4').waitFor()
  // A new search replaces the last one.
  await page.keyboard.press('/')
  await page.keyboard.type('paid')
  await page.locator('.board-who').getByText('paid', { exact: true }).waitFor()
  expect(await page.getByRole('searchbox').inputValue()).toBe('paid')
})

browserTest('while older transactions are loaded, the heads count all, or say that there may be more', async () => {
  const sandbox = await openSandbox()
  const shop = sandbox.shop({ callbackUrl: 'http://127.0.0.1:9/webhook' })
  await Promise.all(Array.from({ length: 510 }, (_, index) => shop.collect({ reference: `order-${index}` })))
  await shop.advance('5s')
  const { page } = await openPlace(sandbox.url, { view: 'start', key: shop.key })
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/transactions\?.*after=/, async (route) => {
    await released
    await route.continue()
  })
  await page.goto(`${sandbox.url}/_sandbox/#/transactions?key=${shop.key}`)
  await page.locator('.board-row').first().waitFor()
  await expect.poll(() => page.locator('.board-count').textContent()).toBe('510 transactions')
  const states = page.locator('.board-state')
  await states.getByText('500+', { exact: true }).waitFor()
  const counts = async () => (await states.locator('.number').allTextContents()).join(' ')
  expect(await counts()).toBe('0 0 510 0 500+ 0+')
  await page.getByRole('button', { name: 'Webhook failing' }).click()
  await page.locator('.board-count').getByText('500+ of 510').waitFor()
  release()
  await page.locator('.board-count').getByText('510 of 510').waitFor()
  expect(await counts()).toBe('0 0 510 0 510 0')
})

browserTest('filters stay while a row is opened, end when the view is left, and end by one button', async () => {
  const sandbox = await openSandbox()
  const { shop } = await openBusyShop(sandbox)
  const { page } = await openPlace(sandbox.url, { view: 'transactions', key: shop.key })
  await settled(page)
  const rows = page.locator('.board-row')
  await page.getByRole('button', { name: 'Failed 1' }).click()
  await rows.click()
  await page.getByRole('heading', { name: 'refused' }).waitFor()
  await page.keyboard.press('Escape')
  await page.locator('.board-count').getByText('1 of 4').waitFor()
  await page.locator('.rail-list').getByRole('link', { name: 'Traffic' }).click()
  await page.getByLabel('Answer').selectOption('4xx')
  await page.getByText('Nothing matches').waitFor()
  await page.getByRole('button', { name: 'Show all' }).click()
  await page.locator('.traffic-row').first().waitFor()
  expect([
    await page.getByLabel('Answer').inputValue(),
    await page.getByRole('button', { name: 'Show all' }).count(),
  ]).toEqual(['', 0])
  await page.locator('.rail-list').getByRole('link', { name: 'Transactions' }).click()
  await rows.nth(3).waitFor()
  await page.getByRole('button', { name: 'Failed 1' }).click()
  await page.getByRole('button', { name: 'Show all' }).click()
  await rows.nth(3).waitFor()
})

browserTest('at 1280 no row is cut, none has three lines, and the heads are above their columns', async () => {
  const sandbox = await openSandbox()
  const merchant = await startMerchant(() => 500)
  const shop = sandbox.shop({ callbackUrl: merchant.url })
  const waiting = (await shop.collect({ reference: 'waiting' })).body.id
  const { failures } = (await shop.get(`/_sandbox/transactions/${waiting}`)).body
  for (const [index, result] of failures.entries()) {
    const reference = index % 2 ? `order-${index}` : `5fd1be5a-0f8e-4a21-9d3c-00000000000${index}`
    const { id } = (await shop.collect({ reference, amount: index === 2 ? 1_234_567.89 : 100 })).body
    await shop.post(`/_sandbox/transactions/${id}/fail`, { result })
  }
  await shop.collect({ reference: 'by-number', accountNumber: '0240009110' })
  await shop.collect({ reference: 'refused', callbackURL: 'http://127.0.0.1:9/' })
  await shop.advance('10s')
  await shop.collect({ reference: 'open' })
  const { page } = await openPlace(sandbox.url, { view: 'transactions', key: shop.key }, { height: 2500 })
  await settled(page)
  await page.getByText('Webhook connection refused, again').waitFor()
  const text = (reference: string) => page.locator('.virtual-row', { hasText: reference }).textContent()
  expect(await text('by-number')).toMatch(/number …0009110.*Wrong PIN, or no answer to the prompt in time/)
  expect(await text('by-number')).toMatch(/Webhook answered 500, again.*500in /)
  expect(await page.locator('.board-row').count()).toBe(failures.length + 4)
  const cut = `[...document.querySelectorAll('.board-cell, .board-cell > *, .board-sign, .state')].filter((part) => {
    const row = part.closest('.virtual-row').getBoundingClientRect()
    const box = part.getBoundingClientRect()
    return part.scrollWidth > part.clientWidth + 1 || part.scrollHeight > part.clientHeight + 1 || box.bottom > row.bottom
  }).map((part) => part.textContent)`
  expect(await page.evaluate(cut)).toEqual([])
  const columns = (row: string) =>
    page.evaluate<number[]>(
      `[...document.querySelector('${row}').children].map((cell) => Math.round(cell.getBoundingClientRect().x))`,
    )
  const linesOf = '(part) => Math.round(part.offsetHeight / parseFloat(getComputedStyle(part).lineHeight))'
  const lines = await page.evaluate(`[...document.querySelectorAll('.board-result')].map(${linesOf})`)
  expect(lines).toEqual(Array(failures.length + 4).fill(1))
  const heads = await columns('.board-columns')
  expect(await columns('.board-row')).toEqual(heads)
  // With a scroll bar, too.
  await page.setViewportSize({ width: 1280, height: 500 })
  expect(await columns('.board-row')).toEqual(heads)
  expect(await columns('.board-columns')).toEqual(heads)
  expect(await seriousFindings(page)).toEqual([])
})

browserTest('a sum that was not taken is grey in the list and in its transaction', async () => {
  const sandbox = await openSandbox()
  const { shop } = await openBusyShop(sandbox)
  const { page } = await openPlace(sandbox.url, { view: 'transactions', key: shop.key })
  await settled(page)
  const coloursOf = (selector: string) =>
    page.evaluate<string[]>(`[...document.querySelectorAll('${selector}')].map((sum) => getComputedStyle(sum).color)`)
  const [open, asked, not, taken] = await coloursOf('.board-sum')
  expect([open, asked, not === taken]).toEqual([taken, taken, false])
  await page.locator('.board-row', { hasText: 'refused' }).click()
  await page.getByRole('heading', { name: 'refused' }).waitFor()
  expect(await coloursOf('.tx-title .sum')).toEqual([not])
})

browserTest('an empty list says how many calls came with an unusable key, and leads to them', async () => {
  const sandbox = await openSandbox()
  const { page } = await openPlace(sandbox.url, { view: 'transactions', key: sandbox.shop().key })
  await page.getByText('No transaction yet').waitFor()
  await call(sandbox.url, '/collections/mobilemoney', { key: 'mistyped', body: collection })
  await page.getByRole('link', { name: '1 call with an unusable key' }).click()
  await page.locator('.traffic-row').getByText('401').waitFor()
})
