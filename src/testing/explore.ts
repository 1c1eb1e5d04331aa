import type { Config, ConfigInput } from '../config.ts'
import { parseDuration } from '../domain/duration.ts'
import { messageOf } from '../error-code.ts'
import { functionProbe, isOfFunctions, type ProbeFunctions } from '../judge/books/function-probe.ts'
import { NotChecked } from '../judge/books/not-checked.ts'
import type { Probe } from '../judge/books/probe.ts'
import { writtenProbe } from '../judge/books/written-probe.ts'
import { type ChangeName, changeNames } from '../judge/explore/changes.ts'
import type { Explored, RunOutcome } from '../judge/explore/exploration.ts'
import type { Failure } from '../judge/explore/failures.ts'
import { testNamed, usualFolder } from '../judge/explore/saved-schedules.ts'
import type { Schedule } from '../judge/explore/schedule.ts'
import { ScheduledRun } from '../judge/explore/scheduled-run.ts'
import { Search } from '../judge/explore/search.ts'
import { printable } from '../text.ts'
import type { Business } from './business.ts'
import { checkProcess } from './check-process.ts'
import { fetchOverHttp } from './fetch-over-http.ts'
import { asCode, checkDuration, checkOptions } from './options.ts'
import type { Receiver } from './receiver.ts'
import { openSandbox, type Sandbox } from './sandbox.ts'
import { configOf, startHere } from './start-sandbox.ts'
import { keptPorts } from './tuned-ports.ts'

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
  /** `true`: resolves too if single changes were left untried when the runs or the time were used up. */
  readonly partial?: boolean
  /** `true`: goes on after a failure, and rejects at the end with the first; its `failures` are all of them. */
  readonly keepGoing?: boolean
  /** Folder of saved failures. Default: `.payments-sandbox/found`. */
  readonly found?: string
  /**
   * How your books are asked about the money of a run, as in the config file, or by functions. A mistake fails the run, and the
   * error names the rule. A function that returns null has no row.
   */
  readonly probe?: NonNullable<ConfigInput['probe']> | ProbeFunctions
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
 * `ScheduleFailure` that says what happened, and saves the schedule; the next exploration begins with the saved ones. Rejects
 * with an `ExplorationUnfinished` if not every single change was played.
 *
 * @example
 * await explore(async ({ shop, merchant }) => { ... }, { runs: 200 })
 */
export async function explore<T>(test: ExploredTest<T>, options: ExploreOptions = {}): Promise<Explored> {
  checkProcess('explore()')
  const { listen, config, probe, ...asked } = checked(options)
  const { body, check } = partsOf(test)
  let world: Awaited<ReturnType<typeof openWorld>> | null = null
  let runs = 0
  const ports = keptPorts()
  const close = async () => {
    await world?.here.close()
    await ports.close()
    world = null
  }
  const play = async (schedule: Schedule): Promise<RunOutcome> => {
    if (++runs % runsPerSandbox === 0) await close()
    world ??= await openWorld(config, listen, probe)
    const { scheduled, here } = world
    scheduled.play(schedule)
    let count = 0
    // No other run has the keys of its businesses.
    const sandbox = openSandbox({ ...here, ports, nextKey: () => `test_run_${runs}_${++count}`, close: async () => {} })
    const failure = await failureIn(async () => {
      const merchant = await sandbox.receiver()
      const context = { sandbox, merchant, shop: await sandbox.business({ callbackUrl: merchant.url }) }
      const [played] = await Promise.allSettled([body(context)])
      const isEarly = scheduled.testEnded({ isJudgedAtEnd: check !== undefined || probe !== null })
      if (played.status === 'rejected' && !isEarly) throw played.reason
      await scheduled.runUntilIdle()
      if (played.status === 'fulfilled') await check?.(context, played.value)
      const wrong = await scheduled.moneyFailure()
      if (wrong !== null) throw wrong
    })
    const outcome = scheduled.outcome(failure)
    // A change may keep a request from coming that a queued scenario waits for.
    const unused = await failureIn(() => sandbox.stop())
    if (failure?.cause instanceof NotChecked) throw failure.cause
    return failure === null && schedule.length === 0 ? { ...outcome, failure: unused } : outcome
  }
  // Saved failures are the only thing that is printed.
  const report = { replayed: (line: string) => void process.stderr.write(`${printable(line)}\n`), played: () => {} }
  try {
    const own = { test: testNamed(`${body}\0${check}`), signal: new AbortController().signal }
    return await new Search(play, { ...asked, ...own }, report).run()
  } finally {
    await close()
  }
}

async function openWorld(config: Config, listens: boolean, probe: Probe | null) {
  const scheduled = new ScheduledRun()
  return { scheduled, here: await startHere(config, { listens, scheduled, probe }) }
}

async function failureIn(work: () => Promise<void>): Promise<Failure | null> {
  try {
    await work()
    return null
  } catch (error) {
    return { message: messageOf(error), cause: error }
  }
}

function partsOf<T>(test: ExploredTest<T>) {
  const parts = typeof test === 'function' ? { body: test, check: undefined } : test
  if (typeof parts?.body === 'function') return parts
  throw new TypeError(`explore(): ${asCode(test)} is not a test; write a function, or { body, check }`)
}

const optionNames = [
  'runs',
  'time',
  'seed',
  'only',
  'partial',
  'keepGoing',
  'found',
  'probe',
  'listen',
  'config',
] as const

function checked(options: ExploreOptions) {
  checkOptions('explore()', options, optionNames)
  const {
    runs = null,
    time,
    seed = 1,
    only = null,
    partial = false,
    keepGoing = false,
    found = usualFolder,
    probe = null,
    listen = true,
  } = options
  if (runs !== null && !(Number.isInteger(runs) && runs > 0)) {
    throw new TypeError(`explore(): runs: ${asCode(runs)} is not a positive integer`)
  }
  for (const name of only ?? []) checkOptions('explore(): only', { [name]: true }, changeNames)
  if (time !== undefined) checkDuration('explore(): time', time)
  const own = probe !== null && isOfFunctions(probe) ? functionProbe(probe) : null
  const written = probe === null || isOfFunctions(probe) ? {} : { probe }
  const config = configOf({ seed, clock: 'frozen', config: { ...written, ...options.config } }, 'explore()')
  const asking = own ?? (config.probe && writtenProbe(config.probe, fetchOverHttp()))
  return {
    probe: asking,
    runs,
    timeMs: time === undefined ? null : parseDuration(time),
    seed,
    only,
    partial,
    keepGoing,
    found,
    listen,
    config,
  }
}
