import type { RefusalName } from '../catalogue/business-rules.ts'
import { feeMinor, maxMinor, toMinor } from '../domain/money.ts'
import { isMismatch } from '../domain/phone.ts'
import { type Rejection, refuse } from '../domain/rejection.ts'
import type { Settings } from '../domain/settings.ts'
import { type Intent, isMobileMoney } from '../domain/transaction.ts'
import { fitsWallet } from '../domain/wallet-movement.ts'
import type { Admission } from '../engine/begin/begin.ts'

/** When each rule refuses a create call (D10). */
const refuses = {
  duplicate_reference: ({ referenceTaken }) => referenceTaken,
  one_recipient_only: () => true,
  currency_must_be_ngn: ({ intent }) => intent.currency !== 'NGN',
  currency_not_enabled: ({ intent, business }) => !business.settings.currencies.includes(intent.currency),
  // Without a phone the network is a bank code, which no setting limits.
  network_not_enabled: ({ intent: { flow, network }, business: { settings } }) =>
    isMobileMoney(flow) && settings.networks !== null && !settings.networks.includes(network),
  network_mismatch: ({ intent, business }) => business.settings.networkMismatch === 'reject' && isMismatch(intent),
  // A payout needs amount and fee in the wallet (spec 8.6).
  insufficient_wallet_balance: ({ intent, business, wallet }) =>
    wallet.balanceMinor < intent.askedMinor + feeMinor(intent.askedMinor, business.settings.fees[intent.flow]),
  amount_too_small: ({ intent, business }) => intent.askedMinor < limitsMinor(intent, business.settings).min,
  amount_too_large: ({ intent, business }) => intent.askedMinor > limitsMinor(intent, business.settings).max,
  account_not_allowed_in_test: ({ intent, business }) =>
    business.settings.strictTestAccounts && intent.customer.accountNumber !== '',
  cannot_process: ({ intent, wallet }) => !fitsWallet(wallet, intent.askedMinor),
} satisfies Partial<Record<RefusalName, (admission: Admission) => boolean>>

/** The business rules of mobile money collections, in the order they are asked (D1, D10). */
export const admitCollection = admitBy([
  'duplicate_reference',
  'currency_not_enabled',
  'network_not_enabled',
  'network_mismatch',
  'amount_too_small',
  'amount_too_large',
  'cannot_process',
])

export const admitVirtualAccount = admitBy([
  'duplicate_reference',
  'currency_must_be_ngn',
  'currency_not_enabled',
  'amount_too_small',
  'amount_too_large',
  'cannot_process',
])

export function admitPayout(recipients: number) {
  return recipients > 1 ? admitOneOnly : admitOnePayout
}

const admitOneOnly = admitBy(['duplicate_reference', 'one_recipient_only'])
const admitOnePayout = admitBy([
  'duplicate_reference',
  'currency_not_enabled',
  'network_not_enabled',
  'insufficient_wallet_balance',
  'network_mismatch',
  'amount_too_small',
  'amount_too_large',
  'account_not_allowed_in_test',
])

function admitBy(rules: readonly (keyof typeof refuses)[]) {
  return (admission: Admission): Rejection | null => {
    const rule = rules.find((each) => refuses[each](admission))
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
