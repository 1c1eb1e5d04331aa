import type { Plan } from '../../domain/plan.ts'
import { isFinal, type Transaction } from '../../domain/transaction.ts'
import type { Store } from '../../store/store.ts'
import { type ChangeName, ruleOf } from './changes.ts'
import type { ScheduleEntry } from './schedule.ts'
import { wasPending } from './seen.ts'

/** A transaction of a run, as its create call was answered. */
export interface Ordered {
  readonly key: string
  readonly reference: string
  /** Its webhook has an address. */
  readonly hasWebhook: boolean
  readonly plan: Plan
  /** The changes that its plan could take. */
  readonly applied: readonly ScheduleEntry[]
  /** Its create call was answered after its final status. */
  isReplySlow: boolean
}

export function storedAs(store: Store, { key, reference }: Ordered): Transaction | undefined {
  return store.transactions(key, { reference, limit: 1 })[0]
}

/** The late changes of a transaction, if something that they put off has not come yet. */
export function stillToCome(store: Store, order: Ordered): readonly ChangeName[] {
  const late = order.applied.map(({ change }) => change).filter((change) => ruleOf(change).isLate)
  if (late.length === 0) return []
  const { key } = order
  const found = storedAs(store, order)
  if (found === undefined || !isFinal(found.status)) return late
  const isPending =
    found.updatedAt + (found.plan.pendingMs ?? 0) > store.now(key) && wasPending(store.timeline(key, found.id))
  const isUnsent = store
    .deliveries(key, { reference: order.reference, limit: 100 })
    .some(({ attempts }) => attempts.length === 0)
  return isPending || isUnsent ? late : []
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
