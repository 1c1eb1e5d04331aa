import type { ResultName } from '../../catalogue/results.ts'
import { type CurrencyCode, type Flow, flows } from '../../domain/transaction.ts'
import type { Path } from '../../yaml/refuse-unreadable.ts'
import type { WrittenScenario } from './file.ts'

export interface Tie {
  readonly path: Path
  readonly what: string
  readonly flows: readonly Flow[]
}

/** Results that need a phone or a mobile money wallet, with the flows that have one (design: Flow fit). Other results fit all. */
export const resultFlows: Readonly<Record<string, readonly Flow[]>> = {
  wrong_pin: ['mobile-money'],
  prompt_timeout: ['mobile-money'],
  otp_failed: ['mobile-money'],
  insufficient_customer_balance: ['mobile-money'],
  invalid_customer_account: ['mobile-money', 'mobile-money-payout'],
} satisfies Partial<Record<ResultName, readonly Flow[]>>

export function tiesOf({ outcome, respond, ...written }: WrittenScenario): readonly Tie[] {
  const ofAccounts = (['transfers', 'expires', 'partialPayments', 'lateTransfers'] as const).filter(
    (key) => written[key] !== undefined,
  )
  const result = typeof outcome === 'object' ? outcome.failed : ''
  const flows = Object.hasOwn(resultFlows, result) ? resultFlows[result] : undefined
  return [
    ...ofAccounts.map((key) => tie(key, key, ['virtual-account'])),
    ...(written.otp === undefined ? [] : [tie('otp', 'otp', ['mobile-money'])]),
    ...(respond?.status === undefined ? [] : [tie('respond.status', 'respond.status', ['mobile-money'])]), // spec 3, note 1
    ...(outcome === 'expired' || outcome === 'by-transfers'
      ? [tie('outcome', `outcome ${outcome}`, ['virtual-account'])]
      : []),
    ...(flows === undefined ? [] : [tie('outcome.failed', result, flows)]),
  ]
}

function tie(key: string, what: string, flows: readonly Flow[]): Tie {
  return { path: key.split('.'), what, flows }
}

export function fittingFlows(written: WrittenScenario): readonly Flow[] {
  const own = tiesOf(written)
  return flows.filter((flow) => own.every((tie) => tie.flows.includes(flow)))
}

export const flowTitles: Readonly<Record<Flow, string>> = {
  'mobile-money': 'a mobile money collection',
  'virtual-account': 'a virtual account',
  'bank-payout': 'a bank payout',
  'mobile-money-payout': 'a mobile money payout',
}

/** Describes the create calls that a scenario can happen to; null: all. */
export function fittingCalls(scenario: { readonly flows: readonly Flow[]; readonly currency: CurrencyCode | null }) {
  const { currency } = scenario
  if (scenario.flows.length === flows.length && currency === null) return null
  const titles = scenario.flows.map((flow) => flowTitles[flow]).join(' or ')
  return currency === null ? titles : `${titles} in ${currency}`
}
