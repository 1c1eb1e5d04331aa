import { type CurrencyCode, currencyCodes } from '../../catalogue/currencies.ts'
import { toMajor } from '../../domain/money.ts'
import type { Flow } from '../../domain/transaction.ts'
import type { AmountCondition, Match } from '../language/match.ts'
import { amountRange } from './amount-range.ts'
import { compileGlob } from './glob.ts'

export interface SelectionFacts {
  readonly flow: Flow
  /** Mobile money: in international and in local digits; other flows: as sent. Any of them may match. */
  readonly accountNumbers: readonly string[]
  readonly reference: string
  readonly network: string
  readonly currency: CurrencyCode
  readonly reason: string | null
  readonly amountMinor: number
}

export function compileMatch(match: Match): (facts: SelectionFacts) => boolean {
  const tests = keyTests(match).map(({ holds }) => holds)
  return (facts) => {
    for (const holds of tests) if (!holds(facts)) return false
    return true
  }
}

export interface FailedKey {
  readonly key: string
  readonly wanted: unknown
  readonly got: unknown
}

export function failedKeys(match: Match, facts: SelectionFacts): readonly FailedKey[] {
  return keyTests(match)
    .filter(({ holds }) => !holds(facts))
    .map(({ key, got }) => ({ key, wanted: match[key], got: got(facts) }))
}

interface KeyTest {
  readonly key: keyof Match
  readonly holds: (facts: SelectionFacts) => boolean
  readonly got: (facts: SelectionFacts) => unknown
}

/** The tests of a match, the cheapest first. */
function keyTests({ flow, currency, network, amount, accountNumber, reference, reason }: Match): readonly KeyTest[] {
  const tests: KeyTest[] = []
  const text = (key: 'currency' | 'network' | 'reference' | 'reason', globs: readonly string[] | undefined) => {
    if (!globs) return
    const holds = anyGlob(globs)
    tests.push({ key, holds: ({ [key]: fact }) => fact !== null && holds(fact), got: (facts) => facts[key] })
  }
  if (flow) tests.push({ key: 'flow', holds: (facts) => flow.includes(facts.flow), got: (facts) => facts.flow })
  text('currency', currency)
  text('network', network)
  if (amount !== undefined) {
    const got = (facts: SelectionFacts) => toMajor(facts.amountMinor, facts.currency)
    tests.push({ key: 'amount', holds: amountTest(amount), got })
  }
  if (accountNumber) {
    const holds = anyGlob(accountNumber)
    const got = ({ accountNumbers: [first] }: SelectionFacts) => first ?? null
    tests.push({ key: 'accountNumber', holds: (facts) => facts.accountNumbers.some(holds), got })
  }
  text('reference', reference)
  text('reason', reason)
  return tests
}

function anyGlob(globs: readonly string[]): (text: string) => boolean {
  const tests = globs.map(compileGlob)
  const [only] = tests
  return only !== undefined && tests.length === 1 ? only : (text) => tests.some((fits) => fits(text))
}

function amountTest(condition: AmountCondition): (facts: SelectionFacts) => boolean {
  const ranges = Object.fromEntries(currencyCodes.map((currency) => [currency, amountRange(condition, currency)]))
  return ({ currency, amountMinor }) => {
    const range = ranges[currency]
    return range !== undefined && range.leastMinor <= amountMinor && amountMinor <= range.mostMinor
  }
}
