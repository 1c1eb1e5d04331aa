import { join } from 'node:path'
import { type Config, ConfigError, isLoopback, settingsByKey } from './config.ts'
import { readConfigFile } from './config-file.ts'
import type { BoundEndpoint } from './contract/endpoint.ts'
import { controlEndpoints } from './control/index.ts'
import { createJournal } from './control/journal.ts'
import { createReference } from './control/reference-tools.ts'
import { refusedCalls } from './control/refused-calls.ts'
import { webhookSecretOf } from './domain/business.ts'
import type { ClockState } from './domain/clock.ts'
import type { QueueEntry } from './domain/queue-entry.ts'
import { ratesOf } from './domain/rates.ts'
import type { Settings, SettingsInput } from './domain/settings.ts'
import type { Transaction } from './domain/transaction.ts'
import { createActByHand } from './engine/act-by-hand.ts'
import { createActNow } from './engine/act-now.ts'
import { createBegin } from './engine/begin.ts'
import { createEngine } from './engine/engine.ts'
import { createLanes } from './engine/lanes.ts'
import type { WebhookMaker } from './engine/queue-webhook.ts'
import { createSubmitOtp } from './engine/submit-otp.ts'
import { createReadCreate, presentFinal, serviceEndpoints } from './flows/index.ts'
import type { Log } from './http/app.ts'
import { maxBodyBytes } from './http/body.ts'
import { serve } from './http/serve.ts'
import { packageRoot, packageVersion } from './package-root.ts'
import type { Report } from './report/report.ts'
import { createReporter } from './report/reporter.ts'
import { openStories } from './scenarios/stories.ts'
import { attemptsEnded } from './store/attempts-ended.ts'
import { openDatabase } from './store/sqlite/database.ts'
import { createSqliteStore } from './store/sqlite/sqlite-store.ts'
import { type SteadyClock, steadyClock } from './time.ts'
import type { Listener } from './webhooks/address-policy.ts'
import { createDeliverer } from './webhooks/deliver.ts'
import { spoilBody } from './webhooks/faults.ts'
import { createSendWebhook, signingSecrets } from './webhooks/send-webhook.ts'

export { PortTaken } from './http/serve.ts'

/** A sandbox that is listening. */
export interface RunningSandbox {
  readonly url: string
  readonly port: number
  readonly seed: number
  /** The settings that a key has now. */
  settings(key: string): Settings
  /** The secret that signs a key's webhooks (D34). */
  webhookSecret(key: string): string
  /** The one-shot scenarios of a key that nobody has used. */
  queue(key: string): readonly QueueEntry[]
  /** Waits until webhooks under way came to their end, or two seconds have gone. */
  settled(): Promise<void>
  /** How the run went so far: every business, and what each was before a reset. */
  report(): Report
  /** Declares settings of a key, as the config file would. */
  declare(key: string, settings: Partial<SettingsInput>): void
  /** Stops accepting, finishes replies, puts webhooks under way back in the queue, closes the database. */
  close(): Promise<void>
}

/** How long replies under way may take once the sandbox stops, in milliseconds. */
const graceMs = 3000

/** Builds a sandbox from its configuration and starts it. Throws when the port, the folder or a scenario file is unusable. */
export async function startSandbox(config: Config, log: Log, { keepsChapters = false } = {}): Promise<RunningSandbox> {
  if (!isLoopback(config.host) && config.token === null) {
    throw new ConfigError([`host ${config.host} lets other machines in: set token too, which /_sandbox then demands`])
  }
  const { settings, scenarios: stories, rates } = await readFiles(config, log)
  const scenarios = stories.now
  const wall = steadyClock()
  const { store, seed } = openStore(config, settings.of, wall)
  const journal = createJournal(store.now)
  const maker: WebhookMaker = { seed, webhookBody }
  const actNow = createActNow(store, maker)
  const actByHand = createActByHand(store, maker)
  let own: Listener | null = null
  const reach = isLoopback(config.host)
    ? ({ exposed: false } as const)
    : ({ exposed: true, allow: config.callbackAllow } as const)
  const deliverer = createDeliverer({ policy: () => ({ ...reach, own }), connections: config.perOrigin })
  const engine = createEngine({
    store,
    wall,
    actNow,
    lanes: createLanes(config),
    deliver: createSendWebhook(deliverer, `payments-sandbox/${packageVersion()}`),
    log: log.fault,
  })

  const { inFlight: webhooksInFlight, perOrigin: webhooksPerOrigin } = config
  const reporter = createReporter({
    store,
    scenarios,
    refusedCalls: (key) => refusedCalls(journal, key),
    keepsChapters,
  })
  const limits = { bodyBytes: maxBodyBytes, webhooksInFlight, webhooksPerOrigin }
  const about = () => ({ version: packageVersion(), url, seed, mode: settings.of('default').mode, limits })
  const endpoints: readonly BoundEndpoint[] = [
    ...serviceEndpoints({
      store,
      rates,
      seed,
      begin: createBegin({ store, scenarios, maker }),
      submitOtp: createSubmitOtp(store, maker),
    }),
    ...controlEndpoints({
      store,
      journal,
      engine,
      actNow,
      actByHand,
      scenarios,
      readCreate: createReadCreate(rates),
      presentFinal,
      signingSecrets,
      about,
      reporter,
      wallNow: wall,
      reference: createReference(packageRoot(), packageVersion(), () => endpoints),
    }),
  ]
  const door = {
    endpoints,
    acceptsKey: (key: string) => config.keys === 'any' || settings.isDeclared(key),
    settingsOf: (key: string | null) => (key === null ? settings.of('default') : store.business(key).settings),
    record: journal.record,
    log,
  }
  const host = inUrl(config.host)
  const allowHosts = [host, ...config.allowHost].map((name) => name.toLowerCase())
  let url = ''
  try {
    const served = await serve(door, { allowHosts, token: config.token }, config)
    own = { addresses: [config.host], port: served.port }
    url = `http://${host}:${served.port}`
    engine.start()
    return {
      url,
      port: served.port,
      seed,
      settings: (key) => store.business(key).settings,
      webhookSecret: (key) => webhookSecretOf(store.business(key)),
      queue: (key) => store.business(key).queue,
      declare: settings.declare,
      settled: () => attemptsEnded(store),
      report: reporter.ofRun,
      async close() {
        stories.close()
        const stopped = engine.stop()
        await served.close(graceMs)
        await stopped
        await deliverer.close()
        store.close()
      },
    }
  } catch (cause) {
    stories.close()
    store.close()
    throw cause
  }
}

/** The record in webhook form, or what the story's fault makes of it. */
function webhookBody(transaction: Transaction, settings: Settings): string {
  const fault = transaction.plan.webhook.faults?.body ?? 'exact'
  return spoilBody[fault](JSON.stringify(presentFinal(transaction, settings)))
}

/** The shipped and the user's files: settings by key, scenarios ready to choose from. */
async function readFiles({ scenarios, businesses, callbackUrl, mode, rates }: Config, log: Log) {
  const root = packageRoot()
  const folders = { builtInDir: join(root, 'scenarios'), userDir: scenarios ?? 'scenarios', strict: scenarios !== null }
  const [shipped, shippedRates, stories] = await Promise.all([
    readConfigFile(join(root, 'fixtures', 'businesses.yaml')),
    readConfigFile(join(root, 'fixtures', 'rates.yaml')),
    openStories(folders, log),
  ])
  const everybody = {
    default: { ...(callbackUrl === null ? {} : { callbackUrl }), ...(mode === null ? {} : { mode }) },
  }
  return {
    settings: settingsByKey([shipped.businesses ?? {}, businesses, everybody]),
    scenarios: stories,
    rates: ratesOf({ ...shippedRates.rates, ...rates }),
  }
}

function openStore(
  { data, durable, seed: asked, clock }: Config,
  settingsOf: (key: string) => Settings,
  wall: SteadyClock,
) {
  const { db, seed } = openDatabase({ folder: data, durable, seed: asked })
  try {
    const template = { settingsOf, initialClock: initialClock(clock, wall()), clockAsked: clock !== null }
    return { store: createSqliteStore({ db, wall, ...template }), seed }
  } catch (cause) {
    db.close()
    throw cause
  }
}

function initialClock(clock: Config['clock'], wall: number): ClockState {
  const now = Math.floor(wall)
  if (clock === 'real' || clock === null) return { mode: 'real', rate: 1, sandboxAt: now, wallAt: now }
  return { mode: 'frozen', rate: 1, at: clock === 'frozen' ? now : Date.parse(clock) }
}

/** The host of the sandbox's address; one that listens everywhere is told with the address that answers right here. */
function inUrl(host: string): string {
  const name = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return name.includes(':') ? `[${name}]` : name
}
