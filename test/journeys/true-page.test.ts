import { expect } from 'vitest'
import { browserTest } from '../support/chromium.ts'
import { openSandbox } from '../support/opened-sandbox.ts'
import { openPlace, seriousFindings, settled } from '../support/page.ts'
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
