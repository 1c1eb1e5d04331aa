import { expect } from 'vitest'
import { call } from '../support/call.ts'
import { browserTest } from '../support/chromium.ts'
import { collection, type OpenedSandbox, openSandbox } from '../support/opened-sandbox.ts'
import { looks, openPlace, seriousFindings, settled } from '../support/page.ts'
import { startMerchant } from '../support/start-merchant.ts'

/** Two webhooks that were given up, one that arrived, and a call that was refused. */
async function openShop(sandbox: OpenedSandbox) {
  let isDown = true
  const merchant = await startMerchant(() => (isDown ? 503 : 200))
  const shop = sandbox.shop({ callbackUrl: merchant.url, retry: ['1m'] })
  await shop.collect({ reference: 'lost-1', accountNumber: '0240009110' })
  await shop.advance('10s')
  await shop.collect({ reference: 'lost-2' })
  await shop.advance('5m')
  isDown = false
  await shop.collect({ reference: 'fine' })
  await shop.advance('10s')
  await shop.collect({ reference: 'bad', amount: -1 })
  return { shop, merchant }
}

for (const [name, look] of Object.entries(looks)) {
  browserTest(`calls and webhooks are a row each, and one opens to both sides, ${name}`, async () => {
    const sandbox = await openSandbox()
    const { shop } = await openShop(sandbox)
    const { page, complaints } = await openPlace(sandbox.url, { view: 'traffic', key: shop.key }, look)
    await settled(page)
    const rows = page.locator('.traffic-row')
    await rows.nth(6).waitFor()
    expect(await rows.locator('b').allTextContents()).toEqual('bad fine fine lost-2 lost-2 lost-1 lost-1'.split(' '))
    expect(await rows.nth(3).locator('.traffic-dot').count()).toBe(2)
    await rows.nth(3).click()
    await page.getByRole('button', { name: '1: answered 503', exact: true }).click()
    const [posted, answered] = [
      await page.getByLabel('posted', { exact: true }).boundingBox(),
      await page.getByLabel('answered', { exact: true }).boundingBox(),
    ]
    if (look.width > 1000) expect([posted?.y, (posted?.x ?? 0) < (answered?.x ?? 0)]).toEqual([answered?.y, true])
    else expect((posted?.y ?? 0) < (answered?.y ?? 0)).toBe(true)
    await rows.nth(0).click()
    await page.getByText('amount must be greater than 0').last().waitFor()
    expect(await seriousFindings(page)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    await page.getByLabel('Search', { exact: true }).fill('LOST-1 mobilemoney')
    await rows.locator('b', { hasText: 'bad' }).waitFor({ state: 'detached' })
    await rows.click()
    const scenario = page.getByRole('link', { name: 'wrong-pin, its rule matched' })
    expect(await scenario.getAttribute('href')).toContain('#/scenarios/wrong-pin?')
    await page.getByLabel('Search', { exact: true }).fill('nothing like it')
    await page.getByText('Nothing matches').waitFor()
    expect(complaints).toEqual([])
  })
}

browserTest('a webhook and all that failed and fit the filters are replayed in their order', async () => {
  const sandbox = await openSandbox()
  const { shop, merchant } = await openShop(sandbox)
  const { page } = await openPlace(sandbox.url, { view: 'traffic', key: shop.key })
  const since = () => merchant.webhooks.slice(5).map(({ body }) => body.reference_business)
  const all = page.getByRole('button', { name: 'Replay all that failed' })
  await page.getByLabel('Search', { exact: true }).fill('lost-2')
  await all.click()
  await page.locator('.toast').getByText('1 sent again and answered 2xx').waitFor()
  await page.getByLabel('Search', { exact: true }).fill('')
  await all.click()
  await expect.poll(since).toEqual(['lost-2', 'lost-1'])
  await page.getByLabel('Show').selectOption('Given up')
  await page.getByText('Nothing matches').or(page.getByText('Nothing yet')).waitFor()
  await page.getByLabel('Show').selectOption('Webhooks')
  await page.locator('.traffic-row', { hasText: 'fine' }).click()
  await page.getByRole('button', { name: 'Replay the webhook' }).click()
  await page.getByRole('button', { name: '2: answered 200', exact: true }).waitFor()
  expect(since()).toEqual(['lost-2', 'lost-1', 'fine'])
  await page.getByRole('link', { name: 'Transaction fine' }).click()
  await page.getByRole('heading', { name: 'fine' }).waitFor()
})

browserTest('what was sent and answered is searched on the server, and what comes meanwhile is found', async () => {
  const sandbox = await openSandbox()
  const merchant = await startMerchant(() => 200)
  const shop = sandbox.shop({ callbackUrl: merchant.url })
  await shop.collect({ reference: 'needle', reason: 'Order of the blue kettle' })
  await shop.advance('5s')
  for (let count = 0; count < 450; count++) await shop.get(`/collections/status/${count}`)
  const { page, requested } = await openPlace(sandbox.url, { view: 'traffic', key: shop.key })
  const rows = page.locator('.traffic-row')
  await rows.nth(20).waitFor()
  const before = requested.length
  await page.getByLabel('Search', { exact: true }).fill('BLUE kettle')
  await expect.poll(() => rows.locator('b').allTextContents()).toEqual(['needle', 'needle'])
  // A page of calls and a page of webhooks have all of it.
  const asked = requested.slice(before).filter((url) => /requests\?|webhooks\?/.test(url))
  expect(asked.map((url) => new URL(url).searchParams.get('search'))).toEqual(['BLUE kettle', 'BLUE kettle'])
  await shop.collect({ reference: 'other', reason: 'Order of a cup' })
  await shop.collect({ reference: 'second', reason: 'another blue kettle' })
  await expect.poll(() => rows.locator('b').allTextContents()).toEqual(['second', 'needle', 'needle'])
})

for (const [name, look] of Object.entries(looks)) {
  browserTest(`a row of an earlier day has one line, ${name}`, async () => {
    const sandbox = await openSandbox()
    const shop = sandbox.shop()
    await shop.collect({ reference: 'order-1' })
    await shop.advance('28d')
    await shop.collect({ reference: 'order-2' })
    const { page } = await openPlace(sandbox.url, { view: 'traffic', key: shop.key }, look)
    const times = page.locator('.traffic-row .when')
    await times.getByText('31 Jan').waitFor()
    const heights = await times.evaluateAll((all) => all.map((time) => time.clientHeight))
    expect(heights[1]).toBe(heights[0])
    const ends = await times.evaluateAll((all) => all.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))
    expect(ends).toEqual([0, 0])
  })
}

browserTest(
  'a call of the page is named so, and its curl has the headers that matter, with a new reference',
  async () => {
    const sandbox = await openSandbox()
    const shop = sandbox.shop()
    const { page } = await openPlace(sandbox.url, { view: 'start', key: shop.key })
    await page.context().grantPermissions(['clipboard-read'])
    await page.getByRole('button', { name: 'Try it', exact: true }).click()
    await page.locator('.start-life .sign').first().waitFor()
    await shop.collect({ reference: 'mine' })
    await page.goto(`${sandbox.url}/_sandbox/#/traffic?key=${shop.key}`)
    const rows = page.locator('.traffic-row', { hasText: 'POST /collections/mobilemoney' })
    await rows.nth(0).click()
    await page.getByRole('heading', { name: 'Your code sent' }).waitFor()
    await rows.nth(1).click()
    await page.getByRole('heading', { name: 'The page sent' }).waitFor()
    await page.getByRole('button', { name: 'Copy as curl' }).click()
    await page.getByText('Copied. Its reference is new, because a used one is refused.').waitFor()
    const copied = await page.evaluate<string>('navigator.clipboard.readText()')
    expect(copied.match(/(?<=-H ['"])[^:]+/g)).toEqual(['authorization', 'content-type', 'x-sandbox-scenario'])
  },
)

browserTest('a call with an unusable key is listed under no business', async () => {
  const sandbox = await openSandbox()
  const shop = sandbox.shop()
  const { page } = await openPlace(sandbox.url, { view: 'traffic', key: shop.key })
  await page.getByText('Nothing yet').waitFor()
  await page.getByLabel('Show').selectOption('No usable key')
  await call(sandbox.url, '/collections/mobilemoney', {
    key: 'mistyped',
    body: { ...collection, reference: 'first-try' },
  })
  await page.locator('.traffic-row', { hasText: 'first-try' }).locator('.tone-bad', { hasText: '401' }).waitFor()
})

browserTest('only what is shown is loaded, however much there is; what comes is added', async () => {
  const sandbox = await openSandbox()
  const shop = sandbox.shop()
  await shop.collect({ reference: 'bad-1', amount: -1 })
  const { id } = (await shop.collect({ reference: 'order-1' })).body
  for (let count = 0; count < 450; count++) await shop.get(`/collections/status/${count}`)
  const { page } = await openPlace(sandbox.url, { view: 'traffic', key: shop.key })
  const rows = page.locator('.traffic-row')
  await rows.first().waitFor()
  const loads: string[] = []
  page.on('request', (request) => loads.push(new URL(request.url()).pathname))
  await page.reload()
  await rows.first().waitFor()
  const pages = () => loads.filter((path) => path.endsWith('/requests')).length
  expect([pages(), (await rows.count()) < 60]).toEqual([1, true])
  await page.evaluate(watchRows)
  await shop.collect({ reference: 'order-2' })
  await rows.first().getByText('order-2').waitFor()
  expect(pages()).toBe(1)
  // Of all rows the new one alone is drawn, in the place of the last one in sight.
  expect(await page.evaluate('window.changes')).toEqual({ added: 1, removed: 1, changed: 0 })
  await page.getByLabel('Show').selectOption('Refused calls')
  await page.getByLabel('Search', { exact: true }).fill('bad-1')
  await rows.getByText('amount must be greater than 0').waitFor()
  await expect.poll(() => page.url()).toContain('show=refused&search=bad-1')
  await page.reload()
  await rows.getByText('amount must be greater than 0').waitFor()
  expect(await rows.count()).toBe(1)
  await page.goto(`${sandbox.url}/_sandbox/#/traffic/${id}?key=${shop.key}`)
  await rows.getByText('order-1').waitFor()
  await expect.poll(() => rows.count()).toBe(1)
})

/** Counts the rows that come and go, and other changes of what rows show. */
const watchRows = `
  window.changes = { added: 0, removed: 0, changed: 0 }
  const list = document.querySelector('.virtual-all')
  new MutationObserver((mutations) => {
    for (const { target, addedNodes, removedNodes } of mutations) {
      changes.added += target === list ? addedNodes.length : 0
      changes.removed += target === list ? removedNodes.length : 0
      changes.changed += target === list ? 0 : 1
    }
  }).observe(list, { childList: true, characterData: true, subtree: true })
`
