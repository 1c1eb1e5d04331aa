import { monotonicMs } from '../../time.ts'
import { type ChangeName, changeNames } from './changes.ts'
import {
  ExplorationInterrupted,
  ExplorationUnfinished,
  type Failure,
  PlainFailure,
  ScheduleFailure,
  sameFailure,
  TimeUp,
  WebhooksRefused,
} from './failures.ts'
import { orderOfWork, plainRuns, plannedSchedules } from './order-of-work.ts'
import { type Evidence, forget, readSchedule, save, savedFiles } from './saved-schedules.ts'
import { type Schedule, type ScheduleEntry, sentenceOf } from './schedule.ts'

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
  readonly jobs: number
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

interface Failed {
  readonly number: number
  readonly schedule: Schedule
  readonly failure: Failure
  readonly timelines: RunOutcome['timelines']
}

/** A failure with its smallest schedule, the file of it, and how it was found. */
interface Found {
  readonly schedule: Schedule
  readonly failure: Failure
  readonly file: string
  readonly how: string
}

/** Returns null for a run that was stopped because the time was up. */
async function inTime(run: Promise<RunOutcome>): Promise<RunOutcome | null> {
  return run.catch((error: unknown) => {
    if (error instanceof TimeUp) return null
    throw error
  })
}

type Schedules = Pick<Iterator<Schedule>, 'next'>

function nextOf(schedules: Iterator<Schedule>, isNew: (schedule: Schedule) => boolean): IteratorResult<Schedule> {
  for (;;) {
    const next = schedules.next()
    if (next.done || isNew(next.value)) return next
  }
}

function includes(schedule: Schedule, { order, change }: ScheduleEntry): boolean {
  return schedule.some((one) => one.order === order && one.change === change)
}

/** The usual limit of a search, in real time; it ends earlier after all pairs. */
const usualTimeMs = 60_000
const ofAnotherTest = 'saved by another test, or before this one was edited; delete it once it is mended'

/** How often a failure must come again. */
const confirmations = 3

/**
 * Looks for a schedule under which a test fails: saved failures first, then the plain run, single changes, pairs and random
 * longer schedules. Throws a `ScheduleFailure`, what is wrong with the test itself, or an `ExplorationUnfinished`.
 */
export class Search {
  readonly #play: (schedule: Schedule) => Promise<RunOutcome>
  readonly #options: SearchOptions
  readonly #report: SearchReport
  readonly #reached = new Map<ChangeName, number>()
  readonly #needsCheck = new Set<ChangeName>()
  readonly #endsAt: number
  #plain: RunOutcome['timelines'] = []
  #runs = 0
  /** How many runs there are at most; null if only the time limits them. */
  #planned: number | null
  #singles = 0
  #singlesPlayed = 0

  constructor(play: (schedule: Schedule) => Promise<RunOutcome>, options: SearchOptions, report: SearchReport) {
    const { runs, timeMs, signal } = options
    this.#play = async (schedule) => {
      const outcome = await play(schedule)
      // What was stopped may have failed by that.
      if (signal.aborted) throw new ExplorationInterrupted(this.#runs)
      return outcome
    }
    this.#options = options
    this.#report = report
    this.#planned = runs
    this.#endsAt = monotonicMs() + (timeMs ?? (runs === null ? usualTimeMs : Number.POSITIVE_INFINITY))
  }

  async run(): Promise<Explored> {
    const { runs, timeMs, only, seed } = this.#options
    await this.#replaySaved()
    const names = only ?? changeNames
    const possible = (await this.#playPlain()).filter(({ change }) => names.includes(change))
    if (runs === null && timeMs === null) this.#planned = plainRuns + plannedSchedules(possible)
    this.#singles = possible.length
    const failure = await this.#findAll(orderOfWork(possible, seed))
    if (failure !== null) throw failure
    const untried = this.#singles - this.#singlesPlayed
    if (!this.#options.partial && (untried > 0 || this.#reached.size === 0)) {
      throw new ExplorationUnfinished({ untried, of: this.#singles })
    }
    const reached = names.flatMap((name) => {
      const count = this.#reached.get(name)
      return count === undefined ? [] : [[name, count]]
    })
    const notReached = names.filter((name) => !this.#reached.has(name))
    return {
      runs: this.#runs,
      reached: Object.fromEntries(reached),
      notReached,
      needsCheck: notReached.filter((name) => this.#needsCheck.has(name)),
      untried,
      seed,
    }
  }

  /**
   * Forgets mended failures, keeps those whose changes did not happen and those of another test, and ends the search with one
   * that still fails.
   */
  async #replaySaved(): Promise<void> {
    // All are read before one is played: a wrong file ends the search.
    for (const saved of await Promise.all(savedFiles(this.#options.found).map(readSchedule))) {
      const { file, schedule } = saved
      const { failure, reached } = await this.#play(schedule)
      const isPlayed = schedule.every((entry) => reached.includes(entry))
      const isOwn = saved.test === null || saved.test === this.#options.test
      const passes = !isPlayed ? 'NOT PLAYED' : isOwn ? 'FIXED' : 'PASSES HERE'
      const became = failure !== null ? 'STILL FAILS' : passes
      const why = failure === null && isPlayed && !isOwn ? `: ${ofAnotherTest}` : ''
      this.#report.replayed(`${became}  ${sentenceOf(schedule)}  (${file}${why})`)
      if (failure !== null) throw new ScheduleFailure(schedule, failure, { file, how: 'saved by an earlier run' })
      if (isPlayed && isOwn) forget(saved)
    }
  }

  /** Returns every change that can happen. */
  async #playPlain(): Promise<readonly ScheduleEntry[]> {
    const outcomes: RunOutcome[] = []
    while (outcomes.length < plainRuns && !this.#isOver()) {
      const outcome = await inTime(this.#playNext([]))
      if (outcome === null) throw new ExplorationUnfinished({ untried: 0, of: null })
      outcomes.push(outcome)
    }
    const refusals = outcomes.map((outcome) => outcome.refusals)
    if (refusals.length > 0 && refusals.every(({ length }) => length > 0)) {
      throw new WebhooksRefused([...new Set(refusals.flat())])
    }
    const failures = outcomes.flatMap(({ failure }) => failure ?? [])
    if (failures[0] !== undefined) throw new PlainFailure(failures.length, outcomes.length, failures[0])
    const last = outcomes.at(-1)
    this.#plain = last?.timelines ?? []
    return last?.possible ?? []
  }

  /** Returns the first failure, with the others if the search goes on after it; null if nothing fails. */
  async #findAll(schedules: Iterator<Schedule>): Promise<ScheduleFailure | null> {
    const found: Found[] = []
    const isNew = (schedule: Schedule) => !found.some((one) => one.schedule.every((entry) => includes(schedule, entry)))
    const untried = { next: () => nextOf(schedules, isNew) }
    do {
      const failed = await this.#tryAll(untried)
      if (failed === null) break
      const smallest = await this.#saved(failed)
      if (isNew(smallest.schedule)) found.push(smallest)
    } while (this.#options.keepGoing)
    const [first, ...others] = found
    if (first === undefined) return null
    const { schedule, failure, ...how } = first
    return new ScheduleFailure(schedule, failure, {
      ...how,
      others: others.map((one) => new ScheduleFailure(one.schedule, one.failure, one)),
    })
  }

  /** Returns the first run that failed and fails again, or null. */
  async #tryAll(schedules: Schedules): Promise<Failed | null> {
    for (;;) {
      const failed = await this.#tryUntilOneFails(schedules)
      const again = failed && (await this.#failingAgain(failed))
      if (failed === null || again !== null) return again
    }
  }

  async #tryUntilOneFails(schedules: Schedules): Promise<Failed | null> {
    const failed: Failed[] = []
    const work = async () => {
      while (failed.length === 0 && !this.#isOver()) {
        const { value: schedule, done } = schedules.next()
        if (done) return
        const number = this.#runs + 1
        const outcome = await inTime(this.#playNext(schedule))
        if (outcome === null) return
        const { failure, timelines } = outcome
        if (schedule.length === 1) this.#singlesPlayed++
        if (failure !== null) failed.push({ number, schedule, failure, timelines })
      }
    }
    await Promise.all(Array.from({ length: this.#options.jobs }, work))
    // Of runs that were played at once the first counts, so that a seed always finds the same.
    const [first = null] = failed.sort((one, other) => one.number - other.number)
    return first
  }

  async #playNext(schedule: Schedule): Promise<RunOutcome> {
    const number = ++this.#runs
    const outcome = await this.#play(schedule)
    for (const change of new Set(outcome.reached.map((entry) => entry.change))) {
      this.#reached.set(change, (this.#reached.get(change) ?? 0) + 1)
    }
    for (const change of outcome.needsCheck) this.#needsCheck.add(change)
    const [ok, changes] = [outcome.failure === null, this.#reached.size]
    this.#report.played({ number, of: this.#planned, schedule, ok, changes })
    return outcome
  }

  /** Returns the failure as last confirmed, or null if a run passes or fails in another way. */
  async #failingAgain(failed: Failed): Promise<Failed | null> {
    let again = failed
    for (let count = 0; count < confirmations; count++) {
      const { failure = null, timelines = [] } = (await inTime(this.#play(failed.schedule))) ?? {}
      if (failure === null || !sameFailure(failure, failed.failure)) return null
      again = { ...failed, timelines }
    }
    return again
  }

  /** Saves the failure with its smallest schedule. */
  async #saved(failed: Failed): Promise<Found> {
    const { number, schedule, failure, timelines } = await this.#shrunk(failed)
    const { found, test } = this.#options
    const file = save(found, schedule, { test, message: failure.message, plain: this.#plain, failing: timelines })
    const of = this.#planned === null ? '' : ` of ${this.#planned}`
    const how = `confirmed ${confirmations} of ${confirmations}, run ${number}${of}`
    return { schedule, failure, file, how }
  }

  async #shrunk(failed: Failed): Promise<Failed> {
    const { schedule } = failed
    if (schedule.length === 1) return failed
    try {
      for (const [index] of schedule.entries()) {
        const fewer = await this.#failingAgain({ ...failed, schedule: schedule.toSpliced(index, 1) })
        if (fewer !== null) return this.#shrunk(fewer)
      }
    } catch (error) {
      // What was found so far stands.
      if (!(error instanceof ExplorationInterrupted)) throw error
    }
    return failed
  }

  #isOver(): boolean {
    return (this.#planned !== null && this.#runs >= this.#planned) || monotonicMs() >= this.#endsAt
  }
}
