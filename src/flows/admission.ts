import { type BusinessRuleName, businessRules } from '../catalogue/business-rules.ts'
import { Rejection } from '../domain/rejection.ts'
import { maxBalanceMinor } from '../domain/wallet.ts'
import type { Admission } from '../engine/begin.ts'

type Check = readonly [rule: BusinessRuleName, refuses: (admission: Admission) => boolean]

/** The rules of every create call, in the order they are asked (D1, D10). */
const common: readonly Check[] = [
  ['duplicate_reference', ({ referenceTaken }) => referenceTaken],
  ['currency_not_enabled', ({ intent, business }) => !business.settings.currencies.includes(intent.currency)],
]

/** The rules of collections: what comes in must fit the wallet. */
export const admitCollection = admitBy([
  ...common,
  ['cannot_process', ({ intent, wallet }) => wallet.balanceMinor + intent.askedMinor > maxBalanceMinor],
])

/** The rules of virtual accounts, which are NGN only (spec 4.3). */
export const admitVirtualAccount = admitBy([
  ...common.slice(0, 1),
  ['currency_must_be_ngn', ({ intent }) => intent.currency !== 'NGN'],
  ...common.slice(1),
  ['cannot_process', ({ intent, wallet }) => wallet.balanceMinor + intent.askedMinor > maxBalanceMinor],
])

function admitBy(checks: readonly Check[]) {
  return (admission: Admission): Rejection | null => {
    const broken = checks.find(([, refuses]) => refuses(admission))
    if (!broken) return null
    const [rule] = broken
    return new Rejection(rule, businessRules[rule].text.replace('{currency}', admission.intent.currency))
  }
}
