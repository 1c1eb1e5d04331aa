import { type BusinessRuleName, businessRules } from '../catalogue/business-rules.ts'
import { Rejection } from '../domain/rejection.ts'
import { maxBalanceMinor } from '../domain/wallet.ts'
import type { Admission } from '../engine/begin.ts'

type Check = readonly [rule: BusinessRuleName, refuses: (admission: Admission) => boolean]

const referenceIsTaken: Check = ['duplicate_reference', ({ referenceTaken }) => referenceTaken]
const currencyIsOff: Check = [
  'currency_not_enabled',
  ({ intent, business }) => !business.settings.currencies.includes(intent.currency),
]
const walletIsFull: Check = [
  'cannot_process',
  ({ intent, wallet }) => wallet.balanceMinor + intent.askedMinor > maxBalanceMinor,
]
/** Virtual accounts are NGN only (spec 4.3). */
const currencyIsForeign: Check = ['currency_must_be_ngn', ({ intent }) => intent.currency !== 'NGN']

/** The business rules of mobile money collections, in the order they are asked (D1, D10). */
export const admitCollection = admitBy([referenceIsTaken, currencyIsOff, walletIsFull])

/** The business rules of virtual accounts, in the order they are asked (D1, D10). */
export const admitVirtualAccount = admitBy([referenceIsTaken, currencyIsForeign, currencyIsOff, walletIsFull])

function admitBy(checks: readonly Check[]) {
  return (admission: Admission): Rejection | null => {
    const broken = checks.find(([, refuses]) => refuses(admission))
    if (!broken) return null
    const [rule] = broken
    return new Rejection(rule, businessRules[rule].text.replace('{currency}', admission.intent.currency))
  }
}
