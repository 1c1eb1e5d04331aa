import { drive, releaseClock, type SandboxMs } from '../../domain/clock.ts'
import type { Sent } from '../../domain/delivery.ts'
import type { Job } from '../../domain/job.ts'
import { StorageFailure } from '../../domain/storage-failure.ts'
import type { TimelineEvent } from '../../domain/timeline.ts'
import type { JobCursor, Store } from '../../store/store.ts'
import type { SteadyClock } from '../../time.ts'
import { type Attempting, attemptDelivery, type DeliverJob } from '../deliver/attempt-delivery.ts'
import type { DeliveryQueue } from '../deliver/delivery-queue.ts'
import { releaseHeld } from '../deliver/release-held.ts'
import type { ActNow } from '../settle/act-now.ts'

/** What a runner works with; `deliver` gives null when the signal stopped the attempt. */
export interface RunnerTools {
  readonly store: Store
  readonly wall: SteadyClock
  readonly lanes: DeliveryQueue
  readonly actNow: ActNow
  readonly deliver: (attempting: Attempting) => Promise<Sent | null>
  /** Told of work that threw because storage failed: it stays due and wants another look. */
  readonly failed: (key: string, cause: unknown) => void
  /** Told of a step that threw by a bug: it was given up, or it would block all that comes after it. */
  readonly dropped: (key: string, cause: unknown) => void
}

/** How far to move a business's time: to a target, or from job to job until none is due by it. */
export interface Advance {
  readonly target: (now: SandboxMs) => SandboxMs
  readonly untilIdle: boolean
}

/** What an advance came to. */
export interface Advanced {
  readonly now: SandboxMs
  readonly events: readonly TimelineEvent[]
}

/** An advance that a reset, a restore or the end of the sandbox cut short. */
export class AdvanceInterrupted extends Error {
  constructor() {
    super('The advance was interrupted: the business was reset or restored, or the sandbox is stopping')
    this.name = 'AdvanceInterrupted'
  }
}

const start: JobCursor = { dueAt: -1, id: -1 }
/** Jobs taken in one turn of the event loop, so that requests are served in between. */
const batch = 100

/** The only claimer of one business's jobs, driven by the timer or by `advance`, never both. */
export class Runner {
  readonly #key: string
  readonly #tools: RunnerTools
  /** All jobs up to here were taken; deliveries among them may still be under way. */
  #cursor = start
  readonly #underWay = new Map<number, Promise<void>>()
  /** Webhooks under way that have not begun: what takes each of them back. */
  readonly #queued = new Set<() => void>()
  #held = 0
  /** The clock of an advance that could not be let go because storage failed. */
  #mustLetGo = false
  #stopper = new AbortController()
  #turn: Promise<unknown> = Promise.resolve()

  constructor(key: string, tools: RunnerTools) {
    this.#key = key
    this.#tools = tools
  }

  /** True while the clock of an advance still waits to be let go: the runner wants another look soon. */
  get isStuck(): boolean {
    return this.#mustLetGo && this.#held === 0
  }

  /** When the next job not taken yet is due; null when there is none, or `advance` is at work. */
  nextDueAt(): SandboxMs | null {
    if (this.#held > 0) return null
    const [job] = this.#tools.store.dueJobs(this.#key, this.#cursor, Number.MAX_SAFE_INTEGER, 1)
    return job?.dueAt ?? null
  }

  /** Takes what is due now: acts at once, deliveries as their lanes have room. */
  runDue(): void {
    if (this.#held > 0) return
    if (this.#mustLetGo) this.#letGo().catch(() => undefined) // it has told of the failure itself
    const { store } = this.#tools
    for (const job of store.dueJobs(this.#key, this.#cursor, store.now(this.#key), batch)) {
      this.#cursor = job
      if (this.#underWay.has(job.id)) continue
      if (job.kind === 'deliver') this.#queue(job)
      else this.#step(job).catch((cause) => this.#retake(cause))
    }
  }

  /** Moves time, running each job that falls due in order, each webhook answered before the next step. */
  advance(move: Advance): Promise<Advanced> {
    return this.#inTurn(() => this.#advance(move))
  }

  /** Stops attempts under way, waits for their sockets, then runs `change`; afterwards all jobs are taken anew. */
  halt<R>(change: () => Promise<R>): Promise<R> {
    this.#stopper.abort()
    this.#takeBack()
    return this.#inTurn(async () => {
      try {
        return await change()
      } finally {
        this.#cursor = start
        this.#stopper = new AbortController()
      }
    })
  }

  /** One after the other, in the order they were asked for. */
  #inTurn<R>(work: () => Promise<R>): Promise<R> {
    const done = this.#turn.then(() => this.#hold(work))
    this.#turn = done.catch(() => undefined)
    return done
  }

  async #hold<R>(work: () => Promise<R>): Promise<R> {
    this.#held++
    try {
      this.#takeBack()
      await Promise.all(this.#underWay.values())
      return await work()
    } finally {
      this.#held--
    }
  }

  async #advance({ target, untilIdle }: Advance): Promise<Advanced> {
    const { store } = this.#tools
    const { signal } = this.#stopper
    const from = store.lastEventId()
    const until = await store.perform(this.#key, {}, ({ business, now }) => ({
      result: Math.max(now, target(now)),
      changes: [{ change: 'clock.set', clock: drive(business.clock, now) }],
    }))
    try {
      await this.#steps(until, signal)
      if (!untilIdle && !signal.aborted) await this.#moveTo(until)
    } finally {
      this.#cursor = start
      await this.#letGo()
    }
    if (signal.aborted) throw new AdvanceInterrupted()
    return { now: store.now(this.#key), events: store.eventsSince(this.#key, from) }
  }

  async #steps(until: SandboxMs, signal: AbortSignal): Promise<void> {
    for (;;) {
      const [job] = this.#tools.store.dueJobs(this.#key, start, until, 1)
      if (!job || signal.aborted) return
      // Both commands are of one turn: the step's time and what happens then are one commit.
      const moved = this.#moveTo(job.dueAt)
      await Promise.all([moved, job.kind === 'deliver' ? this.#deliverInLane(job) : this.#step(job)])
    }
  }

  #moveTo(at: SandboxMs): Promise<void> {
    return this.#tools.store.perform(this.#key, {}, ({ business: { clock }, now }) => ({
      result: undefined,
      changes: clock.mode === 'driven' ? [{ change: 'clock.set', clock: drive(clock, Math.max(now, at)) }] : [],
    }))
  }

  /** Lets the clock run or stand again; when storage fails it is tried again at the next look. */
  async #letGo(): Promise<void> {
    // Before the commit tells the scheduler, which then looks for the jobs of a clock that runs again.
    this.#mustLetGo = false
    try {
      await this.#tools.store.perform(this.#key, {}, ({ business: { clock } }) => ({
        result: undefined,
        changes:
          clock.mode === 'driven' ? [{ change: 'clock.set', clock: releaseClock(clock, this.#tools.wall()) }] : [],
      }))
    } catch (cause) {
      this.#mustLetGo = true
      this.#tools.failed(this.#key, cause)
      throw cause
    }
  }

  /** Runs a step of a story. One that throws by a bug is given up: all that comes after it would wait for ever. */
  async #step(job: Exclude<Job, DeliverJob>): Promise<void> {
    const { actNow, store, dropped } = this.#tools
    try {
      if (job.kind === 'release') await releaseHeld(store, this.#key, job)
      else await actNow(this.#key, job.transactionId, job.act, job.id)
    } catch (cause) {
      if (cause instanceof StorageFailure) throw cause
      dropped(this.#key, cause)
      await store.perform(this.#key, {}, () => ({ result: undefined, changes: [{ change: 'job.done', id: job.id }] }))
    }
  }

  #deliver(job: DeliverJob): Promise<void> {
    const { store, deliver } = this.#tools
    return attemptDelivery({ store, deliver, key: this.#key, job, signal: this.#stopper.signal })
  }

  /** The deadline of an attempt begins when its lane has room; a halt does not wait for that. */
  #deliverInLane(job: DeliverJob): Promise<void> {
    return new Promise((resolve, reject) => {
      let isTakenBack = false
      const takeBack = () => {
        isTakenBack = true
        resolve()
      }
      this.#queued.add(takeBack)
      this.#tools.lanes.run(job.origin, async () => {
        if (isTakenBack) return
        this.#queued.delete(takeBack)
        await this.#deliver(job).then(resolve, reject)
      })
    })
  }

  /** Sends a webhook once its lane has room, unless it is taken back before: others may hang in that lane for long. */
  #queue(job: DeliverJob): void {
    const ended = new Promise<void>((resolve) => {
      let isTakenBack = false
      const end = () => {
        this.#underWay.delete(job.id)
        resolve()
      }
      const takeBack = () => {
        isTakenBack = true
        end()
      }
      this.#queued.add(takeBack)
      this.#tools.lanes.run(job.origin, async () => {
        if (isTakenBack) return
        this.#queued.delete(takeBack)
        await this.#deliver(job).catch((cause) => this.#retake(cause))
        end()
      })
    })
    this.#underWay.set(job.id, ended)
  }

  #takeBack(): void {
    for (const takeBack of this.#queued) takeBack()
    this.#queued.clear()
    this.#cursor = start
  }

  /** What threw stays due: everything not under way is taken again. */
  #retake(cause: unknown): void {
    this.#cursor = start
    this.#tools.failed(this.#key, cause)
  }
}
