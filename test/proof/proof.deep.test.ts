import { expect, test } from 'vitest'
import { bars } from './bars.ts'

/** The short form of `npm run proof`: each bar holds for a little, and fails if it is spoilt. */
for (const [name, bar] of Object.entries(bars)) {
  test(`${name}: ${bar.promise}`, async () => {
    expect(await bar.run('short', false)).toBeDefined()
  })
  test(`${name} can fail`, async () => {
    await expect(bar.run('short', true)).rejects.toThrow()
  })
}
