import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { packageRoot } from '../../src/package-root.ts'
import { call } from '../support/call.ts'
import { openSandbox } from '../support/opened-sandbox.ts'

test('the first load of the page is at most 52 KB as a usual server would send it, and all of it 79 KB', () => {
  const folder = join(packageRoot(), 'dist', 'page')
  const files = readdirSync(folder).filter((name) => name.endsWith('.br'))
  const bytesOf = (name: string) => brotliDecompressSync(readFileSync(join(folder, name)))
  const sizeOf = (names: Iterable<string>) =>
    [...names].map((name) => gzipSync(bytesOf(name)).length).reduce((sum, size) => sum + size, 0)
  const first = new Set(files.filter((name) => /^(index|icon|style)\W/.test(name)))
  expect(first.size).toBe(4)
  // What the first script imports is loaded with it.
  for (const name of first)
    for (const [, imported] of bytesOf(name)
      .toString()
      .matchAll(/from"\.\/([^"]+\.js)"/g))
      first.add(`${imported}.br`)
  expect(sizeOf(first)).toBeLessThan(52_000)
  // 2 KB of it, loaded later, are the forms that set every setting and try any payment.
  expect(sizeOf(files)).toBeLessThan(79_000)
})

test('the page and its files have their content types, and a policy that allows no other host', async () => {
  const sandbox = await openSandbox()
  const { text, headers } = await call(sandbox.url, '/_sandbox/')
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'content-security-policy':
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  })
  const files = [...text.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, path = '']) => path)
  const byEnd = files.toSorted((one, other) => one.slice(-3).localeCompare(other.slice(-3)))
  expect(byEnd).toEqual([
    expect.stringMatching(/^\/_sandbox\/page\/index-[\w-]{8}\.js$/),
    expect.stringMatching(/^\/_sandbox\/page\/style-[\w-]{8}\.css$/),
    '/_sandbox/page/icon.svg',
  ])
  for (const path of files) {
    const { status, headers: own } = await call(sandbox.url, path)
    expect([status, own['x-content-type-options']]).toEqual([200, 'nosniff'])
    const isKept = !path.endsWith('.svg')
    expect(own['cache-control']).toBe(isKept ? 'public, max-age=31536000, immutable' : 'no-cache')
  }
})
