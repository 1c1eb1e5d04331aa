import type { Change } from './change.ts'
import type { Delivery, DeliveryStatus } from './delivery.ts'
import type { Status, Transaction } from './transaction.ts'
import { acceptsLateTransfer } from './transfer.ts'

export class ImpossibleMove extends Error {
  constructor(id: string, from: string, to: string) {
    super(`Cannot move ${id} to ${to}: it is ${from}`)
    this.name = 'ImpossibleMove'
  }
}

/** The statuses that may follow each status. A replay sends a webhook of any status, and its answer counts. */
const deliveryMoves: Readonly<Record<DeliveryStatus, readonly DeliveryStatus[]>> = {
  pending: ['delivered', 'exhausted'],
  held: ['pending', 'delivered'],
  delivered: ['delivered'],
  exhausted: ['delivered'],
  dropped: ['delivered'],
}

/** Returns the change to another status. Throws `ImpossibleMove`. */
export function moveDelivery({ id, status: from }: Delivery, to: DeliveryStatus): Change {
  if (!deliveryMoves[from].includes(to)) throw new ImpossibleMove(id, from, to)
  return { change: 'delivery.move', id, from, to }
}

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
