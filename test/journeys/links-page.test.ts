import { expect } from 'vitest'
import { browserTest } from '../support/chromium.ts'
import { openSandbox } from '../support/opened-sandbox.ts'
import { looks, openPlace, seriousFindings, settled } from '../support/page.ts'
import { startMerchant } from '../support/start-merchant.ts'

for (const [name, look] of Object.entries(looks)) {
  browserTest(`a waiting prompt is a link in the list, and its phone names the order, ${name}`, async () => {
    const sandbox = await openSandbox()
    const shop = sandbox.shop()
    await shop.collect({ reference: 'order-1' })
    await shop.advance('1m')
    await shop.collect({ reference: 'order-2', accountName: 'Kofi Boateng', accountNumber: '0201234567' })
    const { page } = await openPlace(sandbox.url, { view: 'transactions', key: shop.key }, look)
    await settled(page)
    expect(await page.getByRole('link', { name: /^Phone of/ }).allTextContents()).toEqual(['Phone of order-2'])
    await page.locator('.rail .chip').getByText('1', { exact: false }).waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('link', { name: 'Phone of order-2' }).click()
    await page.locator('.phones-item[aria-current]').getByText('order-2').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Right PIN' }).click()
    await page.locator('.rail .chip').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'OK' }).click()
    await page.getByRole('region', { name: 'Be the customer' }).getByRole('link', { name: 'order-2' }).click()
    await page.getByRole('heading', { name: 'order-2' }).waitFor()
  })
}

browserTest('a transaction links to its phone, scenario, wallet movements, webhooks, calls and findings', async () => {
  const sandbox = await openSandbox()
  const merchant = await startMerchant(() => 500)
  const shop = sandbox.shop({ callbackUrl: merchant.url })
  await shop.collect({ reference: 'other' })
  const { id } = (await shop.collect({ reference: 'order-1' })).body
  await shop.advance('1m')
  const { page } = await openPlace(sandbox.url, { view: `transactions/${id}`, key: shop.key })
  const facts = page.locator('.tx-facts')
  const follow = async (fact: string) => {
    await facts.locator('.tx-fact', { hasText: fact }).getByRole('link').click()
  }
  await follow('From')
  await page.locator('.phones-item[aria-current]').waitFor()
  await page.goBack()
  await follow('Scenario')
  expect(await page.getByLabel('Search scenarios').inputValue()).toBe('approve')
  await page.goBack()
  await follow('Wallet')
  await page.locator('.wallets-entry').first().waitFor()
  expect(await page.locator('.wallets-entry a').allTextContents()).toEqual(['order-1'])
  await page.getByRole('link', { name: 'Show all' }).click()
  await page.locator('.wallets-entry a', { hasText: 'other' }).waitFor()
  await page.goBack()
  await page.goBack()
  await follow('Traffic')
  await page.locator('.traffic-row').nth(1).waitFor()
  expect(await page.locator('.traffic-row b').allTextContents()).toEqual(['order-1', 'order-1'])
  await page.goBack()
  await page.setViewportSize({ width: 1280, height: 400 })
  await page.getByRole('link', { name: 'In the report' }).click()
  await page.getByRole('heading', { name: 'Report' }).waitFor()
  const own = page.locator('.report-lines > [aria-current]').first()
  await own.getByText('order-1').waitFor()
  await expect.poll(async () => (await own.boundingBox())?.y).toBeLessThan(400)
})

browserTest('a scenario links to its transactions, and the SMS of a one-time password to its own', async () => {
  const sandbox = await openSandbox()
  const shop = sandbox.shop()
  await shop.collect({ reference: 'other' })
  await shop.collect({ reference: 'with-otp', accountNumber: '0240009191' })
  const { page } = await openPlace(sandbox.url, { view: 'scenarios/otp', key: shop.key })
  await page.getByRole('button', { name: 'What happens: otp', exact: true }).click()
  await page.getByRole('link', { name: 'Its transactions' }).click()
  await page.locator('.board-count').getByText('1 of 2').waitFor()
  expect(await page.locator('.board-who b').allTextContents()).toEqual(['with-otp'])
  await page.getByRole('link', { name: 'Phone of with-otp' }).click()
  await page.locator('.handset-message').getByRole('link', { name: 'Open its transaction' }).click()
  await page.getByRole('heading', { name: 'with-otp' }).waitFor()
})

browserTest('a virtual account links to its bank account', async () => {
  const sandbox = await openSandbox()
  const shop = sandbox.shop()
  const { id } = (await shop.generate({ reference: 'invoice-1' })).body
  await shop.generate({ reference: 'invoice-2' })
  const { page } = await openPlace(sandbox.url, { view: `transactions/${id}`, key: shop.key })
  await page.locator('.tx-fact', { hasText: 'From' }).getByRole('link').click()
  await page.locator('.bank-card a', { hasText: 'invoice-1' }).waitFor()
})
