import { type Change, record } from '../../domain/change.ts'
import type { SandboxMs } from '../../domain/clock.ts'
import type { Delivery } from '../../domain/delivery.ts'
import { feeMinor } from '../../domain/money.ts'
import { moveDelivery } from '../../domain/moves.ts'
import { StorageFailure } from '../../domain/refusals.ts'
import { isFinal, isPayout, type Transaction } from '../../domain/transaction.ts'
import type { Store } from '../../store/store.ts'
import { queued } from '../deliver/queue-webhook.ts'
import { progressOf } from './settle.ts'

/**
 * Returns a transaction, or null if it does not exist, and records the query in its timeline. On a full disk it returns
 * the transaction without a record (D42).
 */
export async function queryStatus(store: Store, key: string, id: string): Promise<Transaction | null> {
  try {
    return await store.perform(key, { transaction: id, heldOf: id }, ({ transaction, heldOf: held, now }) => ({
      result: transaction && asKnown(transaction, now),
      changes: transaction === null ? [] : statusQueried({ transaction, held, now }),
    }))
  } catch (cause) {
    if (!(cause instanceof StorageFailure)) throw cause
    return store.transaction(key, id)
  }
}

/** A transaction as status queries show it: the plan may delay its final status. */
function asKnown(transaction: Transaction, now: SandboxMs): Transaction {
  const { status, plan, updatedAt, amountMinor, feePercent } = transaction
  if (plan.pendingMs === undefined || !isFinal(status) || now >= updatedAt + plan.pendingMs) return transaction
  const fee = isPayout(transaction.flow) ? transaction.feeMinor : feeMinor(amountMinor, feePercent)
  return { ...transaction, status: 'PENDING', result: null, feeMinor: fee }
}

interface StatusQuery {
  readonly transaction: Transaction
  readonly held: readonly Delivery[]
  readonly now: SandboxMs
}

function statusQueried({ transaction, held, now }: StatusQuery): Change[] {
  const { id: transactionId, plan } = transaction
  const { status } = asKnown(transaction, now)
  const recorded = record(transactionId, { kind: 'status_queried', status })
  const trigger = plan.webhook.faults?.trigger ?? null
  if (!isFinal(status) || trigger === null || trigger === 'before-reply' || held.length === 0) return [recorded]
  const statusQueries = transaction.statusQueries + 1
  const counted = progressOf({ ...transaction, statusQueries })
  if (statusQueries < trigger.statusQueries) return [recorded, counted]
  const spacingMs = plan.webhook.faults?.spacingMs ?? 0
  const released = held.flatMap((delivery): Change[] => {
    // Copies keep their distance. The webhook of another final status (D30) is not a copy.
    const copies = held.filter(({ transactionStatus }) => transactionStatus === delivery.transactionStatus)
    return [
      moveDelivery(delivery, 'pending'),
      ...queued(delivery, now + trigger.thenMs + copies.indexOf(delivery) * spacingMs),
    ]
  })
  return [recorded, counted, ...released]
}
