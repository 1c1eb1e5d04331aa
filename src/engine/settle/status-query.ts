import type { Change } from '../../domain/change.ts'
import type { SandboxMs } from '../../domain/clock.ts'
import type { Delivery } from '../../domain/delivery.ts'
import { moveDelivery } from '../../domain/delivery-moves.ts'
import { isFinal, type Transaction } from '../../domain/transaction.ts'
import { queued } from '../deliver/queue-webhook.ts'
import { progressOf } from './settle.ts'

/** A status query at a moment; `held` are the webhooks of the transaction that wait. */
export interface StatusQuery {
  readonly transaction: Transaction
  readonly held: readonly Delivery[]
  readonly now: SandboxMs
}

/** What a status query does: the timeline records it, and a webhook may have waited for it. */
export function statusQueried({ transaction, held, now }: StatusQuery): Change[] {
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
