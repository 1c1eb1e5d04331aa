import { expect } from 'vitest'
import { browserTest } from '../support/chromium.ts'
import { type OpenedSandbox, openSandbox } from '../support/opened-sandbox.ts'
import { looks, openPlace, seriousFindings, settled } from '../support/page.ts'
import { startMerchant } from '../support/start-merchant.ts'

async function openShop(sandbox: OpenedSandbox) {
  let isDown = true
  const merchant = await startMerchant(() => (isDown ? 503 : 200))
  const shop = sandbox.shop({ callbackUrl: merchant.url, retry: ['1m'] })
  await shop.collect({ reference: 'lost-1' })
  await shop.advance('10s')
  await shop.collect({ reference: 'lost-2' })
  await shop.advance('5m')
  isDown = false
  await shop.collect({ reference: 'fine' })
  await shop.advance('10s')
  return { shop, merchant }
}

for (const [name, look] of Object.entries(looks)) {
  browserTest(`webhooks show body and answer and have no serious accessibility findings, ${name}`, async () => {
    const sandbox = await openSandbox()
    const { shop } = await openShop(sandbox)
    const { page, complaints } = await openPlace(sandbox.url, { view: 'webhooks', key: shop.key }, look)
    await settled(page)
    const lines = page.locator('.sent-line')
    expect(await lines.locator('b').allTextContents()).toEqual(['fine', 'lost-2', 'lost-1', 'lost-2', 'lost-1'])
    await lines.nth(1).click()
    const [body, answer] = [
      page.getByLabel('body of lost-2', { exact: true }),
      page.getByLabel('answer to lost-2', { exact: true }),
    ]
    expect(await answer.textContent()).toContain('503')
    const [left, right] = [await body.boundingBox(), await answer.boundingBox()]
    if (look.width > 1000) expect([left?.y, (left?.x ?? 0) < (right?.x ?? 0)]).toEqual([right?.y, true])
    else expect((left?.y ?? 0) < (right?.y ?? 0)).toBe(true)
    expect(await seriousFindings(page)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    expect(complaints).toEqual([])
  })
}

browserTest('one webhook, those selected and all that failed are replayed in their order', async () => {
  const sandbox = await openSandbox()
  const { shop, merchant } = await openShop(sandbox)
  const { page } = await openPlace(sandbox.url, { view: 'webhooks', key: shop.key })
  await settled(page)
  const since = () => merchant.webhooks.slice(5).map(({ body }) => body.reference_business)
  await page.getByRole('button', { name: 'Replay all that failed (2)' }).click()
  await page.locator('.toast').getByText('2 sent again and answered 2xx').waitFor()
  expect(since()).toEqual(['lost-1', 'lost-2'])
  await page.getByRole('button', { name: 'Replay all that failed (0)' }).waitFor()
  await page.getByLabel('Select the webhook of fine, attempt 1').check()
  await page.getByRole('button', { name: 'Replay selected (1)' }).click()
  await page.locator('.toast').getByText('1 sent again and answered 2xx').waitFor()
  expect(since()).toEqual(['lost-1', 'lost-2', 'fine'])
  await page.getByLabel('State').selectOption('Given up')
  await page.getByText('0 rows of 0 webhooks').waitFor()
  await page.getByLabel('State').selectOption('All states')
  await page.getByLabel('Search webhooks').fill('lost-1 /hook')
  await page.locator('.sent-line').last().click()
  await page.getByRole('button', { name: 'Replay', exact: true }).click()
  await page.locator('.sent-line').nth(3).waitFor()
  expect(since()).toEqual(['lost-1', 'lost-2', 'fine', 'lost-1'])
  await page.getByRole('link', { name: 'Transaction lost-1' }).click()
  await page.getByRole('heading', { name: 'lost-1' }).waitFor()
})

browserTest('webhooks that failed are found and replayed however many came after them', async () => {
  const sandbox = await openSandbox()
  const { shop, merchant } = await openShop(sandbox)
  for (let count = 0; count < 200; count++) await shop.collect({ reference: `later-${count}` })
  await shop.advance('1m')
  const { page } = await openPlace(sandbox.url, { view: 'webhooks', key: shop.key })
  await settled(page)
  const [lost] = (await shop.get('/_sandbox/transactions?reference=lost-1')).body.data
  await page.getByText('200 rows of 200 webhooks among the newest').waitFor()
  await page.getByLabel('State').selectOption('Given up')
  await page.getByText('4 rows of 2 webhooks').waitFor()
  await page.goto(`${sandbox.url}/_sandbox/#/webhooks/${lost.id}?key=${shop.key}`)
  await page.getByText('2 rows of 1 webhook').waitFor()
  // It follows the filter: of one transaction there is one.
  await page.getByRole('button', { name: 'Replay all that failed (1)' }).click()
  await page.locator('.toast').getByText('1 sent again and answered 2xx').waitFor()
  expect(merchant.webhooks.at(-1)?.body.reference_business).toBe('lost-1')
  await page.goto(`${sandbox.url}/_sandbox/#/webhooks?key=${shop.key}`)
  await page.getByRole('button', { name: 'Replay all that failed (1)' }).click()
  await expect.poll(() => merchant.webhooks.at(-1)?.body.reference_business).toBe('lost-2')
})

browserTest('the search and the state of the webhooks are in the address', async () => {
  const sandbox = await openSandbox()
  const { shop } = await openShop(sandbox)
  const { page } = await openPlace(sandbox.url, { view: 'webhooks', key: shop.key })
  await settled(page)
  await page.getByLabel('State').selectOption('Given up')
  await page.getByLabel('Search webhooks').fill('lost-2')
  await expect.poll(() => page.url()).toContain('state=exhausted&search=lost-2')
  await page.reload()
  await page.getByText('2 rows of 1 webhook').waitFor()
  expect(await page.getByLabel('Search webhooks').inputValue()).toBe('lost-2')
})
