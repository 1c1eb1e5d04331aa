import type { Business } from '../domain/business.ts'
import { drive, letGo, type SandboxMs } from '../domain/clock.ts'
import type { Delivery, Outcome } from '../domain/delivery.ts'
import type { Job } from '../domain/job.ts'
import type { TimelineEvent } from '../domain/timeline.ts'
import type { JobCursor, Store } from '../store/store.ts'
import type { SteadyClock } from '../time.ts'
import type { ActNow } from './act-now.ts'
import { finishAttempt, startAttempt } from './attempt.ts'
import type { Lanes } from './lanes.ts'

/** One attempt to make: which webhook, for the how-manieth time, at what sandbox time. */
export interface Attempting {
  readonly delivery: Delivery
  readonly number: number
  readonly business: Business
  readonly at: SandboxMs
  readonly signal: AbortSignal
}

/** What a runner works with; `deliver` gives null when the signal stopped the attempt. */
export interface RunnerTools {
  readonly store: Store
  readonly wall: SteadyClock
  readonly lanes: Lanes
  readonly actNow: ActNow
  readonly deliver: (
    attempting: Attempting,
  ) => Promise<{ headers: Readonly<Record<string, string>>; outcome: Outcome } | null>
  /** Told of work that threw: a bug, or storage that failed. The work stays due. */
  readonly failed: (key: string, cause: unknown) => void
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

type DeliverJob = Extract<Job, { kind: 'deliver' }>

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
  #stopper = new AbortController()
  #turn: Promise<unknown> = Promise.resolve()

  constructor(key: string, tools: RunnerTools) {
    this.#key = key
    this.#tools = tools
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
    const { store } = this.#tools
    for (const job of store.dueJobs(this.#key, this.#cursor, store.now(this.#key), batch)) {
      this.#cursor = job
      if (this.#underWay.has(job.id)) continue
      if (job.kind === 'act') this.#act(job).catch((cause) => this.#retake(cause))
      else this.#queue(job)
    }
  }

  /** Moves time, running each job that falls due in order, each webhook answered before the next step. */
  advance(move: Advance): Promise<Advanced> {
    return this.#inTurn(() => this.#advance(move))
  }

  /** Stops attempts under way, waits for their sockets, then runs `change`; afterwards all jobs are taken anew. */
  halt<R>(change: () => Promise<R>): Promise<R> {
    this.#stopper.abort()
    for (const takeBack of this.#queued) takeBack()
    this.#queued.clear()
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
      await Promise.all(this.#underWay.values())
      return await work()
    } finally {
      this.#held--
    }
  }

  async #advance({ target, untilIdle }: Advance): Promise<Advanced> {
    const { store, wall } = this.#tools
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
      await store.perform(this.#key, {}, ({ business: { clock } }) => ({
        result: undefined,
        changes: clock.mode === 'driven' ? [{ change: 'clock.set', clock: letGo(clock, wall()) }] : [],
      }))
    }
    this.#cursor = start
    return { now: store.now(this.#key), events: store.eventsSince(this.#key, from) }
  }

  async #steps(until: SandboxMs, signal: AbortSignal): Promise<void> {
    for (;;) {
      const [job] = this.#tools.store.dueJobs(this.#key, start, until, 1)
      if (!job || signal.aborted) return
      // Both commands are of one turn: the step's time and what happens then are one commit.
      const moved = this.#moveTo(job.dueAt)
      await Promise.all([moved, job.kind === 'act' ? this.#act(job) : this.#deliver(job)])
    }
  }

  #moveTo(at: SandboxMs): Promise<void> {
    return this.#tools.store.perform(this.#key, {}, ({ business, now }) => ({
      result: undefined,
      changes:
        business.clock.mode === 'driven'
          ? [{ change: 'clock.set', clock: drive(business.clock, Math.max(now, at)) }]
          : [],
    }))
  }

  async #act(job: Extract<Job, { kind: 'act' }>): Promise<void> {
    await this.#tools.actNow(this.#key, job.transactionId, job.act, job.id)
  }

  async #deliver(job: DeliverJob): Promise<void> {
    const { store } = this.#tools
    const { signal } = this.#stopper
    if (signal.aborted) return
    const claimed = await store.perform(this.#key, { delivery: job.deliveryId }, ({ business, now, delivery }) => {
      if (delivery?.status !== 'pending') return { result: null, changes: [{ change: 'job.done', id: job.id }] }
      const { result: number, changes } = startAttempt(delivery)
      return { result: { delivery, number, business, at: now }, changes }
    })
    if (claimed === null) return
    const sent = await this.#tools.deliver({ ...claimed, signal })
    if (sent === null || signal.aborted) return
    const { number, business } = claimed
    await store.perform(this.#key, { delivery: job.deliveryId }, (state) => {
      // An attempt of an older epoch belongs to a world that was reset away.
      if (state.delivery === null || state.business.epoch !== business.epoch) return { result: undefined, changes: [] }
      return finishAttempt(state.delivery, { jobId: job.id, number, ...sent }, state.now, job.origin)
    })
  }

  /** Sends a webhook once its lane has room, unless it is taken back before: others may hang in that lane for long. */
  #queue(job: DeliverJob): void {
    const { signal } = this.#stopper
    this.#track(job.id, (end) => {
      this.#queued.add(end)
      this.#tools.lanes.run(job.origin, async () => {
        if (signal.aborted) return
        this.#queued.delete(end)
        await this.#deliver(job).catch((cause) => this.#retake(cause))
        end()
      })
    })
  }

  #track(jobId: number, begin: (end: () => void) => void): void {
    const ended = new Promise<void>((resolve) => {
      begin(() => {
        this.#underWay.delete(jobId)
        resolve()
      })
    })
    this.#underWay.set(jobId, ended)
  }

  /** What threw stays due: everything not under way is taken again. */
  #retake(cause: unknown): void {
    this.#cursor = start
    this.#tools.failed(this.#key, cause)
  }
}
