import { type ClockState, releaseClock } from '../../domain/clock.ts'
import type { Store } from '../../store/store.ts'
import type { Advance } from './advance.ts'
import { Runner, type RunnerTools } from './runner.ts'
import { Scheduler } from './scheduler.ts'

/** How long failed work waits before it is tried again, in wall milliseconds. */
const againMs = 1000

export type EngineTools = Omit<RunnerTools, 'failed' | 'dropped' | 'stopping'> & {
  readonly log: (message: string, cause: unknown) => void
}

export function createEngine({ log, ...tools }: EngineTools) {
  const { store, wall } = tools
  const runners = new Map<string, Runner>()
  const stopping = new AbortController()
  const runnerOf = (key: string) => {
    const runner = runners.get(key) ?? new Runner(key, { ...tools, failed, dropped, stopping: stopping.signal })
    runners.set(key, runner)
    return runner
  }
  const scheduler = new Scheduler({ store, wall, runnerOf, failed })

  function failed(key: string, cause: unknown): void {
    log('due work failed and will be tried again', cause)
    scheduler.rest(key, againMs)
  }

  function dropped(_key: string, cause: unknown): void {
    log('a step of a plan threw and was given up; this is a bug of the sandbox', cause)
  }

  async function letTimerLook<R>(key: string, work: Promise<R>): Promise<R> {
    try {
      return await work
    } finally {
      if (scheduler.isRunning) scheduler.look(key)
    }
  }

  /** Runs work that replaces a business's world. No older webhook arrives afterwards. */
  const replace = <R>(key: string, work: () => Promise<R>) => letTimerLook(key, runnerOf(key).halt(work))

  return {
    start: () => scheduler.start(),
    /**
     * Moves a business's time; resolves when every webhook that this caused was answered. Rejects with `Interrupted` if a
     * later reset, restore or stop comes first.
     */
    advance: (key: string, move: Advance) => letTimerLook(key, runnerOf(key).advance(move)),
    freeze: (key: string) => setClock(store, key, (clock) => switchTo(clock, wall(), 'frozen', clock.rate)),
    resume: (key: string, rate?: number) =>
      setClock(store, key, (clock) => switchTo(clock, wall(), 'real', rate ?? clock.rate)),
    replace,
    reset: (key: string) => replace(key, () => store.reset(key)),
    /** Returns null, and interrupts nothing, if the snapshot does not exist. */
    async restore(key: string, name: string) {
      if (!store.snapshots(key).some((kept) => kept.name === name)) return null
      return replace(key, () => store.restoreSnapshot(key, name))
    },
    /**
     * Looks at the work of every business again: some were sealed, or are not any more. Resolves when no work of a sealed one
     * is under way.
     */
    async lookAtAll() {
      for (const key of store.keysWithJobs()) scheduler.look(key)
      const waiting = [...runners].filter(([key]) => store.jobsWait(key))
      await Promise.all(waiting.map(([key, runner]) => letTimerLook(key, runner.rest())))
    },
    /** Stops the timer and attempts under way, whose jobs stay due, and interrupts every call that is queued. */
    async stop() {
      stopping.abort()
      scheduler.stop()
      await Promise.all([...runners.values()].map((runner) => runner.stop()))
      tools.lanes.stop()
    },
    get isRunning() {
      return scheduler.isRunning
    },
  }
}

export type Engine = ReturnType<typeof createEngine>

function setClock(store: Store, key: string, change: (clock: ClockState) => ClockState): Promise<void> {
  return store.perform(key, {}, ({ business }) => ({
    result: undefined,
    changes: [{ change: 'clock.set', clock: change(business.clock) }],
  }))
}

/** While `advance` drives a clock, freeze and resume set the mode that it returns to. */
function switchTo(clock: ClockState, wall: number, mode: 'real' | 'frozen', rate: number): ClockState {
  if (clock.mode === 'driven') return { mode: 'driven', rate, at: clock.at, after: mode }
  return releaseClock(clock, wall, mode, rate)
}
