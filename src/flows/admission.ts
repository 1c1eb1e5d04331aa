import type { RefusalName } from '../catalogue/business-rules.ts'
import { feeMinor, maxMinor, toMinor } from '../domain/money.ts'
import { refuse } from '../domain/refuse.ts'
import type { Rejection } from '../domain/rejection.ts'
import type { Settings } from '../domain/settings.ts'
import { type Intent, otherNetwork } from '../domain/transaction.ts'
import { maxBalanceMinor } from '../domain/wallet.ts'
import type { Admission } from '../engine/begin/begin.ts'

type Check = readonly [rule: RefusalName, refuses: (admission: Admission) => boolean]

const referenceIsTaken: Check = ['duplicate_reference', ({ referenceTaken }) => referenceTaken]
const currencyIsOff: Check = [
  'currency_not_enabled',
  ({ intent, business }) => !business.settings.currencies.includes(intent.currency),
]
const networkIsOff: Check = [
  'network_not_enabled',
  ({ intent, business: { settings } }) => settings.networks !== null && !settings.networks.includes(intent.network),
]
const networkIsAnother: Check = [
  'network_mismatch',
  ({ intent, business }) => business.settings.networkMismatch === 'reject' && otherNetwork(intent) !== null,
]
const amountIsTooSmall: Check = [
  'amount_too_small',
  ({ intent, business }) => intent.askedMinor < limitsMinor(intent, business.settings).min,
]
const amountIsTooLarge: Check = [
  'amount_too_large',
  ({ intent, business }) => intent.askedMinor > limitsMinor(intent, business.settings).max,
]
/** Under this setting a recipient may have no accountNumber. */
const accountIsGiven: Check = [
  'account_not_allowed_in_test',
  ({ intent, business }) => business.settings.strictTestAccounts && intent.customer.accountNumber !== '',
]
const walletIsFull: Check = [
  'cannot_process',
  ({ intent, wallet }) => wallet.balanceMinor + intent.askedMinor > maxBalanceMinor,
]
/** Virtual accounts are NGN only (spec 4.3). */
const currencyIsForeign: Check = ['currency_must_be_ngn', ({ intent }) => intent.currency !== 'NGN']

/** A payout needs amount and fee in the wallet (spec 8.6). */
const walletIsShort: Check = [
  'insufficient_wallet_balance',
  ({ intent, business, wallet }) =>
    wallet.balanceMinor < intent.askedMinor + feeMinor(intent.askedMinor, business.settings.fees[intent.flow]),
]

/** The business rules of mobile money collections, in the order they are asked (D1, D10). */
export const admitCollection = admitBy([
  referenceIsTaken,
  currencyIsOff,
  networkIsOff,
  networkIsAnother,
  amountIsTooSmall,
  amountIsTooLarge,
  walletIsFull,
])

/** The business rules of virtual accounts, in the order they are asked (D1, D10). */
export const admitVirtualAccount = admitBy([
  referenceIsTaken,
  currencyIsForeign,
  currencyIsOff,
  amountIsTooSmall,
  amountIsTooLarge,
  walletIsFull,
])

/** A bank payout's network is a bank code, which no setting limits. */
const mobileNetworkIsOff: Check = [
  'network_not_enabled',
  (admission) => admission.intent.flow === 'mobile-money-payout' && networkIsOff[1](admission),
]

/** The business rules of payouts with so many recipients, in the order they are asked (D1, D10). */
export function admitPayout(recipients: number) {
  return recipients > 1 ? admitOneOnly : admitOnePayout
}

const recipientsAreMany: Check = ['one_recipient_only', () => true]
const admitOneOnly = admitBy([referenceIsTaken, recipientsAreMany])
const admitOnePayout = admitBy([
  referenceIsTaken,
  currencyIsOff,
  mobileNetworkIsOff,
  walletIsShort,
  networkIsAnother,
  amountIsTooSmall,
  amountIsTooLarge,
  accountIsGiven,
])

function admitBy(checks: readonly Check[]) {
  return (admission: Admission): Rejection | null => {
    const [rule] = checks.find(([, refuses]) => refuses(admission)) ?? []
    return rule === undefined ? null : refuse(rule, admission.intent, missedMinor(rule, admission))
  }
}

function missedMinor(rule: RefusalName, { intent, business }: Admission): number {
  const { min, max } = limitsMinor(intent, business.settings)
  return rule === 'amount_too_small' ? min : max
}

/** The smallest and largest amount of a flow, network and currency, in minor units; `*` fills what a network leaves open (D10). */
function limitsMinor({ flow, network, currency }: Intent, { limits }: Settings): { min: number; max: number } {
  const ofFlow = limits[flow]
  const { min, max } = { ...ofFlow?.['*']?.[currency], ...ofFlow?.[network]?.[currency] }
  const minor = (amount: number) => toMinor(amount, currency) ?? maxMinor
  return { min: min === undefined ? 0 : minor(min), max: max === undefined ? maxMinor : minor(max) }
}
