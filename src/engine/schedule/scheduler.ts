import { type ClockState, type SandboxMs, sandboxTime, type WallMs, wallTimeOf } from '../../domain/clock.ts'
import type { Commit, Store } from '../../store/store.ts'
import { alarm, inNextTurn, type SteadyClock } from '../../time.ts'
import type { Runner } from './runner.ts'
import { WakeHeap } from './wake-heap.ts'

/** The clock is read at least this often while jobs wait, so that a machine that slept notices within a second. */
const longestSleepMs = 1000

export interface SchedulerTools {
  readonly store: Store
  readonly wall: SteadyClock
  readonly runnerOf: (key: string) => Runner
  readonly failed: (key: string, cause: unknown) => void
}

/** Wakes each business when its next work is due in real time. */
export class Scheduler {
  readonly #tools: SchedulerTools
  readonly #heap = new WakeHeap()
  readonly #timer = alarm()
  #isRunning = false
  #isTicking = false
  #unsubscribe = () => {}

  constructor(tools: SchedulerTools) {
    this.#tools = tools
  }

  get isRunning(): boolean {
    return this.#isRunning
  }

  start(): void {
    const { store } = this.#tools
    this.#isRunning = true
    this.#unsubscribe = store.onCommit((commits) => this.#onCommit(commits))
    for (const key of store.keysWithJobs()) this.#look(key)
    this.#arm()
  }

  look(key: string): void {
    this.#careful(key, () => this.#look(key))
    this.#arm()
  }

  rest(key: string, forMs: number): void {
    this.#heap.rest(key, this.#tools.wall() + forMs)
    this.#arm()
  }

  stop(): void {
    this.#isRunning = false
    this.#unsubscribe()
    this.#timer.off()
  }

  #onCommit(commits: readonly Commit[]): void {
    for (const { key, clock, clockSet, dueAt } of commits) {
      if (clockSet) this.#careful(key, () => this.#look(key))
      else if (dueAt !== null) {
        const at = this.#realTimeOf(clock, dueAt)
        if (at !== null) this.#heap.soonest(key, at)
      }
    }
    this.#arm()
  }

  #look(key: string): void {
    const { store, runnerOf } = this.#tools
    const dueAt = store.jobsWait(key) ? null : runnerOf(key).nextDueAt()
    if (runnerOf(key).isStuck) return
    this.#heap.set(key, dueAt === null ? null : this.#realTimeOf(store.business(key).clock, dueAt))
  }

  #arm(): void {
    const next = this.#heap.nextAt
    this.#timer.off()
    if (!this.#isRunning || this.#isTicking || next === null) return
    const waitMs = next - this.#tools.wall()
    // Timers know whole milliseconds only; the rest of one is waited for turn by turn.
    if (waitMs >= 1) {
      this.#timer.in(Math.floor(Math.min(waitMs, longestSleepMs)), () => this.#tick())
    } else {
      this.#isTicking = true
      inNextTurn(() => this.#tick())
    }
  }

  #tick(): void {
    const { store, wall, runnerOf } = this.#tools
    this.#isTicking = false
    if (!this.#isRunning) return
    for (const key of this.#heap.takeUntil(wall())) {
      this.#careful(key, () => {
        if (!store.jobsWait(key)) runnerOf(key).runDue()
        this.#look(key)
      })
    }
    this.#arm()
  }

  #careful(key: string, work: () => void): void {
    try {
      work()
    } catch (cause) {
      this.#tools.failed(key, cause)
    }
  }

  /** The real time at which work is due; now if the clock already shows that time, even if it is frozen. */
  #realTimeOf(clock: ClockState, dueAt: SandboxMs): WallMs | null {
    const at = wallTimeOf(clock, dueAt)
    const now = this.#tools.wall()
    return at !== null && dueAt <= sandboxTime(clock, now) ? Math.min(at, now) : at
  }
}
