import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createPageFiles } from '../../src/control/about/page-file.ts'
import { packageRoot } from '../../src/package-root.ts'
import { readDocument } from '../support/api-document.ts'
import { call } from '../support/call.ts'
import { browserTest, openPage } from '../support/chromium.ts'
import { openSandbox } from '../support/opened-sandbox.ts'

/** The reference page in a real browser. */

browserTest('the page lists every operation and webhook, and asks nothing of any other host', async () => {
  const sandbox = await openSandbox()
  const { page, requested, complaints } = await openPage()
  await page.goto(`${sandbox.url}/_sandbox/docs`)
  await page.locator('.opblock').first().waitFor()
  expect(await page.title()).toBe('payments-sandbox: API reference')
  expect(await page.evaluate('document.characterSet')).toBe('UTF-8')
  const { operations } = readDocument((await call(sandbox.url, '/_sandbox/openapi.json')).body)
  const listed = await page.locator('.opblock .opblock-summary-path').allTextContents()
  const described = [...operations.values()].map(({ path }) => path)
  expect(
    listed
      .map(plain)
      .filter((path) => path.startsWith('/'))
      .sort(),
  ).toEqual(described.sort())
  expect(await page.locator('.opblock', { hasText: 'A transaction reached its final status' }).count()).toBe(1)
  expect(requested.filter((url) => !url.startsWith(`${sandbox.url}/`) && !url.startsWith('data:'))).toEqual([])
  expect(complaints).toEqual([])
})

browserTest('a reader who tries the first call gets the answer of its example', async () => {
  const sandbox = await openSandbox()
  const { page, complaints } = await openPage()
  await page.goto(`${sandbox.url}/_sandbox/docs`)
  const collect = page.locator('.opblock', { hasText: 'Initiate a mobile money debit' })
  await collect.locator('.opblock-summary').click()
  await collect.locator('button.execute').click()
  await collect.locator('.live-responses-table .response-col_status', { hasText: '200' }).waitFor()
  const { body: document } = await call(sandbox.url, '/_sandbox/openapi.json')
  const { 200: success } = document.paths['/collections/mobilemoney'].post.responses
  const { id } = success.content['application/json'].example
  const { body } = await call(sandbox.url, '/_sandbox/transactions')
  expect(body.data).toMatchObject([{ id, status: 'INITIATED' }])
  expect(complaints).toEqual([])
})

browserTest('a script of the page cannot ask another host', async () => {
  const sandbox = await openSandbox()
  const { page, complaints } = await openPage()
  await page.goto(`${sandbox.url}/_sandbox/docs`)
  expect(await page.evaluate("fetch('http://other.example/').catch(() => 'refused')")).toBe('refused')
  expect(complaints).toEqual(expect.arrayContaining([expect.stringContaining('Content Security Policy')]))
})

browserTest('if the sandbox demands its token, the page asks for it once', async () => {
  const sandbox = await openSandbox({ token: 'correct horse' })
  const { page } = await openPage()
  await page.goto(`${sandbox.url}/_sandbox/docs`)
  await page.getByLabel('Token').fill('wrong')
  await page.getByRole('button', { name: 'Open the reference' }).click()
  await page.getByText('token: is not the one this sandbox was started with').waitFor()
  expect(await page.locator('.opblock').count()).toBe(0)
  await page.getByLabel('Token').fill('correct horse')
  await page.getByRole('button', { name: 'Open the reference' }).click()
  const clock = page.locator('.opblock', { hasText: "This business's time" })
  await clock.locator('.opblock-summary').click()
  await clock.locator('button.execute').click()
  await clock.locator('.live-responses-table .response-col_status', { hasText: '200' }).waitFor()
})

test('the page and its files have their content types, and a policy that allows no other host', async () => {
  const sandbox = await openSandbox()
  const page = await call(sandbox.url, '/_sandbox/docs')
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(page.headers['content-security-policy']).toMatch(/^default-src 'none';/)
  for (const [, path = ''] of page.text.matchAll(/(?:src|href)="(\/[^"]*)"/g)) {
    const { status, headers } = await call(sandbox.url, path)
    expect([status, headers['content-type']]).toEqual([200, expect.stringMatching(/; charset=utf-8$/)])
    expect(headers['x-content-type-options']).toBe('nosniff')
  }
  expect((await call(sandbox.url, '/_sandbox/docs', { method: 'POST' })).status).toBe(404)
})

test.each(['..%2f..%2fpackage.json', '%2e%2e/package.json', 'swagger-ui.css.map', '__proto__', 'page.html/'])(
  'the page has no file %s',
  async (file) => {
    const sandbox = await openSandbox()
    expect((await call(sandbox.url, `/_sandbox/docs/${file}`)).status).toBe(404)
  },
)

/** Swagger UI lets long paths break where it puts characters without width. */
function plain(path: string): string {
  return path.replaceAll('\u200b', '')
}

test('the published package has the files of the page, byte for byte', async () => {
  const published = mkdtempSync(join(tmpdir(), 'published-'))
  onTestFinished(() => rmSync(published, { recursive: true }))
  cpSync(join(packageRoot(), 'dist', 'reference'), join(published, 'dist', 'reference'), { recursive: true })
  const files = createPageFiles(published)
  for (const source of [
    'src/control/about/reference/page.html',
    'src/control/about/reference/page.css',
    'src/control/about/reference/page.js',
    'node_modules/swagger-ui-dist/swagger-ui.css',
    'node_modules/swagger-ui-dist/swagger-ui-bundle.js',
  ]) {
    const there = await files('reference', basename(source))
    expect(there?.equals(readFileSync(join(packageRoot(), source)))).toBe(true)
  }
})
