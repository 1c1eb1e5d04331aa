import type { Business } from '../../domain/business.ts'
import type { SandboxMs } from '../../domain/clock.ts'
import type { Delivery } from '../../domain/delivery.ts'
import { deriveToken } from '../../domain/derived-ids.ts'
import { parseDuration } from '../../domain/duration.ts'
import type { Transaction } from '../../domain/transaction.ts'
import type { Store } from '../../store/store.ts'
import { dispatchOf } from './queue-webhook.ts'

/** What a webhook of somebody's own making says, and where it goes. */
export type OwnWebhook = Pick<Delivery, 'url' | 'body' | 'transactionStatus'>

interface Making {
  readonly transactionId: string
  /** Seed of ids. */
  readonly seed: number
  readonly make: (transaction: Transaction, business: Business, now: SandboxMs) => OwnWebhook
}

/**
 * Queues a webhook of somebody's own making for a transaction, which stays as it is; gives it, or null where there is no
 * such transaction. Like a replay it is sent once, and is none of those that the transaction asks for.
 */
export function sendOwn(store: Store, key: string, { transactionId, seed, make }: Making): Promise<Delivery | null> {
  const needs = { transaction: transactionId, deliveriesOf: transactionId }
  return store.perform(key, needs, ({ transaction, deliveriesOf, business, now }) => {
    if (transaction === null) return { result: null, changes: [] }
    const { reference } = transaction
    const delivery: Delivery = {
      ...make(transaction, business, now),
      id: deriveToken({ seed, key, reference }, 'delivery by hand', deliveriesOf.length, 20),
      transactionId,
      reference,
      // Nothing more is to come of it, unless it is answered 2xx.
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
    const facts = { action: 'webhook', deliveryId: delivery.id }
    return {
      result: delivery,
      changes: [
        { change: 'delivery.insert', delivery },
        { change: 'event.append', transactionId, event: 'action', facts },
        { change: 'job.add', dueAt: now, work: { kind: 'deliver', ...dispatchOf(delivery), replay: true } },
      ],
    }
  })
}
