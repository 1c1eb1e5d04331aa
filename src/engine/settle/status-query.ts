import type { Change } from '../../domain/change.ts'
import type { SandboxMs } from '../../domain/clock.ts'
import type { Delivery } from '../../domain/delivery.ts'
import { moveDelivery } from '../../domain/delivery-moves.ts'
import { StorageFailure } from '../../domain/storage-failure.ts'
import { isFinal, type Transaction } from '../../domain/transaction.ts'
import type { Store } from '../../store/store.ts'
import { queued } from '../deliver/queue-webhook.ts'
import { progressOf } from './settle.ts'

/**
 * Notes in the timeline that somebody queried a transaction. Where its scenario counts the queries of its final status this
 * is a change like any other, but for a full disk: the query is answered, and not counted (D42).
 */
export async function noteStatusQuery(store: Store, key: string, queried: Transaction): Promise<void> {
  const { id, status, plan } = queried
  const isCounted = plan.expect?.statusQueries !== undefined || typeof plan.webhook.faults?.trigger === 'object'
  if (!isFinal(status) || !isCounted) return store.noteQuery(key, queried)
  try {
    await store.perform(key, { transaction: id, heldOf: id }, ({ transaction, heldOf: held, now }) => ({
      result: undefined,
      changes: transaction === null ? [] : statusQueried({ transaction, held, now }),
    }))
  } catch (cause) {
    if (!(cause instanceof StorageFailure)) throw cause
  }
}

/** A status query at a moment; `held` are the webhooks of the transaction that wait. */
interface StatusQuery {
  readonly transaction: Transaction
  readonly held: readonly Delivery[]
  readonly now: SandboxMs
}

/** What a counted status query does: the timeline records it, and a webhook may have waited for it. */
function statusQueried({ transaction, held, now }: StatusQuery): Change[] {
  const { id: transactionId, status, plan } = transaction
  const recorded: Change = { change: 'event.append', transactionId, event: 'status_queried', facts: { status } }
  const trigger = plan.webhook.faults?.trigger ?? null
  if (!isFinal(status) || trigger === null || trigger === 'before-reply' || held.length === 0) return [recorded]
  const statusQueries = transaction.statusQueries + 1
  const counted = progressOf({ ...transaction, statusQueries })
  if (statusQueries < trigger.statusQueries) return [recorded, counted]
  const spacingMs = plan.webhook.faults?.spacingMs ?? 0
  const released = held.flatMap((delivery): Change[] => {
    // Copies keep apart; the webhook of another final status (D30) is none of them.
    const copies = held.filter(({ transactionStatus }) => transactionStatus === delivery.transactionStatus)
    return [
      moveDelivery(delivery, 'pending'),
      ...queued(delivery, now + trigger.thenMs + copies.indexOf(delivery) * spacingMs),
    ]
  })
  return [recorded, counted, ...released]
}
