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
  await page.locator('main').getByText('connection refused, attempt 2 is next').waitFor()
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

browserTest('after a refusal the help about signatures is in sight, with posted and answered below', async () => {
  const sandbox = await openSandbox()
  const shop = sandbox.shop({ callbackUrl: (await startMerchant(() => 401)).url })
  const { id } = (await shop.collect({ accountNumber: '0240009110' })).body
  await shop.advance('10m')
  const look = { width: 1300, height: 850 }
  const { page } = await openPlace(sandbox.url, { view: `transactions/${id}`, key: shop.key }, look)
  const boxOf = async (name: string) =>
    (await page.getByLabel(name, { exact: true }).boundingBox()) ?? { x: 0, y: 900, width: 0 }
  await page.getByLabel('answered', { exact: true }).waitFor()
  const [posted, answered] = [await boxOf('posted'), await boxOf('answered')]
  expect([posted.y, posted.x + posted.width < answered.x]).toEqual([answered.y, true])
  // The first line of each.
  expect(posted.y + 36).toBeLessThan(look.height)
  // One place for all of the webhook.
  expect(await page.getByText('Usual causes of a refused signature').count()).toBe(1)
  expect(await page.getByRole('button', { name: 'Replay' }).count()).toBe(1)
})

browserTest('a sign of the picture opens its attempt, call or step, and the list of steps follows', async () => {
  const sandbox = await openSandbox()
  const shop = sandbox.shop({ callbackUrl: (await startMerchant(() => 500)).url })
  const { id } = (await shop.collect()).body
  await shop.advance('10s')
  const { page } = await openPlace(sandbox.url, { view: `transactions/${id}`, key: shop.key })
  const opened = page.getByLabel('The chosen step')
  const chosen = page.locator('.step[aria-pressed="true"]')
  const open = async (sign: string, step: string) => {
    await page.getByRole('button', { name: sign, exact: true }).click()
    await chosen.getByText(step).waitFor()
  }
  await open('Show: Created', 'Created, with the scenario approve')
  await opened.getByText('POST /collections/mobilemoney').waitFor()
  await open('Show: 500, attempt 2', 'Webhook attempt 2: answered 500')
  await opened.getByText('Webhook, attempt 2').waitFor()
  await open('Show: Types PIN', 'The customer types the PIN')
  await opened.getByText('Nothing was sent in this step.').waitFor()
  // Each dot has the colour of what happened, the chosen one, too.
  const colours = await page.evaluate<string[]>(
    "[...document.querySelectorAll('.step-mark')].map((mark) => getComputedStyle(mark).backgroundColor)",
  )
  expect(new Set(colours).size).toBeGreaterThan(2)
  expect(await seriousFindings(page)).toEqual([])
})

browserTest('the title of the tab and the badges count waiting prompts and webhooks that were given up', async () => {
  const sandbox = await openSandbox()
  const shop = sandbox.shop({ callbackUrl: (await startMerchant(() => 500)).url, retry: ['1s'] })
  const { page } = await openPlace(sandbox.url, { view: 'transactions', key: shop.key })
  await expect.poll(() => page.title()).toBe('Transactions · payments-sandbox')
  await shop.collect({ reference: 'lost' })
  await shop.advance('1m')
  await shop.collect({ reference: 'open' })
  await expect.poll(() => page.title()).toBe('1 waiting, 1 failed · Transactions · payments-sandbox')
  await page.locator('.rail').getByText('1 failed webhooks').waitFor()
  await page.locator('.rail').getByText('1 waiting').waitFor()
})
