import type { Plan } from '../domain/plan.ts'
import { isFinal, type Transaction } from '../domain/transaction.ts'
import type { Advanced } from '../engine/schedule/advance.ts'
import type { Engine } from '../engine/schedule/engine.ts'
import type { Store } from '../store/store.ts'
import { finalStep, held, ruleOf } from './changes.ts'
import type { Failure } from './failures.ts'
import { type Ordered, possibleEntries, wasReached } from './reached.ts'
import type { PlayedTimeline } from './saved-schedules.ts'
import type { Entry, Schedule } from './schedule.ts'
import type { Outcome } from './search.ts'

/** How far the run until idle goes, in sandbox time. */
const idleLimitMs = 7 * 24 * 3_600_000

/** Plays a schedule in one sandbox: changes the plans of its transactions, and moves the clock as far as a change needs. */
export class ScheduledRun {
  #schedule: Schedule = []
  /** By order: the first transaction of the run is the first entry. */
  #orders: Ordered[] = []
  #parts: { readonly store: Store; readonly engine: Engine } | null = null
  /** Keys whose clock is being moved. */
  readonly #moving = new Set<string>()

  /** Begins the next run: the next transaction is the first. */
  play(schedule: Schedule): void {
    this.#schedule = schedule
    this.#orders = []
  }

  get schedule(): Schedule {
    return this.#schedule
  }

  /** The transactions of the run so far. */
  get orders(): readonly Ordered[] {
    return this.#orders
  }

  /** Those of some collections that the run has made. */
  ownOf<T extends { readonly business: string }>(collections: readonly T[]): readonly T[] {
    const keys = new Set(this.#orders.map(({ key }) => key))
    return collections.filter(({ business }) => keys.has(business))
  }

  /** How the run went that was played. */
  outcome(failure: Failure | null): Outcome {
    const { store } = this.#started()
    const orders = this.#orders
    const isPlain = this.#schedule.length === 0
    return {
      failure,
      reached: this.reached(),
      possible: isPlain ? possibleEntries(store, orders) : [],
      timelines: isPlain || failure !== null ? orders.map((order) => playedTimeline(store, order)) : [],
    }
  }

  /** The entries whose change has happened. */
  reached(): readonly Entry[] {
    const { store } = this.#started()
    return this.#orders.flatMap(({ applied }) => applied.filter((entry) => wasReached(store, this.#orders, entry)))
  }

  /** Changes the plan of the next transaction. A change that cannot happen to it is left out. */
  planFor(key: string, reference: string, plan: Plan): Plan {
    const order = this.#orders.length + 1
    const applied: Entry[] = []
    let changed = plan
    for (const entry of this.#schedule) {
      const next =
        entry.order === order
          ? ruleOf(entry.change).apply(changed, order)
          : entry.change === 'reversed' && entry.order === order - 1
            ? held(changed, order - 1)
            : null
      if (next === null) continue
      changed = next
      if (entry.order === order) applied.push(entry)
    }
    this.#orders.push({ key, reference, plan, applied, isReplySlow: false })
    return changed
  }

  /** For a slow reply: moves the clock to the final status, and past the webhook. */
  async beforeReply(key: string, { id, plan, reference, createdAt }: Transaction): Promise<void> {
    const order = this.#orders.find((one) => one.key === key && one.reference === reference)
    if (!order?.applied.some(({ change }) => change === 'slow-reply')) return
    const { store, engine } = this.#started()
    const step = finalStep(plan)
    // An advance that waits for the merchant cannot be waited for here.
    if (step === null || store.business(key).clock.mode === 'driven') return
    const until = createdAt + step.afterMs + plan.webhook.delayMs
    if (this.#wouldExpireAnother(store, key, { id, until })) return
    await engine.advance(key, { target: () => until, untilIdle: false }).catch(() => undefined)
    order.isReplySlow = true
  }

  /** Runs the clock of every business of the run until nothing is due. */
  async runUntilIdle(): Promise<void> {
    const { engine } = this.#started()
    for (const key of new Set(this.#orders.map((order) => order.key))) {
      await engine.advance(key, { target: (now) => now + idleLimitMs, untilIdle: true })
    }
  }

  /** The engine of a sandbox that plays schedules: an advance goes on as far as a change needs, and so does a clock that stands. */
  drive(store: Store, plain: Engine): Engine {
    const engine: Engine = {
      ...plain,
      get isRunning() {
        return plain.isRunning
      },
      advance: async (key, move) => {
        this.#moving.add(key)
        try {
          let advanced = await plain.advance(key, move)
          for (let until = this.#due(store, key); until !== null; until = this.#due(store, key)) {
            const target = until
            advanced = followedBy(advanced, await plain.advance(key, { target: () => target, untilIdle: false }))
          }
          return advanced
        } finally {
          this.#moving.delete(key)
        }
      },
    }
    store.onCommit((commits) => {
      if (!this.#schedule.some(({ change }) => ruleOf(change).movesClock)) return
      for (const { key } of commits) {
        const until = this.#moving.has(key) ? null : this.#due(store, key)
        // A reset, a restore or a stop may interrupt it.
        if (until !== null) engine.advance(key, { target: () => until, untilIdle: false }).catch(() => undefined)
      }
    })
    this.#parts = { store, engine }
    return engine
  }

  /** The next time that a change waits for, or null. */
  #due(store: Store, key: string): number | null {
    const now = store.now(key)
    const times = this.#orders.flatMap((order) => {
      if (order.key !== key || !order.applied.some(({ change }) => ruleOf(change).movesClock)) return []
      const [found] = store.transactions(key, { reference: order.reference, limit: 1 })
      if (found === undefined || !isFinal(found.status)) return []
      const until = Math.min(...webhookTimes(store, key, found), ...pendingEnd(store, key, found, now))
      return until > now && until < Number.POSITIVE_INFINITY ? [{ id: found.id, until }] : []
    })
    const [next] = times.sort((one, other) => one.until - other.until)
    return next === undefined || this.#wouldExpireAnother(store, key, next) ? null : next.until
  }

  /** To move the clock must not end a transaction that the test has plans for. */
  #wouldExpireAnother(store: Store, key: string, { id, until }: { id: string; until: number }): boolean {
    return store
      .jobs(key, 10_000)
      .some((job) => job.kind === 'act' && job.act.act === 'expire' && job.transactionId !== id && job.dueAt <= until)
  }

  #started() {
    if (this.#parts === null) throw new Error('The sandbox of this run has not started')
    return this.#parts
  }
}

function playedTimeline(store: Store, { key, reference }: Ordered): PlayedTimeline {
  const [found] = store.transactions(key, { reference, limit: 1 })
  const events = found === undefined ? [] : store.timeline(key, found.id)
  return {
    reference,
    timeline: events.map(({ at, event, facts }) => ({ at: new Date(at).toISOString(), event, ...facts })),
  }
}

/** When the webhooks of a transaction are due that were not tried yet. */
function webhookTimes(store: Store, key: string, { id }: Transaction): readonly number[] {
  return store.jobsOf(key, id).flatMap((job) => {
    if (job.kind !== 'deliver') return []
    return store.delivery(key, job.deliveryId)?.attempts.length === 0 ? [job.dueAt] : []
  })
}

/** When status queries stop answering PENDING, if one was answered so. */
function pendingEnd(store: Store, key: string, { id, plan, updatedAt }: Transaction, now: number): readonly number[] {
  if (plan.pendingMs === undefined || updatedAt + plan.pendingMs <= now) return []
  const wasAsked = store
    .timeline(key, id)
    .some(({ event, facts, at }) => event === 'status_queried' && facts.status === 'PENDING' && at >= updatedAt)
  return wasAsked ? [updatedAt + plan.pendingMs] : []
}

function followedBy(first: Advanced, next: Advanced): Advanced {
  return { now: next.now, events: [...first.events, ...next.events], eventsTotal: first.eventsTotal + next.eventsTotal }
}
