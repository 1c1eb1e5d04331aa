import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { definitionOf, flowHas, flows } from '../../src/catalogue/flows.ts'
import { browserTest } from '../support/chromium.ts'
import { openSandbox } from '../support/opened-sandbox.ts'
import { looks, openPlace, seriousFindings, settled } from '../support/page.ts'
import { startMerchant } from '../support/start-merchant.ts'
import { until } from '../support/until.ts'

const tryIt = (page: Page) => page.getByRole('button', { name: 'Try it', exact: true }).click()
const chooseFlow = (page: Page, label: string) => page.getByLabel('Flow').selectOption({ label })
const choose = (page: Page, label: string) => page.getByLabel('What happens').selectOption({ label })

async function typePin(page: Page): Promise<void> {
  await page.locator('.start-phone .handset-rings').waitFor()
  const pad = page.locator('.prompt-pad')
  for (let digits = 0; digits < 4; digits++) await pad.getByRole('button', { name: '0', exact: true }).click()
  await pad.getByRole('button', { name: 'Send the PIN' }).click()
}

for (const [name, look] of Object.entries(looks)) {
  browserTest(`the first webhook is seen without a server, ${name}`, async () => {
    const sandbox = await openSandbox({ clock: 'real' })
    const { key } = sandbox.shop()
    const { page, complaints } = await openPlace(sandbox.url, { view: 'start', key }, look)
    await settled(page)
    await tryIt(page)
    await typePin(page)
    await page.getByText('Webhook answered 200').waitFor()
    await page.locator('.start-stage').getByText('Completed').first().waitFor()
    expect(await besideNames(page)).toEqual([])
    expect(await seriousFindings(page)).toEqual([])
    expect(complaints).toEqual([])
  })
}

/** The words of signs that begin before the names of the lanes end. */
async function besideNames(page: Page): Promise<readonly string[]> {
  return page.evaluate<readonly string[]>(`
    const names = [...document.querySelectorAll('.picture-names li')].map((name) => name.getBoundingClientRect().right)
    ;[...document.querySelectorAll('.sign text')].flatMap((text) =>
      text.getBoundingClientRect().left < Math.max(...names) ? [text.textContent] : [],
    )
  `)
}

browserTest(
  'phone, timeline, server and the values to connect are on one screen, before and after a payment',
  async () => {
    const sandbox = await openSandbox({ clock: 'real' })
    const { key } = sandbox.shop()
    const { page } = await openPlace(sandbox.url, { view: 'start', key }, { width: 1300, height: 850 })
    await settled(page)
    expect(await page.locator('.picture').count()).toBe(0)
    const expectOneScreen = async () => {
      const phone = await boxOf(page, '.start-phone')
      const life = await boxOf(page, '.start-life')
      const server = await boxOf(page, '.start-server')
      expect([phone.right < life.left, life.right < server.left]).toEqual([true, true])
      expect([life.top, server.top]).toEqual([phone.top, phone.top])
      const connect = await boxOf(page, '.start-connect')
      expect(connect.bottom).toBeLessThanOrEqual((await boxOf(page, '.view')).bottom)
      return { life, connect }
    }
    await expectOneScreen()
    await tryIt(page)
    await page.locator('.handset-rings').waitFor()
    // Nothing of the prompt is cut off.
    expect(await page.locator('.handset-app').evaluate((app) => app.scrollHeight - app.clientHeight)).toBe(0)
    await page.keyboard.type('0000')
    await page.keyboard.press('Enter')
    await page.locator('.handset-result', { hasText: 'Approved' }).waitFor()
    await page.locator('.start-server').getByText('Webhook answered 200').waitFor()
    await page.locator('.start-server').getByText('"COMPLETED"').waitFor()
    // Nothing in it is wider than it is.
    const server = await page.locator('.start-server').evaluate((card) => [card.scrollWidth, card.clientWidth])
    expect(server[0]).toBe(server[1])
    const { life, connect } = await expectOneScreen()
    // No room is left over below the timeline, nor below the values.
    expect(life.bottom - (await boxOf(page, '.start-life .picture')).bottom).toBeLessThan(10)
    expect(connect.bottom - (await boxOf(page, '.start-connect dl')).bottom).toBeLessThan(30)
  },
)

browserTest('on a phone the parts of Start are one below the other', async () => {
  const sandbox = await openSandbox({ clock: 'real' })
  const { key } = sandbox.shop()
  const { page } = await openPlace(sandbox.url, { view: 'start', key }, { width: 390, height: 844 })
  await settled(page)
  let above = await boxOf(page, 'form')
  for (const part of ['.start-phone', '.start-life', '.start-server', '.start-connect']) {
    const box = await boxOf(page, part)
    expect([part, box.left, box.top > above.bottom]).toEqual([part, above.left, true])
    above = box
  }
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
})

async function boxOf(page: Page, selector: string) {
  const box = await page.locator(selector).boundingBox()
  if (box === null) throw new Error(`${selector} is not shown`)
  const [top, left] = [Math.round(box.y), Math.round(box.x)]
  return { top, left, right: left + Math.round(box.width), bottom: top + Math.round(box.height) }
}

browserTest('a newcomer sees a webhook of every flow, from an empty sandbox', async () => {
  const sandbox = await openSandbox({ clock: 'real' })
  const begun = performance.now()
  const { page } = await openPlace(sandbox.url, { view: '', key: 'test_sandbox' })
  const seconds = () => `${((performance.now() - begun) / 1000).toFixed(1)} s`
  const seen: string[] = []
  const shop = sandbox.shop()
  const delivered = async () => {
    const { body } = await shop.call('/_sandbox/webhooks?status=delivered', { key: 'test_sandbox' })
    return body.data.length
  }
  for (const [index, flow] of flows.entries()) {
    const { title } = definitionOf(flow).page
    await chooseFlow(page, title)
    await tryIt(page)
    if (flowHas(flow, 'prompt')) await typePin(page)
    if (flowHas(flow, 'account')) await page.getByRole('button', { name: 'Send NGN 5,000.00' }).click()
    // Until its own webhook comes, the page still shows the one before.
    await expect.poll(delivered, { timeout: 30_000 }).toBe(index + 1)
    await page.locator('.start-stage .state', { hasText: 'Completed' }).waitFor()
    await page.getByText('Webhook answered 200').waitFor()
    seen.push(`${title} after ${seconds()}`)
  }
  process.stdout.write(`webhooks seen by a newcomer: ${seen.join(', ')}\n`)
})

browserTest(
  'what is tried has the amount, currency and number that were typed, and its plan is said before',
  async () => {
    const sandbox = await openSandbox()
    const shop = sandbox.shop({ networkMismatch: 'reject' })
    const { page } = await openPlace(sandbox.url, { view: 'start', key: shop.key })
    await settled(page)
    const plan = page.locator('.start-plan')
    await plan.getByText('Plays by-hand, chosen here.').waitFor()
    await choose(page, 'As queue and default say')
    await plan.getByText('Plays approve, default.').waitFor()
    await page.getByLabel('Number').fill('0200009110')
    await plan.getByText('network must match the phone number prefix').waitFor()
    await page.getByLabel('Network').fill('VOD')
    await page.getByLabel('Amount').fill('0')
    await plan.getByText('The request would be refused: amount').waitFor()
    await page.getByLabel('Amount').fill('12.75')
    await plan.getByText('Plays wrong-pin, its rule matched.').waitFor()
    await tryIt(page)
    await page.locator('.start-stage .state').waitFor()
    const { data } = (await shop.get('/_sandbox/transactions')).body
    expect(data).toMatchObject([{ amount: '12.75', currency: 'GHS', scenario: { name: 'wrong-pin', by: 'match' } }])
    await page.getByLabel('Currency').selectOption('KES')
    await plan.getByText('Plays approve, default.').waitFor()
    expect([await page.getByLabel('Number').inputValue(), await page.getByLabel('Network').inputValue()]).toEqual([
      '+254711234567',
      'MPS',
    ])
    await tryIt(page)
    const newest = async () => (await shop.get('/_sandbox/transactions')).body.data[0]
    await until('the second call', async () => (await newest()).id !== data[0].id)
    expect(await newest()).toMatchObject({ amount: '1000', currency: 'KES' })
  },
)

browserTest(
  'an enabled currency comes first, and one that is no longer enabled is shown with the refusal',
  async () => {
    const sandbox = await openSandbox()
    const shop = sandbox.shop({ currencies: ['ZMW', 'NGN'] })
    const { page } = await openPlace(sandbox.url, { view: 'start', key: shop.key })
    await settled(page)
    expect(await page.getByLabel('Currency').inputValue()).toBe('ZMW')
    await page.locator('.start-plan').getByText('Plays by-hand').waitFor()
    await shop.call('/_sandbox/business', { method: 'PATCH', body: { currencies: ['NGN'] } })
    await page.locator('.start-plan').getByText('Currency ZMW is not enabled for this business').waitFor()
    expect(await page.getByLabel('Currency').inputValue()).toBe('ZMW')
  },
)

browserTest('the queue and the default are obeyed, unless something else is chosen', async () => {
  const sandbox = await openSandbox()
  const shop = sandbox.shop()
  const played = async () => {
    const { data } = (await shop.get('/_sandbox/transactions')).body
    return data.map(({ scenario }: { readonly scenario: { readonly name: string } }) => scenario.name).toReversed()
  }
  const { page } = await openPlace(sandbox.url, { view: 'start', key: shop.key })
  await settled(page)
  await shop.post('/_sandbox/scenarios/queue', { use: 'timeout' })
  await page.locator('.start-plan').getByText('Plays timeout, next in the queue.').waitFor()
  await tryIt(page)
  await page.locator('.start-plan').getByText('Plays by-hand, chosen here.').waitFor()
  await shop.call('/_sandbox/scenarios/default', { method: 'PUT', body: { use: 'duplicate' } })
  await page.locator('.start-plan').getByText('Plays duplicate, default of the business.').waitFor()
  await tryIt(page)
  await until('two transactions', async () => (await played()).length === 2)
  await choose(page, 'Too little money')
  await page.locator('.start-plan').getByText('Plays insufficient-balance, chosen here.').waitFor()
  await tryIt(page)
  await until('three transactions', async () => (await played()).length === 3)
  expect(await played()).toEqual(['timeout', 'duplicate', 'insufficient-balance'])
})

browserTest('a queued scenario of one flow leaves the others as they are, and says what it waits for', async () => {
  const sandbox = await openSandbox()
  const shop = sandbox.shop()
  await shop.post('/_sandbox/scenarios/queue', { use: 'wrong-pin' })
  const { page } = await openPlace(sandbox.url, { view: 'start', key: shop.key })
  await settled(page)
  const plan = page.locator('.start-plan')
  await plan.getByText('Plays wrong-pin, next in the queue.').waitFor()
  await chooseFlow(page, 'Virtual account')
  await plan.getByText('Plays by-hand, chosen here.').waitFor()
  await choose(page, 'As queue and default say')
  await plan.getByText('Plays approve, default. Note: scenario wrong-pin stays queued').waitFor()
})

browserTest('an account is paid short, in parts and over by hand, as the settings say', async () => {
  const sandbox = await openSandbox()
  const shop = sandbox.shop({ partialPayments: 'hold' })
  const { page, complaints } = await openPlace(sandbox.url, { view: 'start', key: shop.key })
  await settled(page)
  await chooseFlow(page, 'Virtual account')
  await page.getByLabel('Amount', { exact: true }).fill('1000')
  const state = (word: string) => page.locator('.start-stage .state', { hasText: word }).waitFor()
  await tryIt(page)
  await page.getByRole('button', { name: 'Less' }).click()
  await page.getByText('Less than asked for: the account waits for the rest.').waitFor()
  await page.getByRole('button', { name: 'Send NGN 900.00' }).click()
  await page.getByRole('button', { name: 'Send NGN 100.00' }).click()
  await state('Completed')
  await page.getByText('Webhook answered 200').waitFor()
  expect(await page.getByRole('heading', { name: 'Pay into it' }).count()).toBe(0)
  expect(await seriousFindings(page)).toEqual([])
  await tryIt(page)
  await state('Initiated')
  await page.getByRole('button', { name: 'In parts' }).click()
  await page.getByRole('button', { name: 'Send NGN 500.00, then NGN 500.00' }).click()
  await state('Completed')
  await tryIt(page)
  await state('Initiated')
  await page.getByRole('button', { name: 'More' }).last().click()
  await page.getByRole('button', { name: 'Send NGN 1,100.00' }).click()
  await state('Completed')
  await page.getByText('Webhook answered 200').waitFor()
  expect(complaints).toEqual([])
})

browserTest('no clock is moved unless that is asked for, and what else it moves is said before', async () => {
  const sandbox = await openSandbox()
  const shop = sandbox.shop()
  await shop.collect({ reference: 'of-another' })
  const begun = await shop.now()
  const { page } = await openPlace(sandbox.url, { view: 'start', key: shop.key })
  await settled(page)
  await chooseFlow(page, 'Virtual account')
  await choose(page, 'No transfer comes')
  await tryIt(page)
  const next = page.locator('.start-next')
  await next.getByText(`This moves the clock of ${shop.key}, with 1 step of other transactions.`).waitFor()
  expect(await shop.now()).toBe(begun)
  await next.getByRole('button', { name: 'Move there' }).click()
  await page.locator('.start-stage .state', { hasText: 'Failed' }).waitFor()
  await page.getByText('Webhook answered 200').waitFor()
  expect(Date.parse(await shop.now()) - Date.parse(begun)).toBe(30 * 60_000)
  expect((await shop.get('/_sandbox/transactions')).body.data).toMatchObject([
    { status: 'FAILED' },
    { reference_business: 'of-another', status: 'COMPLETED' },
  ])
})

browserTest('webhooks go to the callback URL of the business, and an OTP is submitted by hand', async () => {
  const sandbox = await openSandbox()
  const merchant = await startMerchant(() => 204)
  const shop = sandbox.shop({ smsOtp: ['MTN'], callbackUrl: merchant.url })
  const { page, complaints } = await openPlace(sandbox.url, { view: 'start', key: shop.key })
  await settled(page)
  await page.locator('.start-server').getByText(`Webhooks go to ${merchant.url}`).waitFor()
  await tryIt(page)
  const life = page.locator('.start-life')
  await life.locator('.picture').waitFor()
  // The card is as high as its picture.
  expect(await life.evaluate((card) => card.scrollHeight - card.clientHeight)).toBe(0)
  await life.getByRole('button', { name: 'Submit it' }).click()
  await typePin(page)
  await page.locator('.start-stage .state', { hasText: 'Completed' }).waitFor()
  await page.getByText('Webhook answered 204').waitFor()
  expect(await seriousFindings(page)).toEqual([])
  expect(complaints).toEqual([])
})

browserTest('no choice of Start is cut, and the button stays beside them, at 1280 pixels', async () => {
  const sandbox = await openSandbox()
  const { key } = sandbox.shop()
  const { page } = await openPlace(sandbox.url, { view: 'start', key }, { width: 1280, height: 800 })
  await settled(page)
  for (const flow of flows) {
    await chooseFlow(page, definitionOf(flow).page.title)
    expect([flow, ...(await cutChoices(page))]).toEqual([flow])
    const button = await page.getByRole('button', { name: 'Try it', exact: true }).boundingBox()
    const select = await page.getByLabel('What happens').boundingBox()
    expect([flow, button?.y]).toEqual([flow, select?.y])
  }
})

/** The choices that are wider than their menu, without its arrow. */
async function cutChoices(page: Page): Promise<readonly string[]> {
  return page.evaluate<readonly string[]>(`
    [...document.querySelectorAll('form select')].flatMap((select) => {
      const { font, paddingLeft, paddingRight } = getComputedStyle(select)
      const pen = document.createElement('canvas').getContext('2d')
      pen.font = font
      const room = select.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - 16
      return [...select.options].flatMap(({ text }) => (pen.measureText(text).width > room ? [text] : []))
    })
  `)
}

browserTest('on a phone the page itself never scrolls: the way to the other views stays in sight', async () => {
  const sandbox = await openSandbox()
  const { key } = sandbox.shop()
  for (const view of ['start', 'wallets', 'scenarios']) {
    const { page } = await openPlace(sandbox.url, { view, key }, { width: 390, height: 844 })
    await settled(page)
    await page.locator('main h1').first().waitFor()
    expect(await page.evaluate('document.documentElement.scrollHeight - innerHeight'), view).toBe(0)
  }
})

browserTest('an empty sandbox opens with how to start, one with transactions does not', async () => {
  const sandbox = await openSandbox()
  const { page } = await openPlace(sandbox.url, { view: '', key: 'test_sandbox' })
  await page.getByRole('heading', { name: 'See a payment happen' }).waitFor()
  const menu = async () => (await page.locator('.rail-list a').allTextContents())[0]
  await expect.poll(menu).toBe('Start')
  const shop = sandbox.shop()
  await shop.collect()
  const { page: busy } = await openPlace(sandbox.url, { view: '', key: shop.key })
  await busy.locator('.board-row').waitFor()
})
