import type { IgnoredTransfer } from './happening.ts'
import type { AccountPlan } from './plan.ts'
import { isFinal, type Transaction } from './transaction.ts'

/** The effect of a transfer into a virtual account (D30). `receivedMinor` is the sum received with it. */
export type TransferEffect =
  | { readonly effect: 'complete' | 'fail' | 'hold'; readonly receivedMinor: number }
  | { readonly effect: 'note'; readonly why: IgnoredTransfer }

/** Sums in minor units. */
export type Payable = Pick<Transaction, 'status' | 'askedMinor' | 'receivedMinor' | 'result'>

/** Decides what a transfer does to its transaction. The policies for the sum also apply to late transfers. */
export function receiveTransfer(transaction: Payable, account: AccountPlan, amountMinor: number): TransferEffect {
  const receivedMinor = transaction.receivedMinor + amountMinor
  const isLate = isFinal(transaction.status)
  const why = isLate ? whyIgnored(transaction, account) : null
  if (why !== null) return { effect: 'note', why }
  if (account.partialPayments === 'hold' && receivedMinor < transaction.askedMinor)
    return { effect: 'hold', receivedMinor }
  if (account.partialPayments !== 'fail' || amountMinor === transaction.askedMinor) {
    return { effect: 'complete', receivedMinor }
  }
  return isLate ? { effect: 'note', why: 'other_sum' } : { effect: 'fail', receivedMinor }
}

/** Returns true if the account expired and accepts late transfers (D30). */
export function acceptsLateTransfer(result: Payable['result'], { lateTransfers }: AccountPlan): boolean {
  return isExpired(result) && lateTransfers === 'accept'
}

function whyIgnored({ result, status }: Payable, account: AccountPlan): IgnoredTransfer | null {
  if (acceptsLateTransfer(result, account)) return null
  if (isExpired(result)) return 'account_expired'
  return status === 'COMPLETED' ? 'already_completed' : 'already_failed'
}

function isExpired(result: Payable['result']): boolean {
  return result?.name === 'expired'
}

/** Returns the minor units that are still due, or the whole sum if none are. */
export function dueMinor(transaction: Transaction): number {
  const missing = transaction.askedMinor - transaction.receivedMinor
  return missing > 0 ? missing : transaction.askedMinor
}
