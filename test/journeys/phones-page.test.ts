import { expect } from 'vitest'
import { browserTest } from '../support/chromium.ts'
import { type OpenedSandbox, openSandbox, type Shop } from '../support/opened-sandbox.ts'
import { looks, openPlace, seriousFindings, settled } from '../support/page.ts'

const ama = '233241234567'

/** Customers who were asked to pay: one has paid and is asked again, one waits for a code. */
async function openAskingShop(sandbox: OpenedSandbox): Promise<Shop> {
  const shop = sandbox.shop()
  await shop.collect({ reference: 'paid' })
  await shop.advance('1m')
  await shop.collect({ reference: 'order-9', accountName: 'Kofi Boateng', accountNumber: '0240009191' })
  await shop.collect({ reference: 'order-10', amount: 49.5, reason: 'Shoes' })
  return shop
}

for (const [name, look] of Object.entries(looks)) {
  browserTest(`a phone shows what it is asked, ${name}`, async () => {
    const sandbox = await openSandbox()
    const shop = await openAskingShop(sandbox)
    const { page, complaints } = await openPlace(sandbox.url, { view: 'phones', key: shop.key }, look)
    await settled(page)
    await page.getByText('Approve the payment of GHS 49.50 for "Shoes" with your PIN.').first().waitFor()
    await page.locator('.answers-asking .sum').waitFor()
    expect(await page.locator('.phones-item b').allTextContents()).toEqual(['Ama Mensah', 'Kofi Boateng'])
    expect(await seriousFindings(page)).toEqual([])
    await page.getByText('Kofi Boateng').click()
    await page.locator('.handset-otp').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    expect(complaints).toEqual([])
  })
}

browserTest('a prompt arrives, the PIN is typed on the pad, and the payment is approved', async () => {
  const sandbox = await openSandbox()
  const shop = sandbox.shop()
  const { page } = await openPlace(sandbox.url, { view: 'phones', key: shop.key })
  await page.getByText('No phone has been asked to pay yet').waitFor()
  const { id } = (await shop.collect()).body
  await page.locator('.prompt-text').waitFor()
  for (const digit of ['0', '0', '1']) await page.getByRole('button', { name: digit, exact: true }).click()
  await page.getByRole('button', { name: 'Delete the last digit' }).click()
  for (const digit of ['0', '0']) await page.getByRole('button', { name: digit, exact: true }).click()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.locator('.handset-result', { hasText: 'Approved' }).getByText('GHS 100 for "Order 1"').waitFor()
  expect(await shop.statusOf(id)).toBe('COMPLETED')
  await page.getByRole('button', { name: 'OK' }).click()
  await page.locator('.handset-item', { hasText: 'Approved' }).getByText('GHS 100 for "Order 1"').waitFor()
  expect(await page.getByText('with your PIN').count()).toBe(0)
})

for (const [button, shown, message] of [
  ['Wrong PIN', 'Wrong PIN', 'Wrong PIN'],
  ['Cancel', 'Wrong PIN', 'Wrong PIN'],
  ['Ignore', 'Not answered', 'no answer to the prompt in time'],
] as const) {
  browserTest(`a prompt is answered by ${button}`, async () => {
    const sandbox = await openSandbox()
    const shop = sandbox.shop()
    const { id } = (await shop.collect()).body
    const { page } = await openPlace(sandbox.url, { view: `phones/${ama}`, key: shop.key })
    await page.getByRole('region', { name: 'Be the customer' }).getByRole('button', { name: button }).click()
    await page.locator('.handset-result', { hasText: shown }).waitFor()
    const { body } = await shop.get(`/_sandbox/transactions/${id}`)
    expect([body.status, body.message]).toEqual(['FAILED', expect.stringContaining(message)])
  })
}

browserTest('a code arrives as a message, and the prompt once the code was right', async () => {
  const sandbox = await openSandbox()
  const shop = sandbox.shop({ smsOtp: true })
  const { page } = await openPlace(sandbox.url, { view: `phones/${ama}`, key: shop.key })
  await page.getByText('No prompt yet.').waitFor()
  const { id } = (await shop.collect()).body
  const otp = await page.locator('.handset-otp b').textContent()
  expect((await shop.post('/collections/otp', { id, otp })).status).toBe(200)
  await page.locator('.prompt-text').waitFor()
})

browserTest(
  'the panel beside a phone is about one payment: the one that waits for its code, not the one before',
  async () => {
    const sandbox = await openSandbox()
    const shop = sandbox.shop()
    await shop.collect({ reference: 'paid-before' })
    await shop.advance('1m')
    await shop.call('/_sandbox/business', { method: 'PATCH', body: { smsOtp: true } })
    await shop.collect({ reference: 'waits-for-code', amount: 49.5 })
    const { page } = await openPlace(sandbox.url, { view: `phones/${ama}`, key: shop.key })
    const panel = page.getByRole('region', { name: 'Be the customer' })
    await panel.getByText('It waits for its one-time password.').waitFor()
    expect(await panel.getByRole('link').allTextContents()).toEqual(['waits-for-code'])
    await panel.getByText('GHS 49.50').waitFor()
    await shop.advance('10m')
    await panel.getByText('No prompt is open.').waitFor()
    expect(await panel.getByRole('link').allTextContents()).toEqual(['paid-before'])
  },
)

browserTest('hostile input of a merchant is plain text on the phone', async () => {
  const sandbox = await openSandbox()
  const shop = sandbox.shop()
  const hostile = '<img src=x onerror=alert(1)>'
  await shop.collect({ reason: hostile, accountName: 'Ama <b>Mensah</b>' })
  const { page, complaints } = await openPlace(sandbox.url, { view: 'phones', key: shop.key })
  await page.locator('.prompt-text').getByText(hostile).waitFor()
  expect(await page.locator('main img').count()).toBe(0)
  expect(await page.locator('.phones-item b').textContent()).toBe('Ama <b>Mensah</b>')
  expect(complaints).toEqual([])
})

browserTest('the drawn phone has its own sizes of type', async () => {
  const sandbox = await openSandbox()
  const shop = sandbox.shop()
  await shop.collect({ reference: 'order-1' })
  const { page } = await openPlace(sandbox.url, { view: 'phones/233241234567', key: shop.key })
  await page.locator('.handset .prompt').waitFor()
  const sizes = () =>
    page.evaluate<string[]>(`[...document.querySelectorAll('.handset *')].map((one) => getComputedStyle(one).fontSize)`)
  const own = await sizes()
  await page.evaluate(`
    for (const step of ['xs', 's', 'm', 'l', 'xl', '2xl']) document.documentElement.style.setProperty('--text-' + step, '40px')
  `)
  expect(await sizes()).toEqual(own)
})

browserTest(
  'of 250 customers every phone is in the list, and is found by its name and its number in any form',
  async () => {
    const sandbox = await openSandbox()
    const shop = sandbox.shop()
    for (let index = 0; index < 250; index++)
      await shop.collect({
        reference: `order-${index}`,
        accountName: `Customer ${index}`,
        accountNumber: `0241000${String(index).padStart(3, '0')}`,
      })
    await shop.advance('1h')
    const { page } = await openPlace(sandbox.url, { view: 'phones', key: shop.key })
    const names = page.locator('.phones-item b')
    await names.nth(99).waitFor()
    for (const last of [199, 249]) {
      await names.last().scrollIntoViewIfNeeded()
      await names.nth(last).waitFor()
    }
    expect(await names.count()).toBe(250)
    for (const search of ['customer 17', '+233 24 100 0017', '0241000017']) {
      await page.getByRole('searchbox').fill(search)
      await page.locator('.split-list li:first-child b', { hasText: /^Customer \d?17\d?$/ }).waitFor()
    }
    await expect.poll(() => names.allTextContents()).toEqual(['Customer 17'])
    await page.keyboard.press('Enter')
    await page.getByRole('region', { name: 'Phone +233 24 100 0017' }).waitFor()
    await page.getByRole('searchbox').fill('absent')
    await page.getByText('No phone matches').waitFor()
    expect(await seriousFindings(page)).toEqual([])
  },
)
