import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect } from 'vitest'
import { documentStyle } from '../../src/dashboard/document/document-style.ts'
import { answering } from '../support/answering.ts'
import { browserTest, openPage } from '../support/chromium.ts'
import { run } from '../support/cli.ts'
import { openSandbox } from '../support/opened-sandbox.ts'
import { temporaryFolder } from '../support/opened-store.ts'
import { allFindings, looks, openPlace } from '../support/page.ts'
import { startMerchant } from '../support/start-merchant.ts'

const hostileName = `<img src="http://evil.test/x" onerror="document.title='ran'"><script>document.title='ran'</script>`

browserTest(
  'one transaction is one file: Share and explain write the same, and it opens without a network',
  async () => {
    const merchant = await startMerchant(() => 500)
    const sandbox = await openSandbox()
    const shop = sandbox.shop({ callbackUrl: merchant.url, retry: ['1s'] })
    const { id } = (await shop.collect({ accountName: hostileName, reason: 'paid with live_abc123' })).body
    await shop.advance('1m')
    await shop.get(`/payments/${id}`)
    const { page } = await openPlace(sandbox.url, { view: `transactions/${id}`, key: shop.key })
    await page.getByRole('button', { name: 'Share' }).click()
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save as HTML' }).click()
    const download = await saved
    expect(download.suggestedFilename()).toBe('order-1.html')
    const file = join(temporaryFolder(), 'order-1.html')
    const { stdout } = await run(['explain', 'order-1', '--html', file, '--url', sandbox.url, '--key', shop.key])
    expect(stdout).toMatch(/^order-1 is in .*order-1\.html \(\d+ kB\): open it in a browser\n$/)
    const text = readFileSync(file, 'utf8')
    expect(readFileSync(await download.path(), 'utf8')).toBe(text)
    for (const key of [shop.key, 'live_abc', hostileName]) expect(text).not.toContain(key)

    for (const [name, look] of Object.entries(looks)) {
      const { page: opened, requested, complaints } = await openPage(look)
      await opened.context().setOffline(true)
      await opened.goto(pathToFileURL(file).href)
      expect(await opened.title()).toBe('order-1 · Completed')
      expect(await opened.locator('h1').textContent()).toBe('order-1 Completed GHS 100.00')
      expect((await opened.locator('dd').allTextContents()).slice(0, 3)).toEqual([
        'Mobile money, MTN',
        `${hostileName} · 0241234567`,
        'approve, default',
      ])
      expect(await opened.locator('svg').textContent()).toContain('Your server')
      const steps = opened.locator('li')
      await steps.getByText('webhook attempt 2: answered 500').waitFor()
      await steps.getByText(`POST /collections/mobilemoney · answered 200`).waitFor()
      await steps.getByText(`GET /payments/${id} · answered 200`).waitFor({ state: 'attached' })
      const last = opened.locator('details[open]').last()
      const [posted, answered] = await Promise.all(
        ['Posted', 'Answered'].map((name) => last.getByRole('heading', { name }).boundingBox()),
      )
      if (look.width > 1000) expect(posted?.y).toBe(answered?.y)
      expect(await opened.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
      expect([name, ...(await allFindings(opened))]).toEqual([name])
      expect([requested.filter((url) => !url.startsWith('file:')), complaints]).toEqual([[], []])
    }
  },
)

browserTest('the colours of the file are those of the page', async () => {
  const tokens = readFileSync(join(import.meta.dirname, '../../src/dashboard/tokens.css'), 'utf8')
  const colours = documentStyle.match(/--[\w-]+: .*;/g) ?? []
  expect(colours.length).toBeGreaterThan(10)
  for (const colour of colours) expect(tokens).toContain(colour)
})

browserTest('a life of any length is a file of at most 600 kB', async () => {
  const url = await answering(500, '&'.repeat(60_000))
  const sandbox = await openSandbox()
  const shop = sandbox.shop({ callbackUrl: url, retry: ['1s', '1s', '1s', '1s'] })
  const { id } = (await shop.collect({ accountName: '&'.repeat(200) })).body
  await shop.advance('1m')
  for (let count = 0; count < 400; count++) await shop.get(`/payments/${id}?${count}${'&'.repeat(4000)}`)
  const file = join(temporaryFolder(), 'long.html')
  await run(['explain', id, '--html', file, '--url', sandbox.url, '--key', shop.key])
  const text = readFileSync(file, 'utf8')
  expect(text.length).toBeGreaterThan(100_000)
  expect(Buffer.byteLength(text)).toBeLessThan(600_000)
  expect(text).toContain('more steps …')
})
