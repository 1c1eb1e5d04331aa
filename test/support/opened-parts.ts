import { onTestFinished } from 'vitest'
import type { BoundEndpoint } from '../../src/contract/endpoint.ts'
import { createPageFiles } from '../../src/control/about/page-file.ts'
import { createReferenceDocument } from '../../src/control/about/reference-document.ts'
import { controlEndpoints } from '../../src/control/index.ts'
import { createMetrics } from '../../src/control/metrics/metrics.ts'
import { createJournal, type Journal } from '../../src/control/requests/journal.ts'
import { settingsSchema } from '../../src/domain/settings.ts'
import { createBegin } from '../../src/engine/begin/begin.ts'
import { DeliveryQueue } from '../../src/engine/deliver/delivery-queue.ts'
import { Engine } from '../../src/engine/schedule/engine.ts'
import { createByHand } from '../../src/engine/settle/act-by-hand.ts'
import { createRunStep } from '../../src/engine/settle/run-step.ts'
import { createQueryStatus } from '../../src/engine/settle/status-query.ts'
import { createSubmitOtp } from '../../src/engine/settle/submit-otp.ts'
import { createCallOf, createReadCreate, presentFinal, serviceEndpoints } from '../../src/flows/index.ts'
import { createApp } from '../../src/http/app.ts'
import type { HttpOptions } from '../../src/http/options.ts'
import { listen } from '../../src/http/port/listen.ts'
import { packageRoot } from '../../src/package-root.ts'
import { createReporter } from '../../src/report/reporter.ts'
import { readShipped } from '../../src/sandbox/shipped.ts'
import { createDrafts } from '../../src/scenarios/drafts.ts'
import { createOwnFiles } from '../../src/scenarios/own-files.ts'
import { compileScenarios } from '../../src/scenarios/select/select.ts'
import { steadyClock } from '../../src/time.ts'
import { createWebhookClient } from '../../src/webhooks/http/post.ts'
import { createSendWebhook, createWebhookBody } from '../../src/webhooks/send-webhook.ts'
import { type OpenedStore, openStore } from './opened-store.ts'

/** A sandbox whose database a test can spoil. */
export interface OpenedParts {
  readonly url: string
  readonly store: OpenedStore
  readonly engine: Engine
  readonly journal: Journal
  readonly faults: { readonly message: string; readonly cause: unknown }[]
}

/** Puts a sandbox together as sandbox.ts does, on a store in memory with a frozen clock, until the test is over. */
export async function openParts(backupFolder: string | null = null): Promise<OpenedParts> {
  const wall = steadyClock()
  const store = openStore({ wall })
  const faults: { message: string; cause: unknown }[] = []
  const fault = (message: string, cause: unknown) => void faults.push({ message, cause })
  const scenarios = compileScenarios((await readShipped()).scenarios)
  const maker = {
    seed: 1,
    webhookBody: createWebhookBody(presentFinal),
  }
  const runStep = createRunStep(store, maker)
  const client = createWebhookClient({ policy: () => ({ exposed: false, own: null }) })
  const deliver = createSendWebhook(client, 'test')
  const lanes = new DeliveryQueue({ inFlight: 64, perOrigin: 4 })
  const engine = new Engine({ store, wall, runStep, lanes, deliver, log: fault })
  const about = () => ({
    version: '0',
    url: '',
    pid: 1,
    seed: 1,
    mode: 'automatic' as const,
    limits: {},
    slots: null,
    isDraining: false,
  })
  const referenceDocument = createReferenceDocument(packageRoot(), '0', () => endpoints)
  const reporter = createReporter({
    store,
    scenarios: () => scenarios,
    calledKeys: () => new Set(),
    callsSeen: () => ({ refusals: [], refused: [], unanswered: [], open: [] }),
    isOwn: () => false,
    keepsChapters: false,
  })
  const journal = createJournal(store.now)
  const begin = createBegin({ store, scenarios: () => scenarios, maker })
  const tools = {
    store,
    begin,
    journal,
    engine,
    ...createByHand(store, maker),
    scenarios: () => scenarios,
    drafts: createDrafts(() => scenarios, scenarios),
    ownFiles: createOwnFiles({ paths: [], strict: true }, scenarios, async () => {}),
    scenarioProblems: () => [],
    readCreate: createReadCreate(() => 1),
  }
  const open = await listen({ host: '127.0.0.1', port: 0 }, () => {})
  const endpoints: readonly BoundEndpoint[] = [
    ...serviceEndpoints({
      store,
      rates: () => 1,
      seed: 1,
      begin,
      submitOtp: createSubmitOtp(store, maker),
      queryStatus: createQueryStatus(store, maker),
    }),
    ...controlEndpoints({
      ...tools,
      createCallOf,
      about,
      ending: { by: 'program' },
      referenceDocument,
      metrics: createMetrics({
        store,
        journal,
        service: [],
        webhooks: { results: { delivered: 0, refused: 0, failed: 0 }, inFlight: 0 },
      }),
      pageFiles: createPageFiles(packageRoot()),
      found: async () => [],
      backupFolder,
      access: { token: null, port: open.port },
      reporter,
      checkMoney: () => null,
    }),
  ]
  const stopping = new AbortController()
  const options: HttpOptions = {
    exposure: { allowHosts: [], token: null, opensHealth: false, port: open.port },
    service: endpoints.filter(({ area }) => area === 'service'),
    control: async () => endpoints.filter(({ area }) => area === 'control'),
    counts: { arrived: 0, keyless: 0 },
    gate: store.gate,
    acceptsKey: () => true,
    settingsOf: (key: string | null) => (key === null ? settingsSchema.parse({}) : store.business(key).settings),
    record: journal.record,
    stopping: stopping.signal,
    log: { fault, hint: () => {}, problem: (message: string) => fault(message, null) },
  }
  open.answer(async () => createApp(options))
  engine.start()
  onTestFinished(async () => {
    stopping.abort()
    await Promise.all([engine.stop(), open.close(1000)])
    await client.close()
  })
  return { url: `http://127.0.0.1:${open.port}`, store, engine, journal, faults }
}
