import fc from 'fast-check'
import { expect, test } from 'vitest'
import { flows } from '../../../src/domain/transaction.ts'
import { plainApproval } from '../../../src/scenarios/compile/fallback-scenarios.ts'
import { type Match, noScenarios } from '../../../src/scenarios/scenario.ts'
import { compileMatch, type SelectionFacts } from '../../../src/scenarios/select/match.ts'
import { compileScenarios } from '../../../src/scenarios/select/select.ts'

const text = fc.string({ unit: fc.constantFrom('a', 'b', '1'), maxLength: 5 })
const glob = fc.string({ unit: fc.constantFrom('a', 'b', '1', '*', '?'), minLength: 1, maxLength: 6 })
const globs = fc.array(glob, { minLength: 1, maxLength: 2 })
const match: fc.Arbitrary<Match> = fc.record(
  {
    flow: fc.subarray([...flows], { minLength: 1 }),
    accountNumber: globs,
    reference: globs,
    network: globs,
    reason: globs,
    amount: fc.oneof(fc.nat(3), fc.record({ gt: fc.nat(3) })),
  },
  { requiredKeys: [] },
)
const facts: fc.Arbitrary<SelectionFacts> = fc.record({
  flow: fc.constantFrom(...flows),
  accountNumbers: fc.array(text, { minLength: 1, maxLength: 2 }),
  reference: text,
  network: text,
  currency: fc.constantFrom('GHS', 'NGN'),
  reason: fc.option(text),
  amountMinor: fc.oneof(fc.constantFrom(100, 200, 300), fc.nat(400)),
})

test('the index finds the very rule that trying each in turn finds', () => {
  const property = fc.property(
    fc.array(match, { maxLength: 12 }),
    fc.array(facts, { minLength: 8, maxLength: 8 }),
    check,
  )
  fc.assert(property, { numRuns: 1000 })
})

function check(matches: readonly Match[], requests: readonly SelectionFacts[]): void {
  const scenarios = matches.map((match, index) => ({ ...plainApproval, name: `rule-${index}`, match }))
  const { findRule } = compileScenarios({ ...noScenarios, scenarios })
  for (const request of requests) {
    const expected = scenarios.find((scenario) => compileMatch(scenario.match)(request))
    expect(findRule(request)?.name).toBe(expected?.name)
  }
}
