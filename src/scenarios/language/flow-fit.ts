import type { ResultName } from '../../catalogue/results.ts'
import { type CurrencyCode, type Flow, flows } from '../../domain/transaction.ts'
import { all, any, type Condition, has, is, type JsonSchema, names, not } from './condition.ts'
import type { WrittenScenario } from './file.ts'
import type { Path } from './path.ts'

/** Something in a scenario that can happen to some flows only. */
export interface Tie {
  /** The key within the scenario that makes the tie. */
  readonly path: Path
  /** How a sentence calls it. */
  readonly what: string
  readonly flows: readonly Flow[]
}

/** Results that need a customer with a phone and a mobile money wallet (design: Flow fit). */
export const phoneResults: readonly string[] = [
  'wrong_pin',
  'prompt_timeout',
  'insufficient_customer_balance',
  'invalid_customer_account',
] satisfies ResultName[]

const ties: readonly (Tie & { readonly when: Condition })[] = [
  ...['transfers', 'expires', 'partialPayments', 'lateTransfers'].map((key) => tie(key, key, ['virtual-account'])),
  tie('otp', 'otp', ['mobile-money']),
  ...['expired', 'by-transfers'].map((outcome) => ({
    ...tie('outcome', `outcome ${outcome}`, ['virtual-account']),
    when: is('outcome', outcome),
  })),
  ...phoneResults.map((result) => ({
    ...tie('outcome.failed', result, ['mobile-money']),
    when: is('outcome.failed', result),
  })),
]

function tie(key: string, what: string, flows: readonly Flow[]): Tie & { readonly when: Condition } {
  return { path: key.split('.'), what, flows, when: has(key) }
}

/** The flows that a scenario can happen to, by everything it says. */
export function fittingFlows(written: WrittenScenario): readonly Flow[] {
  const own = tiesOf(written)
  return flows.filter((flow) => own.every((tie) => tie.flows.includes(flow)))
}

/** What ties a scenario to flows. */
export function tiesOf(written: WrittenScenario): readonly Tie[] {
  return ties.filter(({ when }) => when.holds(written))
}

/** What the JSON Schema of a scenario says of flows: what is tied to one stands beside nothing tied to another. */
export const flowFitSchemas: readonly JsonSchema[] = flows.flatMap((flow) => {
  const here = ties.filter((each) => each.flows.includes(flow)).map(({ when }) => when)
  if (here.length === 0) return []
  const elsewhere = ties.filter((each) => !each.flows.includes(flow)).map(({ when }) => when)
  const otherFlows = flows.filter((other) => other !== flow)
  return [not(all(any(...here), any(names('match.flow', ...otherFlows), ...elsewhere))).schema]
})

/** How a sentence calls a transaction of a flow. */
export const flowTitles: Readonly<Record<Flow, string>> = {
  'mobile-money': 'a mobile money collection',
  'virtual-account': 'a virtual account',
  'bank-payout': 'a bank payout',
  'mobile-money-payout': 'a mobile money payout',
}

/** Which create calls a scenario can happen to, as a sentence calls them; null: all. */
export function fittingCalls(scenario: { readonly flows: readonly Flow[]; readonly currency: CurrencyCode | null }) {
  const { currency } = scenario
  if (scenario.flows.length === flows.length && currency === null) return null
  const titles = scenario.flows.map((flow) => flowTitles[flow]).join(' or ')
  return currency === null ? titles : `${titles} in ${currency}`
}
