import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { monotonicMs } from '../../src/time.ts'
import { bars } from './bars.ts'
import { mutantsIn, proofPage, root, type Seen, thisRun } from './proof-page.ts'

/** `npm run proof`: every bar in full; then docs/proof.md is written with what was seen. */
const seen = new Map<string, Seen>()
const mostMinutes = 20

for (const [name, bar] of Object.entries(bars)) {
  test(`${name}: ${bar.promise}`, { timeout: mostMinutes * 60_000 }, async () => {
    seen.set(name, { figures: `Not finished in ${mostMinutes} minutes.`, seconds: mostMinutes * 60 })
    const began = monotonicMs()
    const seconds = () => Math.round((monotonicMs() - began) / 1000)
    try {
      const figures = await bar.run('full', null)
      seen.set(name, { figures, seconds: seconds() })
    } catch (cause) {
      seen.set(name, { figures: `BROKEN: ${cause instanceof Error ? cause.message : cause}`, seconds: seconds() })
      throw cause
    }
    expect(seen.has(name)).toBe(true)
  })
}

/** After each bar: a run that is stopped shows what it has seen. */
afterEach(() => {
  const page = join(root, 'docs', 'proof.md')
  writeFileSync(page, proofPage(seen, thisRun()) + mutantsIn(readFileSync(page, 'utf8')))
})
