import { expect } from 'vitest'
import { browserTest } from '../support/chromium.ts'
import { type OpenedSandbox, openSandbox } from '../support/opened-sandbox.ts'
import { looks, openPlace, seriousFindings, settled } from '../support/page.ts'
import { startMerchant } from '../support/start-merchant.ts'

/** A business with transactions in every state. */
async function openBusyShop(sandbox: OpenedSandbox) {
  const merchant = await startMerchant()
  const shop = sandbox.shop({ callbackUrl: merchant.url })
  await shop.collect({ reference: 'paid', amount: 1250.5 })
  await shop.collect({ reference: 'wrong-pin', metadata: { sandbox_scenario: 'wrong-pin' } })
  await shop.advance('1m')
  await shop.generate({ reference: 'invoice-7' })
  await shop.collect({ reference: 'order-1' })
  return { shop, merchant }
}

for (const [name, look] of Object.entries(looks)) {
  browserTest(`the board shows the transactions of a business, ${name}`, async () => {
    const sandbox = await openSandbox()
    const { shop } = await openBusyShop(sandbox)
    const { page, requested, complaints } = await openPlace(sandbox.url, { view: 'transactions', key: shop.key }, look)
    await settled(page)
    const references = await page.locator('.board-reference').allTextContents()
    expect(references).toEqual(['order-1', 'invoice-7', 'wrong-pin', 'paid'])
    expect(await seriousFindings(page)).toEqual([])
    await page.screenshot({ path: `/tmp/page/board-${name.replace(', ', '-')}.png` })
    expect(requested.filter((url) => !url.startsWith(`${sandbox.url}/`) && !url.startsWith('data:'))).toEqual([])
    expect(complaints).toEqual([])
  })
}

browserTest('a transaction appears on the board when it is created, and changes as it does', async () => {
  const sandbox = await openSandbox()
  const { shop } = await openBusyShop(sandbox)
  const { page } = await openPlace(sandbox.url, { view: 'transactions', key: shop.key })
  await settled(page)
  await shop.collect({ reference: 'live' })
  const row = page.locator('.board-row', { hasText: 'live' })
  await row.getByText('Initiated').waitFor()
  expect(await page.locator('.board-reference').first().textContent()).toBe('live')
  await shop.advance('1m')
  await row.getByText('Completed').waitFor()
})
