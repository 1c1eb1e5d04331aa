import type { Change } from './change.ts'
import type { Delivery, DeliveryStatus } from './delivery.ts'
import { ImpossibleMove } from './impossible-move.ts'

/** Which status may follow which. A replay sends a webhook of any status, and its answer counts. */
const deliveryMoves: Readonly<Record<DeliveryStatus, readonly DeliveryStatus[]>> = {
  pending: ['delivered', 'exhausted'],
  held: ['pending', 'delivered'],
  delivered: ['delivered'],
  exhausted: ['delivered'],
  dropped: ['delivered'],
}

/** The one way to change a delivery's status. Throws `ImpossibleMove`. */
export function moveDelivery({ id, status: from }: Delivery, to: DeliveryStatus): Change {
  if (!deliveryMoves[from].includes(to)) throw new ImpossibleMove(id, from, to)
  return { change: 'delivery.move', id, from, to }
}
