import type { Change } from './change.ts'
import type { Delivery, DeliveryStatus } from './delivery.ts'
import { ImpossibleMove } from './impossible-move.ts'

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
