import { expect, test } from 'vitest'
import { bars } from './bars.ts'

/** The short form of `npm run proof`: each bar holds for a little, and fails if it is spoilt. */
for (const [name, bar] of Object.entries(bars)) {
  test(`${name}: ${bar.promise}`, async () => {
    expect(await bar.run('short', null)).toBeDefined()
  })
  for (const mutation of bar.mutations) {
    test(`${name} fails if ${mutation}`, async () => {
      await expect(bar.run('short', mutation)).rejects.toThrow()
    })
  }
}
