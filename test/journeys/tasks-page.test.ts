import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { call } from '../support/call.ts'
import { browserTest } from '../support/chromium.ts'
import { collection, type OpenedSandbox, openSandbox } from '../support/opened-sandbox.ts'
import { openPlace, settled } from '../support/page.ts'
import { startMerchant } from '../support/start-merchant.ts'

async function openWorld(sandbox: OpenedSandbox) {
  const merchant = await startMerchant(({ body }) => (body.reference_business === 'lost' ? 500 : 200))
  const shop = sandbox.shop({ callbackUrl: merchant.url, retry: ['1s'] })
  await shop.collect({ reference: 'failed', accountNumber: '0240009110' })
  await shop.collect({ reference: 'lost' })
  await shop.advance('1m')
  await shop.collect({ reference: 'bad', amount: -1 })
  await call(sandbox.url, '/collections/mobilemoney', { key: 'mistyped', body: collection })
  return { shop, merchant }
}

/** What a user does, with the clicks counted. Typing is none. */
function handOf(page: Page) {
  let clicks = 0
  const click = async (target: Locator) => {
    await target.click()
    clicks++
  }
  return {
    click,
    view: (name: string) => click(page.locator('.rail-list').getByRole('link', { name })),
    button: (name: string | RegExp) => click(page.getByRole('button', { name, exact: typeof name === 'string' })),
    row: (reference: string) => click(page.locator('.board-row', { hasText: reference })),
    clicks: () => clicks,
  }
}

browserTest('twelve tasks take few clicks from the list of transactions', async () => {
  const sandbox = await openSandbox()
  const { shop, merchant } = await openWorld(sandbox)
  const { page } = await openPlace(sandbox.url, { view: 'transactions', key: shop.key })
  await page.context().grantPermissions(['clipboard-read'])
  const copied = () => page.evaluate<string>('navigator.clipboard.readText()')
  const clicksFor = async (task: (hand: ReturnType<typeof handOf>) => Promise<unknown>) => {
    await page.goto('about:blank')
    await page.goto(`${sandbox.url}/_sandbox/#/transactions?key=${shop.key}`)
    await settled(page)
    const hand = handOf(page)
    await task(hand)
    return hand.clicks()
  }
  const shows = (text: string | RegExp) => page.locator('main').getByText(text).first().waitFor()

  const whyFailed = await clicksFor(() => shows('Wrong PIN, or no answer to the prompt in time'))
  const bothBodies = await clicksFor(async ({ row }) => {
    await row('lost')
    for (const label of ['posted', 'answered']) await page.getByLabel(label, { exact: true }).waitFor()
  })
  const sendAgain = await clicksFor(async ({ row, button }) => {
    await row('failed')
    await button('Replay the webhook')
    await shows('Delivered, 2 attempts')
  })
  const nextFails = await clicksFor(async ({ view, button }) => {
    await view('Scenarios')
    await button('Queue next: wrong-pin')
    await page.locator('.head').getByText('next call: wrong-pin').waitFor()
  })
  await shop.call('/_sandbox/scenarios/queue', { method: 'DELETE' })
  await shop.generate({ reference: 'invoice-1' })
  const payLess = await clicksFor(async ({ view, button }) => {
    await view('Money')
    await page.getByLabel('Amount, NGN').fill('4995')
    await button('Send NGN 4,995.00')
    await shows('NGN 5.00 short')
  })
  const before = Date.parse(await shop.now())
  const nextHour = await clicksFor(async ({ view, button }) => {
    await view('Time')
    await button('+1 h')
    await expect.poll(async () => Date.parse(await shop.now()) - before).toBe(3_600_000)
  })
  const curl = await clicksFor(async ({ row, button }) => {
    await row('lost')
    await button('Copy as curl')
    await expect.poll(copied).toMatch(/^curl .*\/collections\/mobilemoney/s)
  })
  const { id } = (await shop.collect({ reference: 'asks' })).body
  const typePin = await clicksFor(async ({ view }) => {
    await view('Phones')
    await page.getByLabel('PIN', { exact: true }).waitFor()
    await page.keyboard.type('0000')
    await page.keyboard.press('Enter')
    await expect.poll(() => shop.statusOf(id)).toBe('COMPLETED')
  })
  const why400 = await clicksFor(async ({ view }) => {
    await view('Traffic')
    await shows('amount must be greater than 0')
  })
  const why401 = await clicksFor(async ({ view, click }) => {
    await view('Traffic')
    await click(page.getByLabel('Show'))
    await page.getByLabel('Show').selectOption('No usable key')
    await page.locator('.traffic-row').getByText('401').waitFor()
  })
  const sent = merchant.webhooks.length
  const missed = await clicksFor(async ({ view, button }) => {
    await view('Traffic')
    await button('Replay all that failed')
    await expect.poll(() => merchant.webhooks.length).toBe(sent + 1)
  })
  const asTest = await clicksFor(async ({ row, button }) => {
    await row('lost')
    await button('Share')
    await button('Copy as test')
    await expect.poll(copied).toContain('test("lost is COMPLETED"')
  })
  const exported = await clicksFor(async ({ click, button }) => {
    await button(/^Manage/)
    await click(page.getByRole('dialog').getByRole('button', { name: /^Export/ }))
    const file = page.waitForEvent('download')
    await click(page.getByRole('dialog').last().getByRole('button', { name: 'Export', exact: true }).last())
    expect((await file).suggestedFilename()).toBe(`${shop.key}.world.gz`)
  })
  expect({ whyFailed, bothBodies, sendAgain, nextFails, payLess, nextHour, curl, typePin }).toEqual({
    whyFailed: 0,
    bothBodies: 1,
    sendAgain: 2,
    nextFails: 2,
    payLess: 2,
    nextHour: 2,
    curl: 2,
    typePin: 1,
  })
  expect({ why400, why401, missed, asTest, exported }).toEqual({
    why400: 1,
    why401: 2,
    missed: 2,
    asTest: 3,
    exported: 3,
  })
})
