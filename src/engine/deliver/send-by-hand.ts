import type { Business } from '../../domain/business.ts'
import { type Change, record } from '../../domain/change.ts'
import type { SandboxMs } from '../../domain/clock.ts'
import type { Delivery } from '../../domain/delivery.ts'
import { deriveToken } from '../../domain/derived-ids.ts'
import { parseDuration } from '../../domain/duration.ts'
import type { Transaction } from '../../domain/transaction.ts'
import type { State } from '../../store/needs.ts'
import type { Store } from '../../store/store.ts'
import { dispatchOf } from './queue-webhook.ts'

export type WrittenWebhook = Pick<Delivery, 'url' | 'body' | 'transactionStatus'>

export interface Making {
  readonly seed: number
  readonly make: (transaction: Transaction, business: Business, now: SandboxMs) => WrittenWebhook
}

/**
 * Queues a webhook made by hand; its transaction does not change. Returns the webhook, or null if the transaction does not
 * exist. Like a replay it is sent once, and does not count as a webhook of the transaction.
 */
export function sendOwn(store: Store, key: string, transactionId: string, making: Making): Promise<Delivery | null> {
  const needs = { transaction: transactionId, deliveriesOf: transactionId }
  return store.perform(key, needs, ({ transaction, deliveriesOf, business, now }) => {
    if (transaction === null) return { result: null, changes: [] }
    return ownWebhook({ transaction, business, now }, making, deliveriesOf.length)
  })
}

/** A webhook made by hand, and the changes that queue it; the transaction has `count` webhooks already. */
export function ownWebhook(
  { transaction, business, now }: State<object> & { readonly transaction: Transaction },
  { seed, make }: Making,
  count = 0,
): { readonly result: Delivery; readonly changes: readonly Change[] } {
  const { id: transactionId, reference } = transaction
  const delivery: Delivery = {
    ...make(transaction, business, now),
    id: deriveToken({ seed, key: business.key, reference }, 'delivery by hand', count, 20),
    transactionId,
    reference,
    // It is not tried again; a 2xx answer makes it delivered.
    status: 'exhausted',
    createdAt: now,
    webhook: {
      delayMs: 0,
      retryMs: [],
      timeoutMs: parseDuration(business.settings.timeout),
      faults: null,
      byHand: true,
    },
    attempts: [],
  }
  return {
    result: delivery,
    changes: [{ change: 'delivery.insert', delivery }, ...sentOnce(delivery, 'webhook_made', now)],
  }
}

/** Queues one more attempt of a webhook in any state. Returns the webhook as it was, or null if it does not exist. */
export function replay(store: Store, key: string, deliveryId: string): Promise<Delivery | null> {
  return store.perform(key, { delivery: deliveryId }, ({ delivery, now }) => ({
    result: delivery,
    changes: delivery === null ? [] : sentOnce(delivery, 'webhook_replayed', now),
  }))
}

function sentOnce(delivery: Delivery, kind: 'webhook_made' | 'webhook_replayed', now: SandboxMs): readonly Change[] {
  const { id: deliveryId, transactionId } = delivery
  return [
    record(transactionId, { kind, deliveryId }),
    { change: 'job.add', dueAt: now, work: { kind: 'deliver', ...dispatchOf(delivery), replay: true } },
  ]
}
