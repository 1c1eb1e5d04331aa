import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fileSchema } from '../../../src/scenarios/language/file.ts'
import { checkScenarioText } from '../../../src/scenarios/load.ts'

const duration = fc.constantFrom('5s', '2s..8s', '0s', '1h', 'soon', '5', '4000d')
const glob = fc.oneof(fc.constantFrom('*', 'a?', '*000911?', 'GHS', 'mobile-money', ''), fc.integer(), fc.boolean())
const junk = fc.jsonValue({ maxDepth: 2 })

function sometimes<T>(right: fc.Arbitrary<T>): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 5, arbitrary: right }, { weight: 1, arbitrary: junk })
}

const outcome = fc.oneof(
  fc.constantFrom('approved', 'expired', 'by-transfers', 'never', 'by-hand'),
  fc.record({ failed: fc.constantFrom('wrong_pin', 'switch_error', 'approved', 'nope', 5) }),
)
const amount = fc.oneof(fc.double(), fc.record({ gt: fc.integer(), lte: fc.double() }, { requiredKeys: [] }))
const pay = sometimes(fc.constantFrom(5, 0.001, '60%', '0%', '60'))
const scenario = fc.record(
  {
    match: sometimes(
      fc.record({ flow: glob, accountNumber: fc.array(glob), currency: glob, amount, x: junk }, { requiredKeys: [] }),
    ),
    after: sometimes(duration),
    outcome: sometimes(outcome),
    transfers: sometimes(fc.array(fc.record({ pay, after: duration }, { requiredKeys: [] }))),
    expires: sometimes(duration),
    partialPayments: sometimes(fc.constantFrom('hold', 'fail')),
    respond: sometimes(fc.record({ status: fc.constantFrom('PENDING', 'COMPLETED', 'FAILED') })),
    webhook: sometimes(fc.record({ delay: duration, retry: fc.array(duration) })),
    other: junk,
  },
  { requiredKeys: [] },
)
const file = fc.record({
  version: sometimes(fc.constant(1)),
  results: sometimes(fc.dictionary(fc.string(), sometimes(fc.record({ code: glob, source: glob, text: glob })))),
  scenarios: sometimes(fc.dictionary(fc.constantFrom('a', 'b', 'c d', '__proto__', 'toString'), sometimes(scenario))),
})

test('any text is read or refused in our own words, with a place in the text', async () => {
  await fc.assert(
    fc.asyncProperty(file, async (value) => {
      const text = JSON.stringify(value, null, 2)
      for (const { line, column, message } of await checkScenarioText(text, 'any.yaml')) {
        expect(message).not.toMatch(/Invalid|expected|undefined|\{value\}|\[object/)
        expect(text.split('\n')[line - 1]?.length ?? -1).toBeGreaterThanOrEqual(column - 1)
      }
    }),
    { numRuns: 200 },
  )
})

test('the form of a file can be written as JSON Schema, which refuses unknown keys too', async () => {
  const { z } = await import('zod')
  const schema = z.toJSONSchema(fileSchema, { io: 'input' })
  expect(schema.additionalProperties).toBe(false)
  expect(schema.required).toEqual(['version'])
})
