import type { AccountPlan } from './plan.ts'
import { isFinal, type Transaction } from './transaction.ts'

/** What a transfer into a virtual account comes to (D30). `receivedMinor` is the sum received with it. */
export type TransferEffect =
  | { readonly effect: 'complete'; readonly receivedMinor: number }
  | { readonly effect: 'fail'; readonly receivedMinor: number }
  | { readonly effect: 'hold'; readonly receivedMinor: number }
  | { readonly effect: 'note'; readonly why: string }

/** What of a transaction a transfer looks at; sums in minor units. */
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

function whyIgnored({ result, status }: Payable, { lateTransfers }: AccountPlan): string | null {
  const isExpired = result?.name === 'expired'
  if (isExpired && lateTransfers === 'accept') return null
  return isExpired ? 'the account had expired' : `the transaction was already ${status}`
}

/** Minor units still missing from the sum asked for; at least the whole sum once nothing is due any more. */
export function dueMinor(transaction: Transaction): number {
  const missing = transaction.askedMinor - transaction.receivedMinor
  return missing > 0 ? missing : transaction.askedMinor
}
