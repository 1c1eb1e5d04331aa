import type { Config, ConfigInput } from '../config.ts'
import { durationProblem, parseDuration } from '../domain/duration.ts'
import { inputError, pathText, problemsOf } from '../domain/input-error.ts'
import { type Probe, probeSchema } from '../domain/probe.ts'
import { type ChangeName, changeNames } from '../explore/changes.ts'
import { type Failure, failureOf } from '../explore/failures.ts'
import { replayedLine, usualFolder } from '../explore/saved-schedules.ts'
import type { Schedule } from '../explore/schedule.ts'
import { ScheduledRun } from '../explore/scheduled-run.ts'
import { type Explored, type Outcome, type Progress, Search } from '../explore/search.ts'
import type { Collection } from '../report/money-oracle.ts'
import { checkMoney } from '../report/money-oracle.ts'
import { NotChecked } from '../report/probe.ts'
import type { Business } from './business.ts'
import { checkOptions, shown } from './options.ts'
import type { Receiver } from './receiver.ts'
import { type Host, openSandbox, type Sandbox } from './sandbox.ts'
import { configOf, startHere } from './start-sandbox.ts'

/** What a test gets for one run: a business and a receiver of webhooks of its own, on a frozen clock. */
export interface ExploreContext {
  readonly sandbox: Sandbox
  /** Its webhooks go to `merchant`, unless a request names another address. */
  readonly shop: Business
  readonly merchant: Receiver
}

/**
 * A test as one function, or in two parts: `check` runs after all webhooks were delivered, with what `body` got and what it
 * returned. Both throw if something is wrong.
 */
export type ExploredTest<T> =
  | ((context: ExploreContext) => T | Promise<T>)
  | {
      readonly body: (context: ExploreContext) => T | Promise<T>
      readonly check: (context: ExploreContext, value: Awaited<T>) => void | Promise<void>
    }

export interface ExploreOptions {
  /** Most runs. Default: every single change and all pairs, for at most 60 s. */
  readonly runs?: number
  /** Most time, such as `'60s'`. */
  readonly time?: string
  /** Seed of the random schedules and of every id. Default: `1`. */
  readonly seed?: number
  /** The changes to try. Default: all. */
  readonly only?: readonly ChangeName[]
  /** Folder of saved failures. Default: `.payments-sandbox/found`. */
  readonly found?: string
  /** How your server is asked about each collection when a run is over: a wrong credit fails the run. */
  readonly probe?: Probe
  /** `false` takes no port: the test calls the sandbox with `sandbox.fetch`. Default: `true`. */
  readonly listen?: boolean
  /** Any setting of the config file. */
  readonly config?: Partial<ConfigInput>
}

/** Runs in one sandbox before the next is started, so that memory does not grow. */
const runsPerSandbox = 200

/**
 * Looks for an order of events under which a test fails: webhooks that come twice, late or before the reply, lost replies, and
 * so on, alone and together. Each run has a business of its own on a frozen clock. Resolves with what was tried. Rejects with a
 * `ScheduleFailure` that says what happened, and saves the schedule; the next exploration begins with the saved ones.
 *
 * @example
 * await explore(async ({ shop, merchant }) => { ... }, { runs: 200 })
 */
export async function explore<T>(test: ExploredTest<T>, options: ExploreOptions = {}): Promise<Explored> {
  const { listen = true, probe, ...asked } = checked(options)
  const { body, check } = partsOf(test)
  const config = configOf({ seed: asked.seed, clock: 'frozen', ...(options.config ? { config: options.config } : {}) })
  const worlds = new Worlds(config, listen)
  const play = async (schedule: Schedule): Promise<Outcome> => {
    const { scheduled, host, collections } = await worlds.next()
    scheduled.play(schedule)
    const sandbox = openSandbox(host)
    const failure = await failureIn(async () => {
      const merchant = await sandbox.receiver()
      const context = { sandbox, merchant, shop: await sandbox.business({ callbackUrl: merchant.url }) }
      const value = await body(context)
      await scheduled.runUntilIdle()
      await check?.(context, value)
      if (probe !== null) await checkCredits(scheduled.ownOf(collections()), probe)
    })
    const outcome = scheduled.outcome(failure)
    // A change may keep a request from coming that a queued scenario waits for.
    const unused = await failureIn(() => sandbox.stop())
    return failure === null && schedule.length === 0 ? { ...outcome, failure: unused } : outcome
  }
  try {
    return await new Search(play, { ...asked, jobs: 1, signal: new AbortController().signal }, reportSaved).run()
  } finally {
    await worlds.close()
  }
}

interface World {
  readonly scheduled: ScheduledRun
  readonly collections: () => readonly Collection[]
}

/** The sandboxes of an exploration, one after the other. */
class Worlds {
  readonly #config: Config
  readonly #listens: boolean
  #world: (World & { readonly here: Omit<Host, 'nextKey'> }) | null = null
  #runs = 0

  constructor(config: Config, listens: boolean) {
    this.#config = config
    this.#listens = listens
  }

  /** The world of the next run; its businesses have keys that no other run has. */
  async next(): Promise<World & { readonly host: Host }> {
    const run = ++this.#runs
    if (run % runsPerSandbox === 0) await this.close()
    this.#world ??= await this.#open()
    const { scheduled, here, collections } = this.#world
    let count = 0
    return {
      scheduled,
      collections,
      host: { ...here, nextKey: () => `test_run_${run}_${++count}`, close: async () => {} },
    }
  }

  async #open() {
    const scheduled = new ScheduledRun()
    const here = await startHere(this.#config, { listens: this.#listens, scheduled })
    return { scheduled, here, collections: here.collections }
  }

  async close(): Promise<void> {
    const closing = this.#world
    this.#world = null
    await closing?.here.close()
  }
}

/** Throws for the first collection that was credited wrongly. */
async function checkCredits(collections: readonly Collection[], probe: Probe): Promise<void> {
  const { findings, notChecked } = await checkMoney(collections, probe, fetch)
  if (notChecked[0] !== undefined) throw new NotChecked(notChecked[0])
  if (findings[0] !== undefined) throw new Error(`${findings[0].rule}: ${findings[0].evidence}`)
}

async function failureIn(work: () => Promise<void>): Promise<Failure | null> {
  try {
    await work()
    return null
  } catch (error) {
    return failureOf(error)
  }
}

function partsOf<T>(test: ExploredTest<T>) {
  const parts = typeof test === 'function' ? { body: test, check: undefined } : test
  if (typeof parts?.body === 'function') return parts
  throw new TypeError(`explore(): ${shown(test)} is not a test; write a function, or { body, check }`)
}

const optionNames = ['runs', 'time', 'seed', 'only', 'found', 'probe', 'listen', 'config'] as const

function checked(options: ExploreOptions) {
  checkOptions('explore()', options, optionNames)
  const { runs = null, time, seed = 1, only, found = usualFolder, probe, listen = true } = options
  if (runs !== null && !(Number.isInteger(runs) && runs > 0)) {
    throw new TypeError(`explore(): runs: ${shown(runs)} is not a positive integer`)
  }
  for (const name of only ?? []) checkOptions('explore(): only', { [name]: true }, changeNames)
  const read = probe === undefined ? null : probeSchema.safeParse(probe, inputError)
  if (read?.error) {
    const problems = problemsOf(read.error, probeSchema, 'key').map(
      ({ path, message }) => `${pathText(path)}: ${message}`,
    )
    throw new TypeError(`explore(): probe: ${problems.join('; ')}`)
  }
  const problem = time === undefined ? null : durationProblem(time)
  if (problem !== null) throw new TypeError(`explore(): time: ${problem}`)
  return {
    runs,
    timeMs: time === undefined ? null : parseDuration(time),
    seed,
    only: only ?? null,
    found,
    probe: read?.data ?? null,
    listen,
  }
}

/** Saved failures are the only thing that is printed. */
function reportSaved(progress: Progress): void {
  if (progress.event !== 'saved') return
  process.stderr.write(replayedLine(progress.saved))
}
