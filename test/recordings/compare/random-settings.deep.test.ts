import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseConfig } from '../../../src/config.ts'
import { settingsSchema } from '../../../src/domain/settings.ts'
import { compareRecordings } from '../../../src/recordings/compare/compare.ts'
import { nested, randomSettings } from '../../support/random-settings.ts'
import { harFile, quiet, recordSandbox } from '../../support/recorded-sandbox.ts'
import { varied } from '../../support/varied-calls.ts'

/** `COMPARE_RUNS` sets another number. */
const numRuns = Number(process.env.COMPARE_RUNS ?? 3)

test('exactly the settings of a sandbox come back from its recording', {
  timeout: 60_000 + numRuns * 20_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(randomSettings, async (settings) => {
      const recorded = await recordSandbox(settingsSchema.partial().parse(nested(settings)), varied)
      const { settlings, contradictions, settled, uncovered } = await compareRecordings(
        [harFile(recorded)],
        parseConfig({}),
        quiet,
      )
      const found = Object.fromEntries(settlings.map(({ path, value }) => [path.slice(2).join('.'), value]))
      expect(found).toEqual(settings)
      expect([...contradictions, ...uncovered, ...settled.uncovered]).toEqual([])
      expect(settled.rows.filter(({ verdict }) => verdict === 'differs')).toEqual([])
    }),
    { numRuns, endOnFailure: true },
  )
})
