import { type ClockState, releaseClock } from '../../domain/clock.ts'
import type { Advance, Advanced } from './advance.ts'
import { Runner, type RunnerTools } from './runner.ts'
import { Scheduler } from './scheduler.ts'

/** How long failed work waits before it is tried again, in wall milliseconds. */
const againMs = 1000

export type EngineTools = Omit<RunnerTools, 'failed' | 'dropped' | 'stopping'> & {
  readonly log: (message: string, cause: unknown) => void
}

/** Moves the time of every business: its timer, and the calls that advance, stop or replace a world. */
export class Engine {
  readonly #tools: EngineTools
  readonly #runners = new Map<string, Runner>()
  readonly #stopping = new AbortController()
  readonly #scheduler: Scheduler

  constructor(tools: EngineTools) {
    this.#tools = tools
    const { store, wall } = tools
    this.#scheduler = new Scheduler({ store, wall, runnerOf: (key) => this.#runnerOf(key), failed: this.#failed })
  }

  get isRunning(): boolean {
    return this.#scheduler.isRunning
  }

  start(): void {
    this.#scheduler.start()
  }

  /**
   * Moves a business's time; resolves when every webhook that this caused was answered. Rejects with `Interrupted` if a
   * later reset, restore or stop comes first.
   */
  advance(key: string, move: Advance): Promise<Advanced> {
    return this.#letTimerLook(key, this.#runnerOf(key).advance(move))
  }

  freeze(key: string): Promise<void> {
    return this.#setMode(key, 'frozen')
  }

  resume(key: string, rate?: number): Promise<void> {
    return this.#setMode(key, 'real', rate)
  }

  /** Runs work that replaces a business's world. No older webhook arrives afterwards. */
  replace<R>(key: string, work: () => Promise<R>): Promise<R> {
    return this.#letTimerLook(key, this.#runnerOf(key).halt(work))
  }

  reset(key: string) {
    return this.replace(key, () => this.#tools.store.reset(key))
  }

  /** Returns null, and interrupts nothing, if the snapshot does not exist. */
  async restore(key: string, name: string) {
    const { store } = this.#tools
    if (!store.snapshots(key).some((kept) => kept.name === name)) return null
    return this.replace(key, () => store.restoreSnapshot(key, name))
  }

  /**
   * Looks at the work of every business again: some were sealed, or are not any more. Resolves when no work of a sealed one
   * is under way.
   */
  async lookAtAll(): Promise<void> {
    const { store } = this.#tools
    for (const key of store.keysWithJobs()) this.#scheduler.look(key)
    const waiting = [...this.#runners].filter(([key]) => store.jobsWait(key))
    await Promise.all(waiting.map(([key, runner]) => this.#letTimerLook(key, runner.rest())))
  }

  /** Stops the timer and attempts under way, whose jobs stay due, and interrupts every call that is queued. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    this.#scheduler.stop()
    await Promise.all([...this.#runners.values()].map((runner) => runner.stop()))
    this.#tools.lanes.stop()
  }

  #runnerOf(key: string): Runner {
    const runner = this.#runners.get(key) ?? this.#newRunner(key)
    this.#runners.set(key, runner)
    return runner
  }

  #newRunner(key: string): Runner {
    const { log, ...tools } = this.#tools
    const dropped = (cause: unknown) =>
      log('a step of a plan threw and was given up; this is a bug of the sandbox', cause)
    return new Runner(key, { ...tools, failed: this.#failed, dropped, stopping: this.#stopping.signal })
  }

  readonly #failed = (key: string, cause: unknown): void => {
    this.#tools.log('due work failed and will be tried again', cause)
    this.#scheduler.rest(key, againMs)
  }

  async #letTimerLook<R>(key: string, work: Promise<R>): Promise<R> {
    try {
      return await work
    } finally {
      if (this.isRunning) this.#scheduler.look(key)
    }
  }

  #setMode(key: string, mode: 'real' | 'frozen', rate?: number): Promise<void> {
    const { store, wall } = this.#tools
    return store.perform(key, {}, ({ business: { clock } }) => ({
      result: undefined,
      changes: [{ change: 'clock.set', clock: switchTo(clock, wall(), mode, rate ?? clock.rate) }],
    }))
  }
}

/** While `advance` drives a clock, freeze and resume set the mode that it returns to. */
function switchTo(clock: ClockState, wall: number, mode: 'real' | 'frozen', rate: number): ClockState {
  if (clock.mode === 'driven') return { mode: 'driven', rate, at: clock.at, after: mode }
  return releaseClock(clock, wall, mode, rate)
}
