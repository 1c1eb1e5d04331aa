import type { Change } from './change.ts'
import { ImpossibleMove } from './impossible-move.ts'
import type { Status, Transaction } from './transaction.ts'
import { acceptsLateTransfer } from './transfer.ts'

const transactionMoves: Readonly<Record<Status, readonly Status[]>> = {
  INITIATED: ['PENDING', 'COMPLETED', 'FAILED'],
  PENDING: ['COMPLETED', 'FAILED'],
  COMPLETED: [],
  FAILED: ['COMPLETED'], // only by a late transfer into an account that takes one (D30)
}

/** Returns the change from one state to another. Throws `ImpossibleMove`. */
export function moveTransaction(from: Transaction, to: Transaction): Change {
  const { id, status, amountMinor, feeMinor, receivedMinor, result } = to
  const isAllowed =
    transactionMoves[from.status].includes(status) && (from.status !== 'FAILED' || takesLateTransfer(from))
  if (!isAllowed) throw new ImpossibleMove(id, from.status, status)
  const moved = { id, status, amountMinor, feeMinor, receivedMinor, result }
  return { change: 'transaction.move', from: from.status, to: moved }
}

function takesLateTransfer({ result, plan }: Transaction): boolean {
  return plan.account !== null && acceptsLateTransfer(result, plan.account)
}
