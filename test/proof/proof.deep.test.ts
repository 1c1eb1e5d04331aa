import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bars } from './bars.ts'
import { root } from './proof-page.ts'

/** The short form of `npm run proof`: each bar holds for a little, and fails if it is spoilt. */
for (const [name, bar] of Object.entries(bars)) {
  test(`${name}: ${bar.promise}`, async () => {
    expect(await bar.run('short', null)).toBeDefined()
  })
  for (const mutation of bar.mutations) {
    test(`${name} fails with ${mutation}`, async ({ skip }) => {
      const figures = await bar.run('short', mutation).catch((broken: unknown) => ({ broken }))
      if ('not run' in figures) skip(`not run: ${figures['not run']}`)
      expect(figures).toHaveProperty('broken')
    })
  }
}

test('each test is there that the page of what earlier runs found names', () => {
  const named = readFileSync(join(root, 'docs', 'proof-found.md'), 'utf8').match(/(?<=`)test\/[^`]+/g) ?? []
  expect(named.length).toBeGreaterThan(0)
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([])
})
