import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseConfig } from '../../../src/config.ts'
import { compareRecordings } from '../../../src/recordings/compare/compare.ts'
import { decisions } from '../../../src/recordings/compare/decisions.ts'
import { UnusableRecording } from '../../../src/recordings/read/recording.ts'
import { harFile, quiet } from '../../support/recorded-sandbox.ts'
import { recordForeign, usual } from '../../support/services/foreign-service.ts'

const odd = [
  null,
  true,
  '',
  'x',
  -1,
  0,
  1e300,
  1.5,
  [],
  {},
  [{}],
  'GHS',
  'COMPLETED',
  'FAILED',
  '9999 | A | B',
  '2026-04-01T08:00:00Z',
]

/** Gives a few values of a recording, at any depth and in bodies too, another value or takes them out. */
function spoil(value: unknown, next: () => number): unknown {
  if (next() % 60 === 0) return odd[next() % odd.length]
  if (typeof value === 'string' && /^[[{]/.test(value)) return JSON.stringify(spoil(JSON.parse(value), next))
  if (Array.isArray(value)) return value.map((one) => spoil(one, next))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) => (next() % 80 === 0 ? [] : [[name, spoil(one, next)]])),
  )
}

test('a recording with odd values is compared or refused', { timeout: 300_000 }, async () => {
  const entries = recordForeign(usual)
  await fc.assert(
    fc.asyncProperty(fc.infiniteStream(fc.nat(9999)), async (stream) => {
      const next = () => Number(stream.next().value)
      const spoiled = entries.map((entry) => spoil(entry, next))
      const file = harFile(spoiled as object[])
      const compared = await compareRecordings([file], parseConfig({}), quiet).catch((error) => error)
      if (compared instanceof Error && !(compared instanceof UnusableRecording)) throw compared
      if (!(compared instanceof Error)) expect(compared.rows).toHaveLength(decisions.length)
    }),
    { numRuns: Number(process.env.COMPARE_RUNS ?? 4), endOnFailure: true },
  )
})
