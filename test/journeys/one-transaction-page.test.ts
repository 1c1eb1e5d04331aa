import { expect } from 'vitest'
import { browserTest } from '../support/chromium.ts'
import { openSandbox, shopOf } from '../support/opened-sandbox.ts'
import { temporaryFolder } from '../support/opened-store.ts'
import { openPlace, phone, seriousFindings } from '../support/page.ts'
import { startMerchant } from '../support/start-merchant.ts'

browserTest('the OTP that a transaction waits for is shown, and submitted', async () => {
  const sandbox = await openSandbox()
  const shop = sandbox.shop()
  const { id } = (await shop.collect({ accountNumber: '0240009190' })).body
  const { page } = await openPlace(sandbox.url, { view: `transactions/${id}`, key: shop.key })
  const { otp } = (await shop.get(`/_sandbox/transactions/${id}`)).body
  await page.locator('.next-otp').getByText(otp, { exact: true }).waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Submit it' }).click()
  await page.locator('.next-otp').waitFor({ state: 'detached' })
  await page.locator('.tx-title').getByText('Pending', { exact: true }).waitFor()
})

browserTest(
  'the create call and the scenario can be copied after a restart, and each button says what it copies',
  async () => {
    const data = temporaryFolder()
    const merchant = await startMerchant()
    const first = await openSandbox({ data })
    const shop = first.shop({ callbackUrl: merchant.url })
    const { id } = (await shop.collect()).body
    await shop.advance('1m')
    await first.close()
    const again = await openSandbox({ data })
    const { page } = await openPlace(again.url, { view: `transactions/${id}`, key: shop.key })
    await page.getByRole('button', { name: 'Copy as curl', exact: true }).waitFor()
    await page.context().grantPermissions(['clipboard-read'])
    await page.getByRole('button', { name: 'Copy as scenario', exact: true }).click()
    await page.locator('.toast').getByText('Copied').waitFor()
    const { yaml } = (await shopOf(again.url, shop.key).get('/_sandbox/scenarios/approve?reference=order-1')).body
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(yaml)
    expect(await page.getByRole('button', { name: 'Copy the webhook as curl', exact: true }).count()).toBe(1)
    expect(await page.getByRole('button', { name: 'Replay the webhook', exact: true }).count()).toBe(1)
  },
)

browserTest('the picture of a timeline opens at its beginning, and follows new events', async () => {
  const merchant = await startMerchant(() => 500)
  const sandbox = await openSandbox()
  const shop = sandbox.shop({ callbackUrl: merchant.url })
  const { id } = (await shop.collect()).body
  await shop.advance('10s')
  const { page } = await openPlace(sandbox.url, { view: `transactions/${id}`, key: shop.key }, phone)
  const frame = (what: string) => page.evaluate<number>(`document.querySelector('.picture-frame').${what}`)
  await page.getByText('answered 500, attempt 3 is next').first().waitFor()
  expect(await frame('scrollLeft')).toBe(0)
  await shop.advance('2d')
  await page.getByText('Given up after').first().waitFor()
  expect(await frame('scrollLeft')).toBeGreaterThan(0)
})

browserTest('a replay that is refused is said to be not delivered', async () => {
  const sandbox = await openSandbox()
  const shop = sandbox.shop({ callbackUrl: 'http://127.0.0.1:9/', retry: ['1h'] })
  const { id } = (await shop.collect()).body
  await shop.advance('1m')
  const { page } = await openPlace(sandbox.url, { view: `transactions/${id}`, key: shop.key })
  await page.locator('.delivery').getByText('connection refused, attempt 2 is next').waitFor()
  await page.getByRole('button', { name: 'Replay the webhook' }).click()
  await page
    .locator('.toast')
    .getByText(/^Not delivered: connection refused/)
    .waitFor()
})

browserTest('what was posted and answered is seen without scrolling, and each sign opens its step', async () => {
  const merchant = await startMerchant(() => 500)
  const sandbox = await openSandbox()
  const shop = sandbox.shop({ callbackUrl: merchant.url })
  const { id } = (await shop.collect()).body
  await shop.advance('3d')
  const look = { width: 1300, height: 850 }
  const { page } = await openPlace(sandbox.url, { view: `transactions/${id}`, key: shop.key }, look)
  const opened = page.getByRole('region', { name: 'The chosen step' })
  await page.getByText('Webhook: Given up after 6 attempts: answered 500').waitFor()
  await opened.getByText('Webhook, attempt 6').waitFor()
  for (const part of ['posted', 'answered'] as const) {
    const box = await opened.getByRole('region', { name: part, exact: true }).boundingBox()
    expect((box?.y ?? 1000) + 60).toBeLessThan(look.height)
  }
  const picture = page.locator('.picture-frame')
  expect(await picture.evaluate((frame) => frame.scrollWidth - frame.clientWidth)).toBe(0)
  await picture.getByRole('button', { name: 'Show: 500, attempt 2' }).click()
  await opened.getByText('Webhook, attempt 2').waitFor()
  await page.getByRole('list', { name: 'Steps' }).getByRole('button', { name: 'created, with' }).click()
  await opened.getByText('POST /collections/mobilemoney').waitFor()
  expect(await seriousFindings(page)).toEqual([])
})
