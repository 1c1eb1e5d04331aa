import { z } from 'zod'
import { currencyCode } from '../../contract/currency-code.ts'
import { answerObject } from '../../contract/named.ts'
import type { QueueEntry } from '../../domain/business.ts'
import { toMajor } from '../../domain/money.ts'
import { fittingCalls } from '../../scenarios/language/flow-fit.ts'
import type { Scenario } from '../../scenarios/scenario.ts'
import type { Store } from '../../store/store.ts'
import { clockView, presentClock } from '../clock/clock-view.ts'
import { jobView, presentJob } from '../clock/job-view.ts'
import { controlEndpoint } from '../endpoint.ts'
import { presentQueueEntry } from '../scenarios/queue.ts'
import { fileProblemsView, presentFileProblems, waitingScenarioView } from '../scenarios/scenario-views.ts'
import { iso, major, time } from '../schema-parts.ts'

const count = z.int().min(0)

const statusView = answerObject('BusinessStatus', 'A business at a glance.', {
  version: z.string().describe('Version of the sandbox.'),
  url: z.string().describe('Where this sandbox listens.'),
  key: z.string().describe('The API key that names the business.'),
  clock: clockView,
  mode: z.enum(['automatic', 'manual']),
  callbackUrl: z.string().nullable().describe('Where webhooks go when a request names no callbackURL.'),
  defaultScenario: z
    .object({ use: z.string(), by: z.enum(['business', 'file']).describe('Who says so.') })
    .describe('What is played if nothing else is chosen; in manual mode nothing is.'),
  scenarioProblems: fileProblemsView,
  sealed: z.boolean().describe('True while it is being moved: it takes no calls of the service and does no work.'),
  queue: z.array(waitingScenarioView).describe('Queued scenarios, the first to be used first.'),
  transactions: z
    .object({ INITIATED: count, PENDING: count, COMPLETED: count, FAILED: count })
    .describe('How many transactions have each status.'),
  prunedBefore: time.nullable().describe('What was final by this time is gone: the last prune deleted it.'),
  webhooks: z
    .object({ pending: count, held: count, delivered: count, exhausted: count, dropped: count })
    .describe('How many webhooks have each status.'),
  lastAnswer: answerObject('LastAnswer', 'What answered a webhook with 2xx last.', {
    url: z.string().describe('Where the webhook went.'),
    status: z.int(),
    body: z.string().describe('How its answer begins, at most 80 characters.'),
  })
    .nullable()
    .describe(
      'Who answered the newest delivered webhook: any server that answers 2xx counts. Null if none is delivered.',
    ),
  jobs: z.object({ pending: count, next: jobView.nullable() }).describe('Work that waits for its time.'),
  wallets: z.array(answerObject('WalletBalance', 'One wallet.', { currency: currencyCode, balance: major })),
})

export const showStatus = controlEndpoint({
  route: 'GET /_sandbox/status',
  summary: 'Overview of this business',
  answer: statusView,
  handle({ key, store, scenarios, scenarioProblems, about }) {
    const { settings, defaultScenario, queue } = store.business(key)
    const { transactions, deliveries, jobs } = store.counts(key)
    const [next] = store.jobs(key, 1)
    const { version, url } = about()
    const { byName, defaultScenario: inFiles } = scenarios(key)
    const pruned = store.prunedBefore(key)
    const wallets = settings.currencies.map((currency) => ({
      currency,
      balance: toMajor(store.wallet(key, currency).balanceMinor, currency),
    }))
    return {
      body: {
        version,
        url,
        key,
        clock: presentClock(store, key),
        mode: settings.mode,
        callbackUrl: settings.callbackUrl,
        defaultScenario: defaultOf(defaultScenario, inFiles),
        scenarioProblems: presentFileProblems(scenarioProblems()),
        sealed: store.isSealed(key),
        queue: queue.map((entry) => presentWaiting(entry, byName.get(entry.use))),
        transactions,
        prunedBefore: pruned === null ? null : iso(pruned),
        webhooks: deliveries,
        lastAnswer: deliveries.delivered === 0 ? null : lastAnswer(store, key),
        jobs: { pending: jobs, next: next === undefined ? null : presentJob(next) },
        wallets,
      },
    }
  },
})

/** An entry of the queue, and the create calls it waits for; one whose scenario is gone waits for none. */
function presentWaiting(entry: QueueEntry, scenario: Scenario | undefined) {
  const waitsFor = scenario === undefined ? null : fittingCalls(scenario)
  return { ...presentQueueEntry(entry), ...(waitsFor === null ? {} : { waitsFor }) }
}

function lastAnswer(store: Store, key: string) {
  const [delivery] = store.deliveries(key, { status: 'delivered', limit: 1 })
  const response = delivery?.attempts.findLast(({ outcome }) => outcome?.response)?.outcome?.response
  if (delivery === undefined || !response) return null
  return { url: delivery.url, status: response.status, body: response.body.trim().slice(0, 80) }
}

function defaultOf(own: string | null, inFiles: string | null) {
  return own === null ? ({ use: inFiles ?? 'approve', by: 'file' } as const) : ({ use: own, by: 'business' } as const)
}
