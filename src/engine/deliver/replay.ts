import type { Delivery } from '../../domain/delivery.ts'
import type { Store } from '../../store/store.ts'
import { dispatchOf } from './queue-webhook.ts'

/** Queues one more attempt of a webhook in any state. Returns the webhook as it was, or null if it does not exist. */
export function replay(store: Store, key: string, deliveryId: string): Promise<Delivery | null> {
  return store.perform(key, { delivery: deliveryId }, ({ delivery, now }) => {
    if (delivery === null) return { result: null, changes: [] }
    const { transactionId } = delivery
    return {
      result: delivery,
      changes: [
        { change: 'event.append', transactionId, event: 'action', facts: { action: 'replay', deliveryId } },
        { change: 'job.add', dueAt: now, work: { kind: 'deliver', ...dispatchOf(delivery), replay: true } },
      ],
    }
  })
}
