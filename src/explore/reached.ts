import type { Delivery } from '../domain/delivery.ts'
import type { Plan } from '../domain/plan.ts'
import type { TimelineEvent } from '../domain/timeline.ts'
import type { Store } from '../store/store.ts'
import { type ChangeName, changeNames, ruleOf } from './changes.ts'
import type { Entry } from './schedule.ts'

/** A transaction of a run, with the plan that its scenario gave it. */
export interface Ordered {
  readonly key: string
  readonly reference: string
  readonly plan: Plan
  /** The changes that its plan could take. */
  readonly applied: readonly Entry[]
  /** Its create call was answered after its final status. */
  isReplySlow: boolean
}

/** What is stored of a transaction, and of the one created after it. */
interface Seen {
  readonly order: Ordered
  readonly timeline: readonly TimelineEvent[]
  readonly next: readonly TimelineEvent[]
  readonly deliveries: readonly Delivery[]
}

/** True if the change of an entry has happened: the merchant could see it. */
export function wasReached(store: Store, orders: readonly Ordered[], { order, change }: Entry): boolean {
  const seen = seenOf(store, orders, order)
  return seen !== null && happened[change](seen)
}

/** Every change that can happen to a transaction of the run that was played, by order, then in the order of the table. */
export function possibleEntries(store: Store, orders: readonly Ordered[]): readonly Entry[] {
  return orders.flatMap((_, index) => {
    const order = index + 1
    const seen = seenOf(store, orders, order)
    return changeNames.flatMap((change) => {
      if (seen === null || ruleOf(change).apply(seen.order.plan, order) === null) return []
      return change === 'reversed' && !couldBeReversed(seen) ? [] : [{ order, change }]
    })
  })
}

function seenOf(store: Store, orders: readonly Ordered[], number: number): Seen | null {
  const [order, following] = orders.slice(number - 1)
  if (order === undefined) return null
  const { key, reference } = order
  return {
    order,
    timeline: timelineOf(store, order),
    next: following ? timelineOf(store, following) : [],
    deliveries: store.deliveries(key, { reference, limit: 100 }),
  }
}

function timelineOf(store: Store, { key, reference }: Ordered): readonly TimelineEvent[] {
  const [transaction] = store.transactions(key, { reference, limit: 1 })
  return transaction === undefined ? [] : store.timeline(key, transaction.id)
}

const happened: Readonly<Record<ChangeName, (seen: Seen) => boolean>> = {
  'webhook-twice': (seen) => sentWebhooks(seen) > 1,
  'webhook-twice-at-once': (seen) => sentWebhooks(seen) > 1,
  'webhook-again-later': (seen) => sentWebhooks(seen) > 1,
  'webhook-before-reply': (seen) => sentWebhooks(seen) > 0,
  'webhook-late': (seen) => sentWebhooks(seen) > 0,
  'lost-ack': ({ deliveries }) =>
    deliveries.some(({ attempts }) => attempts.some(({ outcome }) => outcome?.lostStatus !== undefined)),
  'lost-reply': ({ timeline }) => timeline.some(({ event }) => event === 'reply_faulted'),
  'slow-reply': ({ order }) => order.isReplySlow,
  'pending-first': ({ timeline }) => {
    const settled = timeline.findIndex(({ event }) => event === 'settled')
    return (
      settled >= 0 &&
      timeline.slice(settled).some(({ event, facts }) => event === 'status_queried' && facts.status === 'PENDING')
    )
  },
  reversed: ({ timeline, next }) => isBefore(firstAttempt(next), firstAttempt(timeline)),
}

/** The next transaction was created before the webhook of this one went out, in the same business. */
function couldBeReversed({ timeline, next }: Seen): boolean {
  return isBefore(next[0], firstAttempt(timeline))
}

function sentWebhooks({ deliveries }: Seen): number {
  return deliveries.filter(({ attempts }) => attempts.some(({ outcome }) => outcome?.sent)).length
}

function firstAttempt(timeline: readonly TimelineEvent[]): TimelineEvent | undefined {
  return timeline.find(({ event }) => event === 'webhook_attempted')
}

function isBefore(one: TimelineEvent | undefined, other: TimelineEvent | undefined): boolean {
  return one !== undefined && other !== undefined && one.id < other.id
}
