import type { ChangeName } from './changes.ts'
import type { Failure } from './failures.ts'
import type { Evidence } from './saved-schedules.ts'
import type { Schedule, ScheduleEntry } from './schedule.ts'

/** Plays the test under a schedule. */
export type Play = (schedule: Schedule) => Promise<RunOutcome>

export interface RunOutcome {
  /** Null if the test passed. */
  readonly failure: Failure | null
  /** The entries of the schedule whose change has happened. */
  readonly reached: readonly ScheduleEntry[]
  /** Changes that the test did not wait for, and that nothing judged afterwards. */
  readonly needsCheck: readonly ChangeName[]
  /** Every change that can happen to the transactions of a plain run. */
  readonly possible: readonly ScheduleEntry[]
  /** What the merchant's server answered if it refused every webhook of a plain run; else empty. */
  readonly refusals: readonly number[]
  /** Of a plain run, and of one that failed. */
  readonly timelines: Evidence['plain']
}

export interface SearchOptions {
  readonly seed: number
  /** The limit of plain, single, pair and random runs together. */
  readonly runs: number | null
  readonly timeMs: number | null
  /** The changes to try; null: all. */
  readonly only: readonly ChangeName[] | null
  readonly found: string
  /** What is explored, as `testNamed` makes it. */
  readonly test: string
  /** Ends well too if single changes were left untried. */
  readonly partial: boolean
  /** Goes on after a failure, and ends with all distinct ones. */
  readonly keepGoing: boolean
  /** Ends the search when it aborts. */
  readonly signal: AbortSignal
}

export interface SearchReport {
  readonly replayed: (line: string) => void
  /** `changes` is how many have happened in some run; `of` is null if only the time is limited. */
  readonly played: (run: {
    readonly number: number
    readonly of: number | null
    readonly schedule: Schedule
    readonly ok: boolean
    readonly changes: number
  }) => void
}

/** An exploration that found nothing. */
export interface Explored {
  /** Plain, single, pair and random runs together. */
  readonly runs: number
  /** In how many runs each change happened. */
  readonly reached: Readonly<Partial<Record<ChangeName, number>>>
  /** Changes that never happened, such as a change of status queries where the test makes none. */
  readonly notReached: readonly ChangeName[]
  /** Those not reached that come after the test's own end: they need `check` or a probe, or a clock that runs until idle. */
  readonly needsCheck: readonly ChangeName[]
  /** How many single changes were not played; more than 0 only for a partial search. */
  readonly untried: number
  readonly seed: number
}
