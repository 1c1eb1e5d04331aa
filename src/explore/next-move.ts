import type { Plan } from '../domain/plan.ts'
import { isFinal, type Transaction } from '../domain/transaction.ts'
import type { Store } from '../store/store.ts'
import { ruleOf, wasPending } from './changes.ts'
import type { Entry } from './schedule.ts'

export interface Ordered {
  readonly key: string
  readonly reference: string
  readonly plan: Plan
  /** The changes that its plan could take. */
  readonly applied: readonly Entry[]
  /** Its create call was answered after its final status. */
  isReplySlow: boolean
}

export function storedAs(store: Store, { key, reference }: Ordered): Transaction | undefined {
  return store.transactions(key, { reference, limit: 1 })[0]
}

/** The next time to which a change moves the clock of a business, or null. */
export function nextMove(store: Store, key: string, orders: readonly Ordered[]): number | null {
  const now = store.now(key)
  const moves = orders.flatMap((order) => {
    if (order.key !== key || !order.applied.some(({ change }) => ruleOf(change).movesClock)) return []
    const found = storedAs(store, order)
    if (found === undefined || !isFinal(found.status)) return []
    const until = Math.min(...awaited(store, key, found))
    return until > now && until < Number.POSITIVE_INFINITY ? [{ id: found.id, until }] : []
  })
  const [next] = moves.sort((one, other) => one.until - other.until)
  return next === undefined || wouldExpireAnother(store, key, next) ? null : next.until
}

/** When untried webhooks of a transaction are due, and when its PENDING ends if a query got it. */
function awaited(
  store: Store,
  key: string,
  { id, plan: { pendingMs = 0 }, updatedAt }: Transaction,
): readonly number[] {
  const untried = store
    .jobsOf(key, id)
    .filter((job) => job.kind === 'deliver' && store.delivery(key, job.deliveryId)?.attempts.length === 0)
  const pendingEnd = updatedAt + pendingMs
  const isAwaited = pendingEnd > store.now(key) && wasPending(store.timeline(key, id))
  return [...untried.map(({ dueAt }) => dueAt), ...(isAwaited ? [pendingEnd] : [])]
}

/** True if the move would expire another transaction that the test may still use. */
export function wouldExpireAnother(
  store: Store,
  key: string,
  { id, until }: { readonly id: string; readonly until: number },
): boolean {
  return store
    .jobs(key, 10_000)
    .some((job) => job.kind === 'act' && job.act.act === 'expire' && job.transactionId !== id && job.dueAt <= until)
}
