import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Flow, flows } from '../../../src/domain/transaction.ts'
import { shadowedRules } from '../../../src/scenarios/lint/shadowed-rules.ts'
import type { Match } from '../../../src/scenarios/scenario.ts'
import { compileMatch, type SelectionFacts } from '../../../src/scenarios/select/match.ts'

const text = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 4 })
const glob = fc.string({ unit: fc.constantFrom('a', 'b', '*', '*', '?'), minLength: 1, maxLength: 4 })
const globs = fc.array(glob, { minLength: 1, maxLength: 2 })
const bounds = fc.record({ gt: fc.nat(3), lte: fc.nat(3) }, { requiredKeys: [] })
const keys = {
  flow: fc.constantFrom<readonly Flow[]>(['mobile-money'], flows),
  reference: globs,
  reason: globs,
  currency: fc.array(fc.constantFrom('GHS', 'G*', 'XOF', '*'), { minLength: 1, maxLength: 2 }),
  amount: fc.oneof(fc.constantFrom(0, 1, 1.5, 2), bounds),
}
const match: fc.Arbitrary<Match> = fc.oneof(
  fc.record(keys, { requiredKeys: [] }),
  fc.record({ reference: globs }),
  fc.record({ currency: keys.currency, amount: keys.amount }),
)
const rule = fc.record({
  match,
  flows: fc.constantFrom<readonly Flow[]>(flows, flows, flows, ['mobile-money']),
  currency: fc.constantFrom(null, null, 'GHS' as const),
  isWhole: fc.constant(true),
})
const facts: fc.Arbitrary<SelectionFacts> = fc.record({
  flow: fc.constantFrom(...flows),
  accountNumbers: fc.constant(['0241234567']),
  reference: text,
  network: fc.constant('MTN'),
  currency: fc.constantFrom('GHS', 'GBP', 'XOF'),
  reason: fc.option(text),
  amountMinor: fc.nat(400),
})
type Rule = typeof rule extends fc.Arbitrary<infer Value> ? Value : never

const holds = ({ match, flows, currency }: Rule, request: SelectionFacts) =>
  flows.includes(request.flow) && (currency === null || currency === request.currency) && compileMatch(match)(request)

test('no request is matched by a hidden rule that the rule before it does not match', async () => {
  let hidden = 0
  const property = fc.asyncProperty(
    fc.array(rule, { minLength: 2, maxLength: 10 }),
    fc.array(facts, { minLength: 40, maxLength: 40 }),
    async (rules, requests) => {
      for (const { rule, by } of await shadowedRules(rules)) {
        hidden++
        expect(rules.indexOf(by)).toBeLessThan(rules.indexOf(rule))
        for (const request of requests) if (holds(rule, request)) expect(holds(by, request)).toBe(true)
      }
    },
  )
  await fc.assert(property, { numRuns: 1000 })
  expect(hidden).toBeGreaterThan(300)
})

test('a rule that comes twice is always found, and said to be the same', async () => {
  const property = fc.asyncProperty(rule, async (one) => {
    const [found, ...others] = await shadowedRules([one, { ...one }])
    const canHold = fc.sample(facts, 200).some((request) => holds(one, request))
    expect(others).toEqual([])
    expect(found?.isSame ?? !canHold).toBe(true)
  })
  await fc.assert(property, { numRuns: 200 })
})
