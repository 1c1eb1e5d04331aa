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

export function createScheduler({ store, wall, runnerOf, failed }: SchedulerTools) {
  const heap = new WakeHeap()
  const timer = alarm()
  let running = false
  let ticking = false
  let unsubscribe = () => {}

  function careful(key: string, work: () => void): void {
    try {
      work()
    } catch (cause) {
      failed(key, cause)
    }
  }

  /** The real time at which work is due; now if the clock already shows that time, even if it is frozen. */
  function realTimeOf(clock: ClockState, dueAt: SandboxMs): WallMs | null {
    const at = wallTimeOf(clock, dueAt)
    const now = wall()
    return at !== null && dueAt <= sandboxTime(clock, now) ? Math.min(at, now) : at
  }

  function look(key: string): void {
    const dueAt = store.isSealed(key) ? null : runnerOf(key).nextDueAt()
    if (runnerOf(key).isStuck) return
    heap.set(key, dueAt === null ? null : realTimeOf(store.business(key).clock, dueAt))
  }

  function arm(): void {
    const next = heap.nextAt
    timer.off()
    if (!running || ticking || next === null) return
    const waitMs = next - wall()
    // Timers know whole milliseconds only; the rest of one is waited for turn by turn.
    if (waitMs >= 1) {
      timer.in(Math.floor(Math.min(waitMs, longestSleepMs)), tick)
    } else {
      ticking = true
      inNextTurn(tick)
    }
  }

  function tick(): void {
    ticking = false
    if (!running) return
    for (const key of heap.takeUntil(wall())) {
      careful(key, () => {
        if (!store.isSealed(key)) runnerOf(key).runDue()
        look(key)
      })
    }
    arm()
  }

  function onCommit(commits: readonly Commit[]): void {
    for (const { key, clock, clockSet, dueAt } of commits) {
      if (clockSet) careful(key, () => look(key))
      else if (dueAt !== null) {
        const at = realTimeOf(clock, dueAt)
        if (at !== null) heap.soonest(key, at)
      }
    }
    arm()
  }

  return {
    start() {
      running = true
      unsubscribe = store.onCommit(onCommit)
      for (const key of store.keysWithJobs()) look(key)
      arm()
    },
    look(key: string) {
      careful(key, () => look(key))
      arm()
    },
    rest(key: string, forMs: number) {
      heap.rest(key, wall() + forMs)
      arm()
    },
    stop() {
      running = false
      unsubscribe()
      timer.off()
    },
    get isRunning() {
      return running
    },
  }
}
