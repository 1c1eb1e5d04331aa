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

interface Entry {
  readonly startedDateTime: string
  readonly _webhook?: boolean
  readonly response: { readonly content: { readonly text: string } }
}

/** What a browser or a proxy loses and repeats: bodies that were not kept, webhooks that two recorders wrote, another order. */
const noise = fc.record({
  dice: fc.array(fc.nat(59), { minLength: 61, maxLength: 61 }),
  isReversed: fc.boolean(),
})

function noisy(
  entries: readonly object[],
  { dice, isReversed }: { readonly dice: readonly number[]; readonly isReversed: boolean },
) {
  const all = (entries as readonly Entry[]).flatMap((entry, index) => {
    const die = dice[index % dice.length] ?? 0
    if (entry._webhook === true) return die % 5 === 0 ? [entry, entry] : [entry]
    if (die % 12 !== 0) return [entry]
    const { text: _lost, ...content } = entry.response.content
    return [{ ...entry, response: { ...entry.response, content } }]
  })
  // Newest first, as some browsers write them; entries of one moment stay in their order.
  return isReversed ? all.toSorted((one, other) => other.startedDateTime.localeCompare(one.startedDateTime)) : all
}

test('a recording with lost bodies, doubled webhooks and in another order shows no setting that is not so', {
  timeout: 60_000 + numRuns * 20_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(randomSettings, noise, async (settings, how) => {
      const recorded = await recordSandbox(settingsSchema.partial().parse(nested(settings)), varied)
      const { settlings, contradictions, settled, uncovered } = await compareRecordings(
        [harFile(noisy(recorded, how))],
        parseConfig({}),
        quiet,
      )
      const { smsOtp = [], ...found } = Object.fromEntries(
        settlings.map(({ path, value }) => [path.slice(2).join('.'), value]),
      )
      expect(found).toEqual(Object.fromEntries(Object.keys(found).map((name) => [name, settings[name]])))
      // A network whose answer was lost is not seen.
      expect(settings.smsOtp ?? []).toEqual(expect.arrayContaining(smsOtp as string[]))
      // What one transaction alone shows is said, and not settled.
      const said = contradictions.flatMap(({ values }) => values)
      expect(said.filter((value) => !value.includes('seen once'))).toEqual([])
      if (said.length > 0 || settlings.length < Object.keys(settings).length) return
      expect([...uncovered, ...settled.uncovered]).toEqual([])
      expect(settled.rows.filter(({ verdict }) => verdict === 'differs')).toEqual([])
    }),
    { numRuns, endOnFailure: true },
  )
})
