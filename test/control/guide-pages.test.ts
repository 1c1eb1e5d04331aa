import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { guidePages } from '../../src/guide-pages.ts'
import { openSharedSandbox } from '../support/opened-sandbox.ts'

const sandbox = await openSharedSandbox()
const locked = await openSharedSandbox({ token: 's3cret' })
const docs = join(import.meta.dirname, '..', '..', 'docs')

test('llms.txt links every page of guide, and each link leads to its Markdown', async () => {
  const at = new URL('/_sandbox/llms.txt', sandbox.url)
  const answer = await fetch(at)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  const links = [...(await answer.text()).matchAll(/^- \[.+?\]\((.+?)\)$/gm)].map(([, link = '']) => link)
  expect(links).toEqual(guidePages().map(({ name }) => `docs/${name}.md`))
  expect(links).toContain('docs/reference/cli.md')
  for (const link of links) {
    const page = await fetch(new URL(link, at))
    expect([link, page.status, page.headers.get('content-type')]).toEqual([link, 200, 'text/markdown; charset=utf-8'])
    expect(await page.text()).toBe(readFileSync(join(docs, link.replace('docs/', '')), 'utf8'))
  }
})

test('a page that there is not is a 404 with the nearest, also for paths out of the folder', async () => {
  const page = await fetch(`${sandbox.url}/_sandbox/docs/webhoks.md`)
  expect(page.status).toBe(404)
  expect(await page.text()).toContain('did you mean webhooks.md?')
  expect((await fetch(`${sandbox.url}/_sandbox/docs/..%2FREADME.md`)).status).toBe(404)
})

test('the pages hold nothing of the sandbox and need no token', async () => {
  for (const path of ['llms.txt', 'docs/webhooks.md', 'docs/reference/cli.md'])
    expect([path, (await fetch(`${locked.url}/_sandbox/${path}`)).status]).toEqual([path, 200])
})
