import type { Plan } from '../../domain/plan.ts'
import type { Transaction } from '../../domain/transaction.ts'
import type { PlannedCall } from '../../engine/begin/begin.ts'
import type { Engine } from '../../engine/schedule/engine.ts'
import type { Store } from '../../store/store.ts'
import { NotChecked } from '../books/not-checked.ts'
import type { Why } from '../rules/verdict.ts'
import { whyText } from '../rules/words.ts'
import type { Oracle } from '../verdict/oracle.ts'
import type { MoneyChecked } from '../verdict/reported.ts'
import { finalStep } from './changed-plan.ts'
import type { ChangeName } from './changes.ts'
import type { RunOutcome } from './exploration.ts'
import { type Failure, WrongMoney } from './failures.ts'
import { wouldExpireAnother } from './ordered.ts'
import { RunOrders } from './run-orders.ts'
import type { Schedule, ScheduleEntry } from './schedule.ts'

/** How far a run until idle goes, in sandbox time. */
const idleLimitMs = 7 * 24 * 3_600_000

/** How often money is checked again because a transaction was created meanwhile. */
const mostChecks = 3

/** Plays a schedule in one sandbox: changes the plans of its transactions, and moves the clock as far as a change needs. */
export class ScheduledRun {
  #schedule: Schedule = []
  #orders = new RunOrders(() => this.store)
  #parts: { readonly store: Store; readonly engine: Engine; readonly oracle: Oracle | null } | null = null
  /** Why there was no verdict about some money, a sentence for each kind of reason. */
  readonly notChecked = new Map<Why['because'], string>()
  /** How the sandbox answered the newest call of the run that it refused, as a sentence; null if it refused none. */
  refusal: string | null = null
  /** What the run had reached when the test was over, and what was still to come; null while the test runs. */
  #ended: { readonly reached: readonly ScheduleEntry[]; readonly needsCheck: readonly ChangeName[] } | null = null

  /** Begins the next run: the next transaction is the first. */
  play(schedule: Schedule): void {
    this.#schedule = schedule
    this.#orders = new RunOrders(() => this.store)
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
    return this.#orders.transactions(key)
  }

  /** Asks for the balance that a customer has before the run. */
  async knowBalance(key: string, known: Transaction): Promise<void> {
    await this.#started().oracle?.knowBalance(key, known)
  }

  outcome(failure: Failure | null): RunOutcome {
    const isPlain = this.#schedule.length === 0
    return {
      failure,
      reached: this.#ended?.reached ?? this.reached(),
      needsCheck: this.#ended?.needsCheck ?? [],
      possible: isPlain ? this.#orders.possible() : [],
      refusals: isPlain ? this.#orders.refusals() : [],
      timelines: isPlain || failure !== null ? this.#orders.played() : [],
    }
  }

  reached(): readonly ScheduleEntry[] {
    return this.#orders.reached()
  }

  /**
   * Ends the test's own part; true if something late is still to come. A failure of the test then says nothing: it may only not
   * have waited. If nothing judges the run afterwards, only what has happened by now is reached.
   */
  testEnded({ isJudgedAtEnd }: { readonly isJudgedAtEnd: boolean }): boolean {
    const late = this.#orders.stillToCome()
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
      const before = this.#orders.all.length
      const checked = await oracle.checkRun(this.#orders.all, patienceMs)
      if (left === 0 || this.#orders.all.length === before) return checked
      await this.runUntilIdle()
    }
  }

  /** What the merchant's server got wrong about money, or null. Throws a `NotChecked` if nothing could be asked. */
  async moneyFailure(): Promise<WrongMoney | null> {
    const money = await this.checkMoney()
    if (money === null) return null
    const { verdicts, findings, unasked } = money
    if (unasked !== null) throw new NotChecked(`not checked: ${unasked.why}`, false, unasked.answer)
    for (const one of verdicts) {
      if (one.verdict === 'not-checked') this.notChecked.set(one.why.because, whyText(one.why, one))
    }
    return findings[0] === undefined ? null : new WrongMoney(findings[0])
  }

  /** Changes the plan of the next transaction. */
  planFor(key: string, call: PlannedCall, plan: Plan): Plan {
    return this.#orders.add(this.#schedule, key, call, plan)
  }

  /** For a slow reply: moves the clock to the final status, and past the webhook. */
  async beforeReply(key: string, { id, plan, reference, createdAt }: Transaction): Promise<void> {
    const order = this.#orders.find(key, reference)
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
    for (const key of this.#orders.keys) {
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

  #started() {
    if (this.#parts === null) throw new Error('The sandbox of this run has not started')
    return this.#parts
  }
}
