import { toMajor } from '../../domain/money.ts'
import { presentClock } from '../clock/clock-view.ts'
import { presentJob } from '../clock/job-view.ts'
import { controlEndpoint } from '../endpoint.ts'
import { presentQueueEntry } from '../scenarios/queue.ts'
import { statusView } from './status-view.ts'

/** All that there is to know of the calling business at a glance, seen at one moment. */
export const showStatus = controlEndpoint({
  route: 'GET /_sandbox/status',
  summary: 'Overview of this business',
  answer: statusView,
  handle({ key, store, scenarios, about }) {
    const { settings, defaultScenario, queue } = store.business(key)
    const { transactions, deliveries, jobs } = store.counts(key)
    const [next] = store.jobs(key, 1)
    const { version, url } = about()
    return {
      body: {
        version,
        url,
        key,
        clock: presentClock(store, key),
        mode: settings.mode,
        callbackUrl: settings.callbackUrl,
        defaultScenario: defaultOf(defaultScenario, scenarios().defaultScenario),
        queue: queue.map(presentQueueEntry),
        transactions,
        webhooks: deliveries,
        jobs: { pending: jobs, next: next === undefined ? null : presentJob(next) },
        wallets: settings.currencies.map((currency) => ({
          currency,
          balance: toMajor(store.wallet(key, currency).balanceMinor, currency),
        })),
      },
    }
  },
})

function defaultOf(own: string | null, inFiles: string | null) {
  return own === null ? ({ use: inFiles ?? 'approve', by: 'file' } as const) : ({ use: own, by: 'business' } as const)
}
