import type { AccountPlan } from './plan.ts'
import { isFinal, type Transaction } from './transaction.ts'

/** The effect of a transfer into a virtual account (D30). `receivedMinor` is the sum received with it. */
export type TransferEffect =
  | { readonly effect: 'complete' | 'fail' | 'hold'; readonly receivedMinor: number }
  | { readonly effect: 'note'; readonly why: string }

/** The parts of a transaction that decide what a transfer does; sums in minor units. */
export type Payable = Pick<Transaction, 'status' | 'askedMinor' | 'receivedMinor' | 'result'>

/** Decides what a transfer does to its transaction, by the account's policies; those for the sum hold for late ones too. */
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
  return isLate ? { effect: 'note', why: 'it was not the sum asked for' } : { effect: 'fail', receivedMinor }
}

/** Whether a final transaction takes a transfer all the same: its account expired, and late transfers are accepted (D30). */
export function acceptsLateTransfer(result: Payable['result'], { lateTransfers }: AccountPlan): boolean {
  return isExpired(result) && lateTransfers === 'accept'
}

function whyIgnored({ result, status }: Payable, account: AccountPlan): string | null {
  if (acceptsLateTransfer(result, account)) return null
  return isExpired(result) ? 'the account had expired' : `the transaction was already ${status}`
}

function isExpired(result: Payable['result']): boolean {
  return result?.name === 'expired'
}

/** Minor units still missing from the sum asked for; at least the whole sum once nothing is due any more. */
export function dueMinor(transaction: Transaction): number {
  const missing = transaction.askedMinor - transaction.receivedMinor
  return missing > 0 ? missing : transaction.askedMinor
}
