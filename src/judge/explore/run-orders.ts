import type { TimelineEvent } from '../../domain/happening.ts'
import type { Plan } from '../../domain/plan.ts'
import type { Transaction } from '../../domain/transaction.ts'
import type { PlannedCall } from '../../engine/begin/begin.ts'
import type { Store } from '../../store/store.ts'
import { finalStep } from './changed-plan.ts'
import { type ChangeName, changeNames, ruleOf } from './changes.ts'
import { type Ordered, stillToCome, storedAs } from './ordered.ts'
import type { PlayedTransaction } from './saved-schedules.ts'
import type { Schedule, ScheduleEntry } from './schedule.ts'
import { isNextOpen, type Seen } from './seen.ts'

/** The transactions of a run, by order: the first that it creates is the first entry. */
export class RunOrders {
  readonly all: Ordered[] = []
  readonly #storeOfRun: () => Store

  constructor(store: () => Store) {
    this.#storeOfRun = store
  }

  /** Adds the next transaction, and changes its plan as the schedule says. A change that cannot happen to it is left out. */
  add(schedule: Schedule, key: string, { reference, hasWebhook }: PlannedCall, plan: Plan): Plan {
    const order = this.all.length + 1
    const applied: ScheduleEntry[] = []
    let changed = plan
    for (const entry of schedule) {
      const rule = ruleOf(entry.change)
      const isOwn = entry.order === order && (hasWebhook || !rule.needsWebhook)
      const own = isOwn ? rule.apply(changed, order) : null
      const next = entry.order === order - 1 ? (rule.applyToNext?.(changed, entry.order) ?? null) : own
      if (next === null) continue
      changed = next
      if (isOwn) applied.push(entry)
    }
    this.all.push({ key, reference, hasWebhook, plan, applied, isReplySlow: false })
    return changed
  }

  find(key: string, reference: string): Ordered | undefined {
    return this.all.find((one) => one.key === key && one.reference === reference)
  }

  get keys(): ReadonlySet<string> {
    return new Set(this.all.map(({ key }) => key))
  }

  /** As they are stored, of one business. */
  transactions(key: string): readonly Transaction[] {
    return this.all.filter((order) => order.key === key).flatMap((order) => storedAs(this.#store, order) ?? [])
  }

  played(): readonly PlayedTransaction[] {
    return this.all.map((order) => ({ reference: order.reference, timeline: this.#timeline(order) }))
  }

  /** The changes that have happened. */
  reached(): readonly ScheduleEntry[] {
    return this.all.flatMap(({ applied }, index) => {
      const seen = this.#seen(index)
      return applied.filter(({ change }) => ruleOf(change).happened(seen))
    })
  }

  /** The late changes that have put off what has not come yet. */
  stillToCome(): readonly ChangeName[] {
    return this.all.flatMap((order) => stillToCome(this.#store, order))
  }

  /** Every change that can happen in the run, by transaction and then in the order of the changes. */
  possible(): readonly ScheduleEntry[] {
    return this.all.flatMap(({ plan, hasWebhook }, index) => {
      const order = index + 1
      const names = changeNames.filter((change) => ruleOf(change).apply(plan, order) !== null)
      return names
        .filter((change) => hasWebhook || !ruleOf(change).needsWebhook)
        .filter((change) => ruleOf(change).applyToNext === undefined || isNextOpen(this.#seen(index)))
        .map((change) => ({ order, change }))
    })
  }

  /** What answered the webhooks of the run if every one was refused; else empty. */
  refusals(): readonly number[] {
    const attempts = this.all.flatMap((_, index) => this.#seen(index).deliveries.flatMap((one) => one.attempts))
    const statuses = attempts.flatMap(({ outcome }) =>
      outcome?.sent && outcome.response ? outcome.response.status : [],
    )
    return statuses.some((status) => status >= 200 && status <= 299) ? [] : [...new Set(statuses)]
  }

  get #store(): Store {
    return this.#storeOfRun()
  }

  #timeline(order: Ordered | undefined): readonly TimelineEvent[] {
    const found = order && storedAs(this.#store, order)
    return order === undefined || found === undefined ? [] : this.#store.timeline(order.key, found.id)
  }

  /** Reads only what a change asks for, once. */
  #seen(index: number): Seen {
    const [order, next] = this.all.slice(index)
    const timeline = once(() => this.#timeline(order))
    const ofNext = once(() => this.#timeline(next))
    const deliveries = once(() =>
      order ? this.#store.deliveries(order.key, { reference: order.reference, limit: 100 }) : [],
    )
    return {
      get timeline() {
        return timeline()
      },
      get next() {
        return ofNext()
      },
      get deliveries() {
        return deliveries()
      },
      endsAfterMs: (order && finalStep(order.plan)?.afterMs) ?? null,
      isReplySlow: order?.isReplySlow ?? false,
    }
  }
}

function once<R>(read: () => R): () => R {
  let value: { readonly read: R } | null = null
  return () => {
    value ??= { read: read() }
    return value.read
  }
}
