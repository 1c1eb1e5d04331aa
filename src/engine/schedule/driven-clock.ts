import type { Change } from '../../domain/change.ts'
import { drive, releaseClock, type SandboxMs } from '../../domain/clock.ts'
import type { Job } from '../../domain/job.ts'
import type { State } from '../../store/needs.ts'
import type { Store } from '../../store/store.ts'
import type { SteadyClock } from '../../time.ts'

interface ClockTools {
  readonly store: Store
  readonly wall: SteadyClock
  /** Called when storage failed and the clock still has to be released. */
  readonly failed: (key: string, cause: unknown) => void
}

export class DrivenClock {
  readonly #key: string
  readonly #tools: ClockTools
  #mustRelease = false

  constructor(key: string, tools: ClockTools) {
    this.#key = key
    this.#tools = tools
  }

  /** True while storage fails and the clock of a finished advance is not released. */
  get isStuck(): boolean {
    return this.#mustRelease
  }

  /** Stops the clock. Returns the target, which is never in the past. */
  drive(target: (now: SandboxMs) => SandboxMs): Promise<SandboxMs> {
    return this.#tools.store.perform(this.#key, {}, ({ business, now }) => ({
      result: Math.max(now, target(now)),
      changes: [{ change: 'clock.set', clock: drive(business.clock, now) }],
    }))
  }

  /** Moves to a time if no job is due by it. Returns false if one is: a command of this turn added it. */
  moveTo(at: SandboxMs): Promise<boolean> {
    return this.#tools.store.perform(this.#key, { isWorkDueBy: at }, ({ isWorkDueBy, ...state }) => ({
      result: !isWorkDueBy,
      changes: isWorkDueBy ? [] : moved(state, at),
    }))
  }

  /** Moves to the time of a job. Returns false if the job is gone or is not the next. */
  moveToNext(job: Job): Promise<boolean> {
    return this.#tools.store.perform(this.#key, { isJobDue: { job, inOrder: true } }, ({ isJobDue, ...state }) => ({
      result: isJobDue,
      changes: isJobDue ? moved(state, job.dueAt) : [],
    }))
  }

  async release(): Promise<void> {
    const { store, wall, failed } = this.#tools
    // Set before the commit: the commit wakes the scheduler, which then looks for jobs.
    this.#mustRelease = false
    try {
      await store.perform(this.#key, {}, ({ business: { clock } }) => ({
        result: undefined,
        changes: clock.mode === 'driven' ? [{ change: 'clock.set', clock: releaseClock(clock, wall()) }] : [],
      }))
    } catch (cause) {
      this.#mustRelease = true
      failed(this.#key, cause)
      throw cause
    }
  }
}

function moved({ business: { clock }, now }: State<object>, at: SandboxMs): Change[] {
  return clock.mode === 'driven' ? [{ change: 'clock.set', clock: drive(clock, Math.max(now, at)) }] : []
}
