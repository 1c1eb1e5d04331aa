import type { AccountPlan } from './plan.ts'
import { isFinal, type Transaction } from './transaction.ts'

/** What a transfer into a virtual account comes to (D30). `receivedMinor` is the sum received with it. */
export type TransferEffect =
  | { readonly effect: 'complete'; readonly receivedMinor: number }
  | { readonly effect: 'fail'; readonly receivedMinor: number }
  | { readonly effect: 'hold'; readonly receivedMinor: number }
  | { readonly effect: 'note'; readonly why: string }

/** Decides what a transfer does to its transaction, by the account's policies. */
export function receiveTransfer(transaction: Transaction, account: AccountPlan, amountMinor: number): TransferEffect {
  const receivedMinor = transaction.receivedMinor + amountMinor
  if (isFinal(transaction.status)) return receiveLate(transaction, account, receivedMinor)
  if (account.partialPayments === 'hold' && receivedMinor < transaction.askedMinor)
    return { effect: 'hold', receivedMinor }
  if (account.partialPayments === 'fail' && amountMinor !== transaction.askedMinor)
    return { effect: 'fail', receivedMinor }
  return { effect: 'complete', receivedMinor }
}

function receiveLate(transaction: Transaction, account: AccountPlan, receivedMinor: number): TransferEffect {
  const isExpired = transaction.result?.name === 'expired'
  if (isExpired && account.lateTransfers === 'accept') return { effect: 'complete', receivedMinor }
  return {
    effect: 'note',
    why: isExpired ? 'the account had expired' : `the transaction was already ${transaction.status}`,
  }
}

/** Minor units still missing from the sum asked for; at least the whole sum once nothing is due any more. */
export function dueMinor(transaction: Transaction): number {
  const missing = transaction.askedMinor - transaction.receivedMinor
  return missing > 0 ? missing : transaction.askedMinor
}
