import type { Change } from './change.ts'
import { isPayout, type Transaction } from './transaction.ts'
import { maxBalanceMinor, type Wallet } from './wallet.ts'

interface Before {
  readonly transaction: Transaction
  readonly wallet: Wallet
}

/** Credits a successful collection, less the fee if the business bears it, and returns a failed payout. */
export function walletMovement(before: Before, settled: Transaction): Change[] {
  const completed = settled.status === 'COMPLETED'
  if (isPayout(settled.flow)) return completed ? [] : payoutReturned(before)
  const creditMinor = settled.amountMinor - (settled.bearFee === 'business' ? settled.feeMinor : 0)
  return completed && creditMinor > 0 ? [post(settled, creditMinor, 'collection')] : []
}

/** Returns amount and fee, or as much as the wallet can hold: collections may have filled it meanwhile. */
function payoutReturned({ transaction, wallet }: Before): Change[] {
  const takenMinor = transaction.amountMinor + transaction.feeMinor
  const roomMinor = maxBalanceMinor - wallet.balanceMinor
  if (takenMinor <= roomMinor) return [post(transaction, takenMinor, 'payout returned')]
  return roomMinor > 0 ? [post(transaction, roomMinor, 'payout returned as far as the wallet can hold it')] : []
}

/** Takes amount and fee at creation (D22). */
export function takeFromWallet(payout: Transaction): Change {
  return post(payout, -(payout.amountMinor + payout.feeMinor), 'payout')
}

export function fitsWallet(wallet: Wallet, amountMinor: number): boolean {
  return wallet.balanceMinor + amountMinor <= maxBalanceMinor
}

function post({ id: transactionId, currency }: Transaction, amountMinor: number, why: string): Change {
  return { change: 'ledger.post', transactionId, currency, amountMinor, why }
}
