import type { TimelineEvent } from '../../domain/happening.ts'
import type { Plan } from '../../domain/plan.ts'
import type { Transaction } from '../../domain/transaction.ts'
import type { PlannedCall } from '../../engine/begin/begin.ts'
import type { Engine } from '../../engine/schedule/engine.ts'
import type { Store } from '../../store/store.ts'
import { NotChecked } from '../books/not-checked.ts'
import type { Oracle } from '../verdict/oracle.ts'
import type { MoneyChecked } from '../verdict/reported.ts'
import { type ChangeName, changeNames, finalStep, isNextOpen, ruleOf, type Seen } from './changes.ts'
import type { RunOutcome } from './exploration.ts'
import { type Failure, WrongMoney } from './failures.ts'
import { type Ordered, stillToCome, storedAs, wouldExpireAnother } from './ordered.ts'
import type { PlayedTransaction } from './saved-schedules.ts'
import type { Schedule, ScheduleEntry } from './schedule.ts'

/** How far a run until idle goes, in sandbox time. */
const idleLimitMs = 7 * 24 * 3_600_000

/** How often money is checked again because a transaction was created meanwhile. */
const mostChecks = 3

/** Plays a schedule in one sandbox: changes the plans of its transactions, and moves the clock as far as a change needs. */
export class ScheduledRun {
  #schedule: Schedule = []
  /** By order: the first transaction of the run is the first entry. */
  #orders: Ordered[] = []
  #parts: { readonly store: Store; readonly engine: Engine; readonly oracle: Oracle | null } | null = null
  /** Why there was no verdict about some money, of all runs. */
  readonly notChecked = new Set<string>()
  /** How the sandbox answered the newest call of the run that it refused, as a sentence; null if it refused none. */
  refusal: string | null = null
  /** What the run had reached when the test was over, and what was still to come; null while the test runs. */
  #ended: { readonly reached: readonly ScheduleEntry[]; readonly needsCheck: readonly ChangeName[] } | null = null

  /** Begins the next run: the next transaction is the first. */
  play(schedule: Schedule): void {
    this.#schedule = schedule
    this.#orders = []
    this.refusal = null
    this.#ended = null
    this.#parts?.oracle?.beginRun()
  }

  get schedule(): Schedule {
    return this.#schedule
  }

  get store(): Store {
    return this.#started().store
  }

  /** The transactions of a business in the run so far, by order. */
  transactions(key: string): readonly Transaction[] {
    return this.#orders.filter((order) => order.key === key).flatMap((order) => storedAs(this.store, order) ?? [])
  }

  outcome(failure: Failure | null): RunOutcome {
    const isPlain = this.#schedule.length === 0
    return {
      failure,
      reached: this.#ended?.reached ?? this.reached(),
      needsCheck: this.#ended?.needsCheck ?? [],
      possible: isPlain ? this.#possible() : [],
      refusals: isPlain ? this.#refusals() : [],
      timelines: isPlain || failure !== null ? this.#orders.map((order) => this.#played(order)) : [],
    }
  }

  reached(): readonly ScheduleEntry[] {
    return this.#orders.flatMap(({ applied }, index) =>
      applied.filter(({ change }) => ruleOf(change).happened(this.#seen(index))),
    )
  }

  /**
   * Ends the test's own part; true if something late is still to come. A failure of the test then says nothing: it may only not
   * have waited. If nothing judges the run afterwards, only what has happened by now is reached.
   */
  testEnded({ isJudgedAtEnd }: { readonly isJudgedAtEnd: boolean }): boolean {
    const late = this.#orders.flatMap((order) => stillToCome(this.store, order))
    if (!isJudgedAtEnd) this.#ended = { reached: this.reached(), needsCheck: late }
    return late.length > 0
  }

  /**
   * Compares the money of the run with the merchant's books; null without a probe. What a server begins meanwhile is ended first.
   * `patienceMs`: how long the books may take until they are right.
   */
  async checkMoney(patienceMs?: number): Promise<MoneyChecked | null> {
    const { oracle } = this.#started()
    if (oracle === null) return null
    for (let left = mostChecks; ; left--) {
      const before = this.#orders.length
      const checked = await oracle.checkRun(this.#orders, patienceMs)
      if (left === 0 || this.#orders.length === before) return checked
      await this.runUntilIdle()
    }
  }

  /** What the merchant's server got wrong about money, or null. Throws a `NotChecked` if nothing could be asked. */
  async moneyFailure(): Promise<WrongMoney | null> {
    const { findings, notChecked, unasked } = (await this.checkMoney()) ?? {
      findings: [],
      notChecked: [],
      unasked: null,
    }
    if (unasked !== null) throw new NotChecked(`not checked: ${unasked.why}`, false, unasked.answer)
    for (const why of notChecked) this.notChecked.add(why)
    return findings[0] === undefined ? null : new WrongMoney(findings[0])
  }

  /** Changes the plan of the next transaction. A change that cannot happen to it is left out. */
  planFor(key: string, { reference, hasWebhook }: PlannedCall, plan: Plan): Plan {
    const order = this.#orders.length + 1
    const applied: ScheduleEntry[] = []
    let changed = plan
    for (const entry of this.#schedule) {
      const rule = ruleOf(entry.change)
      const isOwn = entry.order === order && (hasWebhook || !rule.needsWebhook)
      const own = isOwn ? rule.apply(changed, order) : null
      const next = entry.order === order - 1 ? (rule.applyToNext?.(changed, entry.order) ?? null) : own
      if (next === null) continue
      changed = next
      if (isOwn) applied.push(entry)
    }
    this.#orders.push({ key, reference, hasWebhook, plan, applied, isReplySlow: false })
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
    if (wouldExpireAnother(store, key, { id, until })) return
    await engine.advance(key, { target: () => until, untilIdle: false }).catch(() => undefined)
    order.isReplySlow = true
  }

  /** Runs the clock of every business of the run until nothing is due, and status queries answer the final status. */
  async runUntilIdle(): Promise<void> {
    const { engine } = this.#started()
    for (const key of new Set(this.#orders.map((order) => order.key))) {
      await engine.advance(key, { target: (now) => now + idleLimitMs, untilIdle: true })
      const shown = Math.max(...this.transactions(key).map(({ updatedAt, plan }) => updatedAt + (plan.pendingMs ?? 0)))
      if (shown > this.store.now(key)) await engine.advance(key, { target: () => shown, untilIdle: false })
    }
  }

  /** Runs the clock of a business from one due job to the next, until it is over or nothing is due. */
  async runStepwise(key: string, isOver: () => boolean): Promise<void> {
    const { store, engine } = this.#started()
    const limit = store.now(key) + idleLimitMs
    while (!isOver()) {
      const [next] = store.jobs(key, 1)
      if (next === undefined || next.dueAt > limit) return
      await engine.advance(key, { target: (now) => Math.max(now, next.dueAt), untilIdle: false })
    }
  }

  use(store: Store, engine: Engine, oracle: Oracle | null): void {
    this.#parts = { store, engine, oracle }
  }

  /** What answered the webhooks of the run if every one was refused; else empty. */
  #refusals(): readonly number[] {
    const attempts = this.#orders.flatMap((_, index) => this.#seen(index).deliveries.flatMap((one) => one.attempts))
    const statuses = attempts.flatMap(({ outcome }) =>
      outcome?.sent && outcome.response ? outcome.response.status : [],
    )
    return statuses.some((status) => status >= 200 && status <= 299) ? [] : [...new Set(statuses)]
  }

  /** Every change that can happen in the run, by transaction and then in the order of the changes. */
  #possible(): readonly ScheduleEntry[] {
    return this.#orders.flatMap(({ plan, hasWebhook }, index) => {
      const order = index + 1
      const names = changeNames.filter((change) => ruleOf(change).apply(plan, order) !== null)
      return names
        .filter((change) => hasWebhook || !ruleOf(change).needsWebhook)
        .filter((change) => ruleOf(change).applyToNext === undefined || isNextOpen(this.#seen(index)))
        .map((change) => ({ order, change }))
    })
  }

  #timeline(order: Ordered | undefined): readonly TimelineEvent[] {
    const found = order && storedAs(this.store, order)
    return order === undefined || found === undefined ? [] : this.store.timeline(order.key, found.id)
  }

  /** Reads only what a change asks for. */
  #seen(index: number): Seen {
    const [order, next] = this.#orders.slice(index)
    const run = this
    return {
      get timeline() {
        return run.#timeline(order)
      },
      get next() {
        return run.#timeline(next)
      },
      get deliveries() {
        return order ? run.store.deliveries(order.key, { reference: order.reference, limit: 100 }) : []
      },
      isReplySlow: order?.isReplySlow ?? false,
    }
  }

  #played(order: Ordered): PlayedTransaction {
    return { reference: order.reference, timeline: this.#timeline(order) }
  }

  #started() {
    if (this.#parts === null) throw new Error('The sandbox of this run has not started')
    return this.#parts
  }
}
