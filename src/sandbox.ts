import { setMaxListeners } from 'node:events'
import { type Config, ConfigError } from './config.ts'
import type { Ending } from './control/about/ending.ts'
import type { KeyedEvent } from './control/events/every-business-events.ts'
import type { QueueEntry } from './domain/business.ts'
import { parseDuration } from './domain/duration.ts'
import { isLoopback } from './domain/ip-range.ts'
import type { Settings, SettingsInput } from './domain/settings.ts'
import type { Flow } from './domain/transaction.ts'
import { type Fetch, inProcess } from './http/in-process.ts'
import type { CallCounts } from './http/journal.ts'
import type { Log } from './http/options.ts'
import type { Probe } from './judge/books/probe.ts'
import type { ScheduledRun } from './judge/explore/scheduled-run.ts'
import type { Oracle } from './judge/verdict/oracle.ts'
import type { Report } from './report/report.ts'
import type { Reporter } from './report/reporter.ts'
import { hostsOf, unreachableCallbacks } from './sandbox/addresses.ts'
import { connect } from './sandbox/connect.ts'
import { countedFaults } from './sandbox/counted-faults.ts'
import { loadedApp } from './sandbox/loaded-app.ts'
import { observe, watch } from './sandbox/observe.ts'
import { openStore } from './sandbox/open-store.ts'
import { type Files, readFiles } from './sandbox/read-files.ts'
import { accessBy } from './sandbox/settings-by-key.ts'
import { takePort } from './sandbox/take-port.ts'
import type { BusinessSummary } from './store/store.ts'
import { awaitIdle } from './store/wait-until.ts'
import { sleep, steadyClock } from './time.ts'
import type { WebhookHandler } from './webhooks/hand-over.ts'
import { webhookHandlers } from './webhooks/handlers.ts'
import { webhookSecretOf } from './webhooks/sign.ts'

export type { Log } from './http/options.ts'
export { PortTaken } from './http/port/port-taken.ts'

export interface RunningSandbox {
  /** Its base URL; without a port, one that only its own `fetch` understands. */
  readonly url: string
  /** 0 if it does not listen. */
  readonly port: number
  /** Calls the sandbox without a port. A dropped reply rejects with the TypeError of a broken connection. */
  readonly fetch: Fetch
  readonly seed: number
  settings(key: string): Settings
  /** The secret that signs a key's webhooks (D34). */
  webhookSecret(key: string): string
  queue(key: string): readonly QueueEntry[]
  businesses(): readonly BusinessSummary[]
  /** Resolves when no webhook is under way, after at most two seconds. */
  idle(): Promise<void>
  /** The report of the run: every business, and its state before each reset. With a flow, only its situations are shown. */
  report(flow?: Flow | null): Promise<Report>
  /** Compares money with the merchant's books; null without a probe. */
  readonly oracle: Oracle | null
  /** The required names: which are unknown, and which the run has not met. */
  readonly required: Reporter['required']
  /** Calls that the service's routes have received, of all businesses and without a key. */
  readonly calls: Readonly<CallCounts>
  watch(): AsyncIterable<KeyedEvent>
  declare(key: string, settings: Partial<SettingsInput>): void
  /** Delivers the webhooks of a key to a function in this process, at any address. */
  receive(key: string, handler: WebhookHandler): void
  /** Reports not ready, and serves calls for the time of the setting `drain`. */
  drain(): Promise<void>
  /** Stops accepting, finishes replies, puts webhooks under way back in the queue, closes the database. */
  close(): Promise<void>
}

/** How long replies under way may take once the sandbox stops, in milliseconds. */
const graceMs = 3000

export interface RunOptions {
  /** What a reset deletes still counts in the report. */
  readonly keepsChapters?: boolean
  /** False if a terminal shows the calls with their hints. */
  readonly logsHints?: boolean
  /** False: no port is opened, and calls use `fetch`. */
  readonly listens?: boolean
  readonly opensHealth?: boolean
  readonly scheduled?: ScheduledRun | null
  /** Asks the merchant's books about money; null if nothing may. */
  readonly probe?: Probe | null
  readonly ending?: Ending
}

/** Builds a sandbox from its configuration and starts it. Throws when the port, the folder or a scenario file is unusable. */
export async function startSandbox(config: Config, plainLog: Log, options: RunOptions = {}): Promise<RunningSandbox> {
  if (!isLoopback(config.host) && config.token === null) {
    throw new ConfigError([`host ${config.host} lets other machines in: set token too, which /_sandbox then demands`])
  }
  const unreachable = await unreachableCallbacks(config)
  if (unreachable.length > 0) throw new ConfigError(unreachable)
  const counted = countedFaults(plainLog)
  const files = await readFiles(config, counted.log)
  const opened = [counted.close, files.scenarios.close]
  try {
    return await runOn({ config, files, counted, opened }, options)
  } catch (cause) {
    for (const close of opened) close()
    throw cause
  }
}

interface Ground {
  readonly config: Config
  readonly files: Files
  readonly counted: ReturnType<typeof countedFaults>
  /** What is open, to be closed if the start fails. */
  readonly opened: (() => void)[]
}

async function runOn({ config, files, counted, opened }: Ground, options: RunOptions): Promise<RunningSandbox> {
  const { keepsChapters = false, logsHints = true, listens = true, opensHealth = false } = options
  const { scheduled = null, probe = null, ending = { by: 'program' } } = options
  const { log } = counted
  const { open, port, url } = await takePort(config, listens, log.problem)
  opened.push(() => void open?.close(0))
  const wall = steadyClock()
  const { store, seed } = openStore(config, files.settings.of, wall)
  opened.push(() => store.close())
  const { journal, reporter } = observe({ store, files, keepsChapters })
  const handlers = webhookHandlers()
  const stopping = stopSignal()
  const draining = { isOn: false }
  const materials = { config, files, store, seed, wall, log, journal, reporter, url, port, scheduled, probe, handlers }
  const parts = await connect({ ...materials, ending, isDraining: () => draining.isOn })
  const calls: CallCounts = { arrived: 0, keyless: 0 }
  const app = loadedApp({
    exposure: { allowHosts: hostsOf(config), token: config.token, opensHealth, port },
    counts: calls,
    ...accessBy(files.settings, config, store),
    service: parts.service,
    control: parts.control,
    record: journal.record,
    stopping: stopping.signal,
    log: logsHints ? log : { ...log, hint: () => {} },
  })
  const within = inProcess(app, url)
  open?.answer(app)
  parts.engine.start()
  return {
    ...seenFromOutside(materials),
    fetch: within.fetch,
    oracle: parts.oracle,
    calls,
    watch: () => watch({ store, journal }, stopping.signal),
    async drain() {
      draining.isOn = true
      await sleep(parseDuration(config.drain), stopping.signal)
    },
    async close() {
      stopping.abort()
      files.scenarios.close()
      await Promise.all([parts.engine.stop(), open?.close(graceMs), within.close(graceMs)])
      await parts.client.close()
      store.close()
      counted.close()
    },
  }
}

type Materials = Parameters<typeof connect>[0]

/** What a running sandbox shows and takes without a call. */
function seenFromOutside({
  url,
  port,
  seed,
  store,
  files,
  handlers,
  reporter,
}: Omit<Materials, 'ending' | 'isDraining'>) {
  return {
    url,
    port,
    seed,
    settings: (key) => store.business(key).settings,
    webhookSecret: (key) => webhookSecretOf(store.business(key)),
    queue: (key) => store.business(key).queue,
    businesses: () => store.businesses(),
    idle: () => awaitIdle(store),
    declare: files.settings.declare,
    receive: handlers.set,
    report: reporter.ofRun,
    required: reporter.required,
  } satisfies Partial<RunningSandbox>
}

/** Any number of calls may wait for it at once. */
function stopSignal(): AbortController {
  const stopping = new AbortController()
  setMaxListeners(0, stopping.signal)
  return stopping
}
