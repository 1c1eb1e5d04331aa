import fc from 'fast-check'
import { expect, test } from 'vitest'
import { settingsSchema } from '../../../src/domain/settings.ts'
import { compareFiles, differencesIn, settingsIn } from '../../support/compared.ts'
import { nested, randomSettings } from '../../support/random-settings.ts'
import { harFile, recordSandbox } from '../../support/recorded-sandbox.ts'
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
      const comparison = await compareFiles([harFile(noisy(recorded, how))])
      const { smsOtp = [], networks, currencies, ...found } = settingsIn(comparison)
      expect(found).toEqual(Object.fromEntries(Object.keys(found).map((name) => [name, settings[name]])))
      // A network whose answer was lost is not seen.
      expect(settings.smsOtp ?? []).toEqual(expect.arrayContaining(smsOtp as string[]))
      for (const [wide, narrow] of [
        [networks, settings.networks],
        [currencies, settings.currencies],
      ])
        if (wide !== undefined) expect(wide).toEqual(expect.arrayContaining(narrow as string[]))
      // What one transaction alone shows is said, and not settled.
      const said = comparison.unsettled.flatMap(({ values }) => values)
      expect(said.filter((value) => !value.includes('seen once'))).toEqual([])
      if (said.length > 0 || comparison.settings.length < Object.keys(settings).length) return
      expect(differencesIn(comparison.settled)).toEqual([])
    }),
    { numRuns, endOnFailure: true },
  )
})
