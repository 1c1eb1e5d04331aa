import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Operation } from '../../contract/endpoint.ts'
import type { ReceivedCall } from '../../contract/received-call.ts'
import { beforeAllJobs, type Store } from '../../store/store.ts'
import { nextTurn } from '../../time.ts'
import type { Journal } from '../requests/journal.ts'

export interface WebhookCounts {
  readonly results: Readonly<Record<'delivered' | 'refused' | 'failed', number>>
  readonly inFlight: number
}

export interface MetricsTools {
  readonly store: Store
  readonly journal: Pick<Journal, 'onRecord'>
  readonly webhooks: WebhookCounts
  readonly service: readonly Pick<Operation, 'method' | 'path'>[]
}

const prefix = 'payments_sandbox_'

/** Every metric of a sandbox, and Node's own, as text. Calls are counted from here on. */
export function createRegistry({ store, journal, webhooks, service }: MetricsTools) {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  countCalls(registry, journal, service)
  new Counter({
    name: `${prefix}webhooks_total`,
    help: 'Attempts to deliver a webhook: delivered (answered 2xx), refused (answered otherwise), failed (no answer)',
    labelNames: ['result'],
    registers,
    collect() {
      this.reset()
      for (const [result, count] of Object.entries(webhooks.results)) this.inc({ result }, count)
    },
  })
  const gauge = (name: string, help: string, value: () => number) =>
    new Gauge({
      name: prefix + name,
      help,
      registers,
      collect() {
        this.set(value())
      },
    })
  gauge('webhooks_in_flight', 'Webhooks that wait for their answer', () => webhooks.inFlight)
  gauge('businesses', 'Businesses that were written to', () => store.size().businesses)
  gauge('database_bytes', 'Size of the database', () => store.size().bytes)
  const due = new Gauge({
    name: `${prefix}jobs_due`,
    help: 'Jobs whose time has come, at most 1000 of a business, webhooks under way included',
    registers,
  })
  const lateness = new Gauge({
    name: `${prefix}job_lateness_seconds`,
    help: 'For how long the most overdue job is due in sandbox time, webhooks under way included',
    registers,
  })
  return {
    async text(): Promise<string> {
      const { count, latestMs } = await overdue(store)
      due.set(count)
      lateness.set(latestMs / 1000)
      return registry.metrics()
    },
  }
}

function countCalls(registry: Registry, journal: MetricsTools['journal'], service: MetricsTools['service']): void {
  const registers = [registry]
  const calls = new Counter({
    name: `${prefix}calls_total`,
    help: "Calls to the service's endpoints, since the first call for metrics",
    labelNames: ['endpoint', 'status'],
    registers,
  })
  const durations = new Histogram({
    name: `${prefix}call_duration_seconds`,
    help: 'Time from the call to its answer, with the delays that scenarios ask for',
    labelNames: ['endpoint'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  })
  const endpointOf = createEndpointNames(service)
  journal.onRecord((_, call) => {
    const endpoint = endpointOf(call)
    calls.inc({ endpoint, status: String(call.status ?? 'none') })
    durations.observe({ endpoint }, call.durationMs / 1000)
  })
}

/** Names the endpoint of a call, such as `GET /payments/{id}`. All others are `other`: callers can send any path. */
function createEndpointNames(service: MetricsTools['service']) {
  const routes = service.map(({ method, path }) => ({
    name: `${method} ${path}`,
    form: new RegExp(`^${method} ${path.replaceAll(/\{\w+\}/g, '[^/?]+')}(?:\\?|$)`),
  }))
  return ({ method, url }: ReceivedCall): string =>
    routes.find(({ form }) => form.test(`${method} ${url}`))?.name ?? 'other'
}

/** Businesses looked at in one turn of the event loop. */
const perTurn = 100

async function overdue(store: Store) {
  let [count, latestMs] = [0, 0]
  for (const [index, key] of store.keysWithJobs().entries()) {
    if (index % perTurn === perTurn - 1) await nextTurn()
    const now = store.now(key)
    const due = store.dueJobs(key, beforeAllJobs, now, 1000)
    count += due.length
    latestMs = Math.max(latestMs, now - (due[0]?.dueAt ?? now))
  }
  return { count, latestMs }
}
