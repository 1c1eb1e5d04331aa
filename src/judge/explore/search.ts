import { monotonicMs } from '../../time.ts'
import { type ChangeName, changeNames } from './changes.ts'
import { confirmations, confirmed, type FailedRun, inTime, playedAgain, shrunk } from './confirm.ts'
import type { Explored, Play, RunOutcome, SearchOptions, SearchReport } from './exploration.ts'
import {
  ExplorationInterrupted,
  ExplorationUnfinished,
  PlainFailure,
  ScheduleFailure,
  WebhooksRefused,
} from './failures.ts'
import { orderOfWork, plainRuns, plannedSchedules } from './order-of-work.ts'
import { replaySaved } from './replay-saved.ts'
import { save } from './saved-schedules.ts'
import type { Schedule, ScheduleEntry } from './schedule.ts'

/** The usual limit of a search, in real time; it ends earlier after all pairs. */
const usualTimeMs = 60_000

/**
 * Looks for a schedule under which a test fails: saved failures first, then the plain run, single changes, pairs and random
 * longer schedules. Throws a `ScheduleFailure`, what is wrong with the test itself, or an `ExplorationUnfinished`.
 */
export class Search {
  readonly #play: Play
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

  constructor(play: Play, options: SearchOptions, report: SearchReport) {
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
    await replaySaved(this.#play, this.#options, this.#report)
    const names = only ?? changeNames
    const possible = (await this.#playPlain()).filter(({ change }) => names.includes(change))
    if (runs === null && timeMs === null) this.#planned = plainRuns + plannedSchedules(possible)
    this.#singles = possible.length
    await this.#findAll(possible)
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

  /** Returns every change that can happen. */
  async #playPlain(): Promise<readonly ScheduleEntry[]> {
    const outcomes: RunOutcome[] = []
    do {
      const outcome = await inTime(this.#playNext([]))
      if (outcome === null) throw new ExplorationUnfinished({ untried: 0, of: null })
      outcomes.push(outcome)
    } while (outcomes.length < plainRuns && !this.#isOver())
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

  /** Throws the first failure, with the others if the search goes on after it. */
  async #findAll(possible: readonly ScheduleEntry[]): Promise<void> {
    const found: Parameters<typeof failureOf>[0][] = []
    // The same kind of change at another transaction has the same cause.
    const isKnown = (schedule: Schedule) =>
      found.some((one) => one.schedule.every(({ change }) => schedule.some((entry) => entry.change === change)))
    for (const schedule of orderOfWork(possible, this.#options.seed)) {
      if (this.#isOver()) break
      if (isKnown(schedule)) continue
      const outcome = await inTime(this.#playNext(schedule))
      if (outcome === null) break
      if (schedule.length === 1) this.#singlesPlayed++
      const { failure, timelines } =
        outcome.failure === null ? await playedAgain(this.#play, schedule, outcome) : outcome
      const failed = failure && (await confirmed(this.#play, { number: this.#runs, schedule, failure, timelines }))
      if (failed === null) continue
      const smallest = this.#saved(await shrunk(this.#play, failed))
      if (!isKnown(smallest.schedule)) found.push(smallest)
      // If each single change fails, every other schedule contains one that does.
      if (!this.#options.keepGoing || possible.every((entry) => isKnown([entry]))) break
    }
    const [first, ...others] = found
    if (first !== undefined)
      throw failureOf(
        first,
        others.map((one) => failureOf(one)),
      )
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

  #saved({ number, schedule, failure, timelines }: FailedRun) {
    const { found, test } = this.#options
    const file = save(found, schedule, { test, message: failure.message, plain: this.#plain, failing: timelines })
    const of = this.#planned === null ? '' : ` of ${this.#planned}`
    return { schedule, failure, file, how: `confirmed ${confirmations} of ${confirmations}, run ${number}${of}` }
  }

  #isOver(): boolean {
    return (this.#planned !== null && this.#runs >= this.#planned) || monotonicMs() >= this.#endsAt
  }
}

function failureOf(
  { schedule, failure, file, how }: Readonly<Record<'file' | 'how', string>> & Pick<FailedRun, 'schedule' | 'failure'>,
  others: readonly ScheduleFailure[] = [],
): ScheduleFailure {
  return new ScheduleFailure(schedule, failure, { file, how, others })
}
