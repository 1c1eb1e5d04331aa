import type { ResultName } from '../catalogue/results.ts'
import { type Flow, flows } from '../domain/transaction.ts'
import type { Path } from './findings.ts'
import type { WrittenScenario } from './schema.ts'

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

const accountKeys = ['transfers', 'expires', 'partialPayments', 'lateTransfers'] as const

/** The flows a story can happen to, by everything it says. */
export function fittingFlows(written: WrittenScenario): readonly Flow[] {
  const ties = tiesOf(written)
  return flows.filter((flow) => ties.every((tie) => tie.flows.includes(flow)))
}

/** What ties a story to flows. */
export function tiesOf(written: WrittenScenario): readonly Tie[] {
  const ties: Tie[] = accountKeys
    .filter((key) => written[key] !== undefined)
    .map((key) => ({ path: [key], what: key, flows: ['virtual-account'] }))
  const { outcome } = written
  if (written.otp !== undefined) ties.push({ path: ['otp'], what: 'otp', flows: ['mobile-money'] })
  if (outcome === 'expired' || outcome === 'by-transfers') {
    ties.push({ path: ['outcome'], what: `outcome ${outcome}`, flows: ['virtual-account'] })
  }
  if (typeof outcome === 'object' && phoneResults.includes(outcome.failed)) {
    ties.push({ path: ['outcome', 'failed'], what: outcome.failed, flows: ['mobile-money'] })
  }
  return ties
}

/** How a sentence calls a transaction of a flow. */
export const flowTitles: Readonly<Record<Flow, string>> = {
  'mobile-money': 'a mobile money collection',
  'virtual-account': 'a virtual account',
  'bank-payout': 'a bank payout',
  'mobile-money-payout': 'a mobile money payout',
}
