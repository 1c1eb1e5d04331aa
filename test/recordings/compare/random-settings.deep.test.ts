import fc from 'fast-check'
import { expect, test } from 'vitest'
import { settingsSchema } from '../../../src/domain/settings.ts'
import { compareFiles, differencesIn, settingsIn } from '../../support/compared.ts'
import { nested, randomSettings } from '../../support/random-settings.ts'
import { harFile, recordSandbox } from '../../support/recorded-sandbox.ts'
import { varied } from '../../support/varied-calls.ts'

/** `COMPARE_RUNS` sets another number. */
const numRuns = Number(process.env.COMPARE_RUNS ?? 5)
const timeout = 60_000 + numRuns * 20_000

test('exactly the plain settings of a sandbox come back from its recording', { timeout }, async () => {
  await fc.assert(
    fc.asyncProperty(randomSettings, async (settings) => {
      const recorded = await recordSandbox(settingsSchema.partial().parse(nested(settings)), varied)
      const comparison = await compareFiles([harFile(recorded)])
      expect(settingsIn(comparison)).toEqual(settings)
      const others = [...comparison.unsettled, ...comparison.byHand]
      expect(others.map(({ setting, values }) => [setting, ...values])).toEqual([])
      expect(differencesIn(comparison.settled)).toEqual([])
    }),
    { numRuns, endOnFailure: true },
  )
})
