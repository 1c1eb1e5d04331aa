import { type CurrencyCode, currencyCodes } from '../catalogue/currencies.ts'
import type { Flow } from '../domain/transaction.ts'
import { amountRange } from './amount-range.ts'
import { compileGlob } from './glob.ts'
import type { AmountCondition, Match } from './scenario.ts'

/** What a create request says, as match rules see it. */
export interface SelectionFacts {
  readonly flow: Flow
  /** Mobile money: the number in international and in local digits; elsewhere as sent. Any of them may match. */
  readonly accountNumbers: readonly string[]
  readonly reference: string
  readonly network: string
  readonly currency: CurrencyCode
  readonly reason: string | null
  readonly amountMinor: number
}

/** Compiles a match to a test of facts; all its keys must hold. */
export function compileMatch(match: Match): (facts: SelectionFacts) => boolean {
  const tests: ((facts: SelectionFacts) => boolean)[] = []
  const { flow, accountNumber, reference, network, currency, reason, amount } = match
  if (flow) tests.push((facts) => flow.includes(facts.flow))
  if (currency) tests.push(textTest(currency, (facts) => [facts.currency]))
  if (network) tests.push(textTest(network, (facts) => [facts.network]))
  if (amount !== undefined) tests.push(amountTest(amount))
  if (accountNumber) tests.push(textTest(accountNumber, (facts) => facts.accountNumbers))
  if (reference) tests.push(textTest(reference, (facts) => [facts.reference]))
  if (reason) tests.push(textTest(reason, (facts) => (facts.reason === null ? [] : [facts.reason])))
  return (facts) => tests.every((test) => test(facts))
}

function textTest(
  globs: readonly string[],
  textsOf: (facts: SelectionFacts) => readonly string[],
): (facts: SelectionFacts) => boolean {
  const globTests = globs.map(compileGlob)
  return (facts) => textsOf(facts).some((text) => globTests.some((test) => test(text)))
}

function amountTest(condition: AmountCondition): (facts: SelectionFacts) => boolean {
  const ranges = new Map(currencyCodes.map((currency) => [currency, amountRange(condition, currency)]))
  return ({ currency, amountMinor }) => {
    const range = ranges.get(currency)
    return range !== undefined && range.leastMinor <= amountMinor && amountMinor <= range.mostMinor
  }
}
