import { join } from 'node:path'
import type { Config } from '../config.ts'
import { type BoundEndpoint, useOf } from '../contract/endpoint.ts'
import type { Ending } from '../control/about/ending.ts'
import type { WebhookCounts } from '../control/metrics/registry.ts'
import { refusalText } from '../control/requests/calls-seen.ts'
import type { Journal } from '../control/requests/journal.ts'
import type { Gate } from '../domain/gate.ts'
import { isLoopback } from '../domain/ip-range.ts'
import { slotsIn, slotsText } from '../domain/slots.ts'
import { type Begin, createBegin } from '../engine/begin/begin.ts'
import { DeliveryQueue } from '../engine/deliver/delivery-queue.ts'
import type { WebhookMaker } from '../engine/deliver/queue-webhook.ts'
import { Engine } from '../engine/schedule/engine.ts'
import { type ByHand, createByHand } from '../engine/settle/act-by-hand.ts'
import { createRunStep } from '../engine/settle/run-step.ts'
import { createQueryStatus } from '../engine/settle/status-query.ts'
import { createSubmitOtp } from '../engine/settle/submit-otp.ts'
import { createCallOf, createReadCreate, presentFinal, serviceEndpoints } from '../flows/index.ts'
import { maxBodyBytes } from '../http/body/read-body.ts'
import type { Log } from '../http/options.ts'
import type { Probe } from '../judge/books/probe.ts'
import type { ScheduledRun } from '../judge/explore/scheduled-run.ts'
import type { Oracle } from '../judge/verdict/oracle.ts'
import { packageVersion } from '../package-root.ts'
import type { Reporter } from '../report/reporter.ts'
import type { Store } from '../store/store.ts'
import type { SteadyClock } from '../time.ts'
import type { WebhookHandlers } from '../webhooks/handlers.ts'
import { laterClient } from '../webhooks/http/later-client.ts'
import { createSendWebhook, createWebhookBody } from '../webhooks/send-webhook.ts'
import { countWebhooks } from './count-webhooks.ts'
import type { Files } from './read-files.ts'

export interface Materials {
  readonly config: Config
  readonly files: Files
  readonly store: Store
  readonly seed: number
  readonly wall: SteadyClock
  readonly log: Log
  readonly journal: Journal
  readonly reporter: Reporter
  readonly url: string
  readonly port: number
  readonly scheduled: ScheduledRun | null
  readonly probe: Probe | null
  readonly handlers: WebhookHandlers
  readonly ending: Ending
  readonly isDraining: () => boolean
}

/** Connects the parts of a sandbox, which do not know each other. */
export async function connect(materials: Materials) {
  const { config, files, store, seed, wall, log, journal, scheduled, handlers } = materials
  const maker: WebhookMaker = { seed, webhookBody: createWebhookBody(presentFinal) }
  const runStep = createRunStep(store, maker)
  // One that listens on a loopback address is called from its own machine, container or not, so its webhooks stay there.
  const container = isLoopback(config.host) ? { isContainer: false } : {}
  const client = laterClient({ policy: policyOf(materials), ...container })
  const send = createSendWebhook(client, `payments-sandbox/${packageVersion()}`, handlers.of)
  const { deliver, counts } = countWebhooks(send)
  const engine = new Engine({ store, wall, runStep, lanes: new DeliveryQueue(config), deliver, log: log.fault })
  const oracle = await oracleOf(materials)
  scheduled?.use(store, engine, oracle)
  if (scheduled) {
    journal.onRecord((_key, call) => {
      scheduled.refusal = refusalText(call) ?? scheduled.refusal
    })
  }
  const stored = createBegin({
    store,
    scenarios: files.drafts.of,
    maker,
    dataFolder: config.data === ':memory:' ? undefined : config.data,
    intervention: scheduled ?? undefined,
  })
  const begin: Begin = oracle
    ? (key, request) => oracle.beside(key, request.intent, () => stored(key, request))
    : stored
  const service = serviceEndpoints({
    store,
    rates: files.rates,
    seed,
    begin,
    submitOtp: createSubmitOtp(store, maker),
    queryStatus: createQueryStatus(store, maker),
  })
  const tools = { engine, begin, byHand: createByHand(store, maker), oracle, webhooks: counts }
  const gated = (endpoints: readonly BoundEndpoint[]) => endpoints.map((endpoint) => behindGate(endpoint, store.gate))
  const control = async () => gated(await controlOf(materials, service, tools))
  return { service: gated(service), control, engine, client, oracle }
}

/** Compares money with the merchant's books; loaded only if a probe can ask them. */
async function oracleOf({ store, journal, probe }: Materials): Promise<Oracle | null> {
  if (probe === null) return null
  const { createOracle } = await import('./create-oracle.ts')
  return createOracle({ store, journal, probe })
}

interface Connected {
  readonly engine: Engine
  readonly begin: Begin
  readonly byHand: ByHand
  readonly oracle: Oracle | null
  readonly webhooks: WebhookCounts
}

/** The endpoints under /_sandbox, loaded with the first call to one: a create call needs none of their schemas. */
async function controlOf(
  materials: Materials,
  service: readonly BoundEndpoint[],
  { byHand, oracle, ...parts }: Connected,
): Promise<readonly BoundEndpoint[]> {
  const { config, files, store, journal, reporter, ending, port } = materials
  const { createControlEndpoints } = await import('./create-control-endpoints.ts')
  return createControlEndpoints(service, {
    ...parts,
    ...byHand,
    store,
    journal,
    scenarios: files.drafts.of,
    drafts: files.drafts,
    ownFiles: files.ownFiles,
    scenarioProblems: files.scenarios.problems,
    readCreate: createReadCreate(files.rates),
    createCallOf,
    about: aboutOf(materials),
    ending,
    reporter,
    checkMoney: (key) => oracle?.check([key]) ?? null,
    found: () => found(config.data),
    backupFolder: config.backupTo ?? (config.data === ':memory:' ? null : join(config.data, 'backups')),
    access: { token: config.token, port },
  })
}

/** Asks the gate again once the call has come whole: its business may have been sealed meanwhile. */
function behindGate(endpoint: BoundEndpoint, gate: Gate): BoundEndpoint {
  const use = useOf(endpoint)
  if (use === null) return endpoint
  const handle: BoundEndpoint['handle'] = (call) => {
    gate(call.key, use)
    return endpoint.handle(call)
  }
  return { ...endpoint, handle }
}

/** A sandbox that other machines can reach sends webhooks only where `callbackAllow` permits. */
function policyOf({ config: { host, callbackAllow }, port }: Materials) {
  const reach = isLoopback(host) ? ({ exposed: false } as const) : ({ exposed: true, allow: callbackAllow } as const)
  // Webhooks never go to the sandbox itself, but for its receiver.
  return () => ({ ...reach, own: { addresses: [host], port } })
}

function aboutOf({ config, files, seed, url, isDraining }: Materials) {
  const quotas = (['maxBusinesses', 'maxTransactionsPerBusiness', 'webhooksPerSecond'] as const).flatMap((name) =>
    config[name] === null ? [] : [[name, config[name]]],
  )
  const limits = {
    bodyBytes: maxBodyBytes,
    webhooksInFlight: config.inFlight,
    webhooksPerOrigin: config.perOrigin,
    ...Object.fromEntries(quotas),
  }
  const mode = () => files.settings.of('default').mode
  const slots = config.slots === null ? null : slotsText(slotsIn(config.slots))
  return () => ({
    version: packageVersion(),
    url,
    pid: process.pid,
    seed,
    mode: mode(),
    limits,
    slots,
    isDraining: isDraining(),
  })
}

/** The failures that explore saved in the data folder; for a sandbox in memory, in the usual folder. */
async function found(data: string) {
  const { readFound, usualFolder } = await import('../judge/explore/saved-schedules.ts')
  return readFound(data === ':memory:' ? usualFolder : join(data, 'found'))
}
