import { expect } from 'vitest'
import { call } from '../support/call.ts'
import { browserTest } from '../support/chromium.ts'
import { collection, openSandbox } from '../support/opened-sandbox.ts'
import { looks, openPlace, seriousFindings, settled } from '../support/page.ts'

for (const [name, look] of Object.entries(looks)) {
  browserTest(`calls are a line each, searched, with a scenario in words, ${name}`, async () => {
    const sandbox = await openSandbox()
    const shop = sandbox.shop()
    await shop.collect({ reference: 'order-1', accountNumber: '0240009110' })
    await shop.collect({ reference: 'order-2', amount: -1, network: '' })
    const { page } = await openPlace(sandbox.url, { view: 'calls', key: shop.key }, look)
    await settled(page)
    const lines = page.locator('.call-line')
    const message = page.locator('.journal-what .soft')
    expect(await message.count()).toBe(1)
    const [one, all] = [await message.boundingBox(), await lines.first().boundingBox()]
    if (look.width > 1000) expect(all?.height).toBeLessThan(2.5 * (one?.height ?? 0))
    await page.getByLabel('Search calls').fill('ORDER-1 mobilemoney')
    await page.locator('.journal-reference', { hasText: 'order-2' }).waitFor({ state: 'detached' })
    await lines.click()
    const scenario = page.getByRole('link', { name: 'wrong-pin, its rule matched' })
    expect(await scenario.getAttribute('href')).toContain('#/scenarios/wrong-pin?')
    expect(await page.locator('.view details h2').allTextContents()).toEqual(['Headers', 'Request', 'Answer'])
    expect(await seriousFindings(page)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    await page.getByLabel('Search calls').fill('nothing like it')
    await page.getByText('Nothing matches').waitFor()
  })
}

browserTest('a call with an unusable key is listed under no business', async () => {
  const sandbox = await openSandbox()
  const shop = sandbox.shop()
  const { page } = await openPlace(sandbox.url, { view: 'calls', key: shop.key })
  await page.getByText('No call yet').waitFor()
  await page.getByLabel('Filter').selectOption('No business: no usable key')
  await call(sandbox.url, '/collections/mobilemoney', {
    key: 'mistyped',
    body: { ...collection, reference: 'first-try' },
  })
  await page.locator('.view details', { hasText: 'first-try' }).locator('.tone-bad', { hasText: '401' }).waitFor()
})

browserTest('more than 200 calls are shown when asked for', async () => {
  const sandbox = await openSandbox()
  const shop = sandbox.shop()
  for (let count = 0; count < 205; count++) await shop.get(`/collections/status/${count}`)
  const { page } = await openPlace(sandbox.url, { view: 'calls', key: shop.key })
  await settled(page)
  expect(await page.locator('.view details').count()).toBe(200)
  // Drawn for an opened call only: 600 of them take longer than the list.
  expect(await page.locator('.json').count()).toBe(0)
  await page.getByRole('button', { name: 'Show older ones' }).click()
  await page.locator('.view details').nth(204).waitFor()
})

browserTest('a refused call is found however many came after it, and the calls of one transaction too', async () => {
  const sandbox = await openSandbox()
  const shop = sandbox.shop()
  await shop.collect({ reference: 'bad-1', amount: -1 })
  const { id } = (await shop.collect({ reference: 'order-1' })).body
  for (let count = 0; count < 205; count++) await shop.collect({ reference: `later-${count}` })
  const { page } = await openPlace(sandbox.url, { view: 'calls', key: shop.key })
  await settled(page)
  await page.getByLabel('Filter').selectOption('Refused only')
  await page.getByText('amount must be greater than 0').waitFor()
  expect(await page.locator('.view details').count()).toBe(1)
  await page.goto(`${sandbox.url}/_sandbox/#/calls/${id}?key=${shop.key}`)
  await page.locator('.journal-reference', { hasText: 'order-1' }).waitFor()
  // The calls that were there are searched at once, and then those of the transaction are loaded.
  await expect.poll(() => page.locator('.view details').count()).toBe(1)
})

browserTest('the search and the filter of the calls are in the address', async () => {
  const sandbox = await openSandbox()
  const shop = sandbox.shop()
  await shop.collect({ reference: 'bad-1', amount: -1 })
  await shop.collect({ reference: 'bad-2', amount: -1 })
  await shop.collect({ reference: 'order-1' })
  const { page } = await openPlace(sandbox.url, { view: 'calls', key: shop.key })
  await settled(page)
  await page.getByLabel('Filter').selectOption('Refused only')
  await page.getByLabel('Search calls').fill('bad-2')
  await expect.poll(() => page.url()).toContain('filter=refused&search=bad-2')
  await page.reload()
  await page.locator('.journal-reference', { hasText: 'bad-2' }).waitFor()
  expect(await page.locator('.call-line').count()).toBe(1)
  expect(await page.getByLabel('Search calls').inputValue()).toBe('bad-2')
})
