import type { SandboxMs } from '../../domain/clock.ts'
import { StorageFailure } from '../../domain/refused.ts'
import { beforeAllJobs } from '../../store/store.ts'
import type { SteadyClock } from '../../time.ts'
import type { DeliverJob } from '../deliver/attempt.ts'
import { releaseHeld } from '../deliver/release-held.ts'
import { type SenderTools, WebhookSender } from '../deliver/webhook-sender.ts'
import type { RunStep } from '../settle/run-step.ts'
import { type Advance, type Advanced, advance, type OwnJob } from './advance.ts'
import { DrivenClock } from './driven-clock.ts'
import { Interrupted } from './interrupted.ts'

export interface RunnerTools extends SenderTools {
  readonly wall: SteadyClock
  readonly runStep: RunStep
  /** Aborted when the engine stops. */
  readonly stopping: AbortSignal
  /** Called if work failed because of storage; it stays due and is tried again. */
  readonly failed: (key: string, cause: unknown) => void
  /** Called if a step threw because of a bug; it was given up, because it would block all later steps. */
  readonly dropped: (cause: unknown) => void
}

/** Jobs taken in one turn of the event loop, about 2 ms of work, so that requests do not wait long. */
const batch = 32

/** The only claimer of one business's jobs, driven by the timer or by `advance`, never both. */
export class Runner {
  readonly #key: string
  readonly #tools: RunnerTools
  readonly #clock: DrivenClock
  readonly #sender: WebhookSender
  /** All jobs up to this one were taken; their deliveries may still be under way. */
  #cursor = beforeAllJobs
  readonly #underWay = new Map<number, Promise<void>>()
  /** True while one work has the runner to itself: the timer takes no job meanwhile. */
  #isTaken = false
  /** Stops what was begun or queued since the last `halt`. */
  #stopper = new AbortController()
  #turn: Promise<unknown> = Promise.resolve()

  constructor(key: string, tools: RunnerTools) {
    this.#key = key
    this.#tools = tools
    this.#clock = new DrivenClock(key, tools)
    this.#sender = new WebhookSender(key, tools)
  }

  /** True while the clock of an advance could not be released: the runner needs another look soon. */
  get isStuck(): boolean {
    return this.#clock.isStuck && !this.#isTaken
  }

  /** Returns when the next job is due, or null if there is none or `advance` is at work. */
  nextDueAt(): SandboxMs | null {
    if (this.#isTaken) return null
    const [job] = this.#tools.store.dueJobs(this.#key, this.#cursor, Number.MAX_SAFE_INTEGER, 1)
    return job?.dueAt ?? null
  }

  runDue(): void {
    if (this.#isTaken) return
    if (this.#clock.isStuck) this.#clock.release().catch(() => undefined) // it has reported the failure itself
    const { store } = this.#tools
    for (const job of store.dueJobs(this.#key, this.#cursor, store.now(this.#key), batch)) {
      this.#cursor = job
      if (this.#underWay.has(job.id)) continue
      if (job.kind === 'deliver') this.#send(job)
      else this.#step(job, false).catch((cause) => this.#retake(cause))
    }
  }

  advance(move: Advance): Promise<Advanced> {
    const { store } = this.#tools
    const { signal } = this.#stopper
    return this.#inTurn(() => {
      const send = (jobs: readonly DeliverJob[]) => this.#sender.sendTogether(jobs, signal)
      const step = (job: OwnJob) => this.#step(job, true)
      return advance({ store, key: this.#key, clock: this.#clock, send, step, signal }, move)
    })
  }

  /** Stops attempts under way and every earlier `advance`, queued ones too, then runs `change`. */
  halt<R>(change: () => Promise<R>): Promise<R> {
    this.#stopper.abort()
    this.#stopper = new AbortController()
    this.#sender.takeBack()
    return this.#inTurn(change)
  }

  /** Resolves when nothing is under way. Jobs that are not begun stay due. */
  rest(): Promise<void> {
    return this.#inTurn(async () => {})
  }

  /** Stops what is under way; its jobs stay due. `stopping` has refused what was queued. */
  async stop(): Promise<void> {
    this.#stopper.abort()
    this.#sender.takeBack()
    await this.#turn
    await Promise.all(this.#underWay.values())
  }

  /** Runs one work at a time, in the order of the calls. Afterwards all jobs are taken again. */
  #inTurn<R>(work: () => Promise<R>): Promise<R> {
    const done = this.#turn.then(() => {
      if (this.#tools.stopping.aborted) throw new Interrupted()
      return this.#alone(work)
    })
    this.#turn = done.catch(() => undefined)
    return done
  }

  async #alone<R>(work: () => Promise<R>): Promise<R> {
    this.#isTaken = true
    try {
      this.#sender.takeBack()
      await Promise.all(this.#underWay.values())
      return await work()
    } finally {
      this.#cursor = beforeAllJobs
      this.#isTaken = false
    }
  }

  /** Runs a step of a plan. A step that throws because of a bug is given up: all later steps would wait forever. */
  async #step(job: OwnJob, inOrder: boolean): Promise<void> {
    const { runStep, store, dropped } = this.#tools
    try {
      if (job.kind === 'release') await releaseHeld(store, this.#key, job)
      else await runStep(this.#key, { job, inOrder })
    } catch (cause) {
      if (cause instanceof StorageFailure) throw cause
      dropped(cause)
      await store.perform(this.#key, {}, () => ({ result: undefined, changes: [{ change: 'job.done', job }] }))
    }
  }

  #send(job: DeliverJob): void {
    const sent = this.#sender
      .send(job, this.#stopper.signal)
      .catch((cause) => this.#retake(cause))
      .finally(() => this.#underWay.delete(job.id))
    this.#underWay.set(job.id, sent)
  }

  /** Takes all jobs again that are not under way, because the job that threw is still due. */
  #retake(cause: unknown): void {
    this.#cursor = beforeAllJobs
    this.#tools.failed(this.#key, cause)
  }
}
