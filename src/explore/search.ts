import { monotonicMs } from '../time.ts'
import type { ChangeName } from './changes.ts'
import { changeNames } from './changes.ts'
import { type Failure, FlakyTest, Interrupted, PlainFailure, ScheduleFailure, sameFailure } from './failures.ts'
import { orderOfWork, plainRuns, plannedSchedules } from './order-of-work.ts'
import { forget, type PlayedTimeline, type Replayed, readSaved, save } from './saved-schedules.ts'
import type { Entry, Schedule } from './schedule.ts'

/** How a run went. */
export interface Outcome {
  /** Null if the test passed. */
  readonly failure: Failure | null
  readonly reached: readonly Entry[]
  /** Every change that can happen to the transactions of the run. */
  readonly possible: readonly Entry[]
  readonly timelines: readonly PlayedTimeline[]
}

export interface SearchOptions {
  readonly seed: number
  /** Most plain, single, pair and random runs together. */
  readonly runs: number | null
  readonly timeMs: number | null
  /** The changes to try; null: all. */
  readonly only: readonly ChangeName[] | null
  /** The folder of saved failures. */
  readonly found: string
  /** How many runs are played at once. */
  readonly jobs: number
  /** Ends the search when it aborts. */
  readonly signal: AbortSignal
}

/** What a search reports while it goes on. `of` is how many runs are planned, or null if only the time is limited. */
export type Progress =
  | { readonly event: 'saved'; readonly saved: Replayed }
  | {
      readonly event: 'run'
      readonly number: number
      readonly of: number | null
      readonly schedule: Schedule
      readonly ok: boolean
      /** How many of the changes have happened in some run. */
      readonly changes: number
    }

/** An exploration that found nothing. */
export interface Explored {
  /** Plain, single, pair and random runs together. */
  readonly runs: number
  /** In how many runs each change happened. */
  readonly reached: Readonly<Partial<Record<ChangeName, number>>>
  /** Changes that never happened, such as a change of status queries where the test makes none. */
  readonly notReached: readonly ChangeName[]
  readonly seed: number
}

/** How long a search goes on that has neither `runs` nor `time`, in real time; it ends earlier after all pairs. */
const usualTimeMs = 60_000
/** How often a failure must come again. */
const confirmations = 3

/**
 * Looks for a schedule under which a test fails: saved failures first, then the plain run, single changes, pairs and random
 * longer schedules. Throws a `ScheduleFailure`, or what is wrong with the test itself.
 */
export class Search {
  readonly #play: (schedule: Schedule) => Promise<Outcome>
  readonly #options: SearchOptions
  readonly #report: (progress: Progress) => void
  readonly #reached = new Map<ChangeName, number>()
  readonly #beganAt = monotonicMs()
  /** What happened in a plain run. */
  #plain: Outcome['timelines'] = []
  #runs = 0
  #planned: number | null = null
  #singles = 0

  constructor(
    play: (schedule: Schedule) => Promise<Outcome>,
    options: SearchOptions,
    report: (progress: Progress) => void,
  ) {
    this.#play = async (schedule) => {
      const outcome = await play(schedule)
      // What was stopped may have failed by that.
      if (options.signal.aborted) throw new Interrupted(this.#runs)
      return outcome
    }
    this.#options = options
    this.#report = report
  }

  async run(): Promise<Explored> {
    await this.#replaySaved()
    const possible = await this.#playPlain()
    this.#planned = this.#plannedRuns(possible)
    this.#singles = possible.length
    const failed = await this.#tryAll(possible)
    if (failed !== null) throw await this.#described(failed)
    const names = this.#options.only ?? changeNames
    return {
      runs: this.#runs,
      reached: Object.fromEntries(
        names.flatMap((name) => (this.#reached.has(name) ? [[name, this.#reached.get(name)]] : [])),
      ),
      notReached: names.filter((name) => !this.#reached.has(name)),
      seed: this.#options.seed,
    }
  }

  /** How many single changes of transactions the runs or the time did not suffice for, and how many there are. */
  get untried(): { readonly left: number; readonly of: number } {
    return { left: Math.max(0, this.#singles - Math.max(0, this.#runs - plainRuns)), of: this.#singles }
  }

  /** A failure that is mended is forgotten, one whose changes did not happen is kept, and one that still fails ends the search. */
  async #replaySaved(): Promise<void> {
    for (const saved of await readSaved(this.#options.found)) {
      const { file, schedule } = saved
      const { failure, reached } = await this.#play(schedule)
      const isPlayed = schedule.every(({ order, change }) =>
        reached.some((entry) => entry.order === order && entry.change === change),
      )
      const became = failure !== null ? 'STILL FAILS' : isPlayed ? 'FIXED' : 'NOT PLAYED'
      this.#report({ event: 'saved', saved: { file, schedule, became } })
      if (failure !== null) throw new ScheduleFailure({ schedule, failure, file, how: 'saved by an earlier run' })
      if (isPlayed) forget(saved)
    }
  }

  async #playPlain(): Promise<readonly Entry[]> {
    const outcomes: Outcome[] = []
    for (let number = 0; number < plainRuns && !this.#isOver(); number++) outcomes.push(await this.#playNext([]))
    const failures = outcomes.flatMap(({ failure }) => failure ?? [])
    const [failure] = failures
    this.#plain = outcomes.at(-1)?.timelines ?? []
    if (failure === undefined) return this.#wanted(outcomes.at(-1)?.possible ?? [])
    if (failures.length < outcomes.length) throw new FlakyTest(failures.length, outcomes.length, failure)
    throw new PlainFailure(failure)
  }

  #wanted(possible: readonly Entry[]): readonly Entry[] {
    const { only } = this.#options
    return only === null ? possible : possible.filter(({ change }) => only.includes(change))
  }

  #plannedRuns(possible: readonly Entry[]): number | null {
    const { runs, timeMs } = this.#options
    if (runs !== null) return runs
    return timeMs === null ? plainRuns + plannedSchedules(possible) : null
  }

  /** Returns the first run that failed and fails again, or null. */
  async #tryAll(possible: readonly Entry[]): Promise<Failed | null> {
    const schedules = orderOfWork(possible, this.#options.seed)
    for (;;) {
      const failed = await this.#tryUntilOneFails(schedules)
      if (failed === null) return null
      const timelines = await this.#failsAgain(failed)
      if (timelines !== null) return { ...failed, timelines }
    }
  }

  async #tryUntilOneFails(schedules: Iterator<Schedule>): Promise<Failed | null> {
    const failed: Failed[] = []
    const work = async () => {
      while (failed.length === 0 && !this.#isOver()) {
        const { value: schedule, done } = schedules.next()
        if (done) return
        const number = this.#runs + 1
        const { failure, timelines } = await this.#playNext(schedule)
        if (failure !== null) failed.push({ number, schedule, failure, timelines })
      }
    }
    await Promise.all(Array.from({ length: this.#options.jobs }, work))
    // Of runs that were played at once the first counts, so that a seed always finds the same.
    const [first] = failed.sort((one, other) => one.number - other.number)
    return first ?? null
  }

  async #playNext(schedule: Schedule): Promise<Outcome> {
    const number = ++this.#runs
    const outcome = await this.#play(schedule)
    for (const change of new Set(outcome.reached.map((entry) => entry.change))) {
      this.#reached.set(change, (this.#reached.get(change) ?? 0) + 1)
    }
    this.#report({
      event: 'run',
      number,
      of: this.#planned,
      schedule,
      ok: outcome.failure === null,
      changes: this.#reached.size,
    })
    return outcome
  }

  /** Returns what happened in the last run if every run fails in the same way, or null. */
  async #failsAgain({ schedule, failure }: Failed): Promise<Failed['timelines'] | null> {
    let timelines: Failed['timelines'] = []
    for (let count = 0; count < confirmations; count++) {
      const again = await this.#play(schedule)
      if (again.failure === null || !sameFailure(again.failure, failure)) return null
      timelines = again.timelines
    }
    return timelines
  }

  /** The failure with the smallest schedule that brings it about, saved. */
  async #described(failed: Failed): Promise<ScheduleFailure> {
    const { schedule, failure, timelines } = await this.#shrunk(failed)
    const file = save(this.#options.found, schedule, {
      message: failure.message,
      plain: this.#plain,
      failing: timelines,
    })
    const of = this.#planned === null ? '' : ` of ${this.#planned}`
    const how = `confirmed ${confirmations} of ${confirmations}, run ${failed.number}${of}`
    return new ScheduleFailure({ schedule, failure, file, how })
  }

  async #shrunk(failed: Failed): Promise<Failed> {
    const { schedule } = failed
    try {
      for (const [index] of schedule.entries()) {
        const fewer = { ...failed, schedule: schedule.toSpliced(index, 1) }
        const timelines = fewer.schedule.length === 0 ? null : await this.#failsAgain(fewer)
        if (timelines !== null) return this.#shrunk({ ...fewer, timelines })
      }
    } catch (error) {
      // What was found so far stands.
      if (!(error instanceof Interrupted)) throw error
    }
    return failed
  }

  #isOver(): boolean {
    const { runs, timeMs } = this.#options
    if (runs !== null && this.#runs >= runs) return true
    const limited = runs === null ? (timeMs ?? usualTimeMs) : timeMs
    if (runs === null && timeMs === null && this.#planned !== null && this.#runs >= this.#planned) return true
    return limited !== null && monotonicMs() - this.#beganAt >= limited
  }
}

interface Failed {
  readonly number: number
  readonly schedule: Schedule
  readonly failure: Failure
  readonly timelines: Outcome['timelines']
}
