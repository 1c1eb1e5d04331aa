import type { AdvancedView } from '../control/clock/advanced-view.ts'
import type { TransactionView } from '../control/transactions/transaction-views.ts'
import type { DeliveryView } from '../control/webhooks/delivery-view.ts'
import type { TransactionWebhook } from '../flows/final-record.ts'
import type { Report } from '../report/report.ts'
import { type Account, createAccount } from './account.ts'
import { checkOptions } from './options.ts'
import { createPhone, type Phone } from './phone.ts'
import { webhookIn } from './received-json.ts'
import type { ScenarioName } from './scenario-name.ts'
import type { TestClient } from './test-client.ts'

/** One entry of a transaction's timeline; facts stand beside these. Times are ISO 8601 in the business's sandbox time. */
export type TimelineEvent = AdvancedView['events'][number]

/** A webhook and its attempts; `body` is the record it carries, `{}` where a scenario sends no JSON. */
export type Delivery = Omit<DeliveryView, 'body'> & { readonly body: TransactionWebhook }

/** Which requests a queued scenario is for, as `match` in a scenario file. */
export type Match = {
  readonly flow?: string | readonly string[]
  readonly accountNumber?: string | readonly string[]
  readonly reference?: string | readonly string[]
  readonly network?: string | readonly string[]
  readonly currency?: string | readonly string[]
  readonly reason?: string | readonly string[]
  readonly amount?:
    | number
    | { readonly gt?: number; readonly gte?: number; readonly lt?: number; readonly lte?: number }
}

/** One merchant of the sandbox: its own key, state and clock, shared with nobody. */
export interface Business {
  readonly apiKey: string
  readonly webhookSecret: string
  /** Queues a scenario for the next request, or for the next `times`, that fits `match`. */
  use(
    scenario: ScenarioName | (string & {}),
    options?: { readonly times?: number; readonly match?: Match },
  ): Promise<void>
  /** Moves this business's time; resolves with what happened, at most the newest 1,000 events, when every webhook that fell due was answered. */
  advance(duration: string): Promise<TimelineEvent[]>
  /** Runs all pending work, jumping from due job to due job; at most `limit` ahead (7d). */
  runUntilIdle(limit?: string): Promise<TimelineEvent[]>
  /** Stops this business's time. */
  freeze(): Promise<void>
  /** Lets this business's time run on; `rate` is seconds of sandbox time in a second of wall time (as before, 1 at first). */
  resume(rate?: number): Promise<void>
  /**
   * Waits, in wall time (4s), for a webhook that was answered 2xx; finds earlier ones too. On a frozen clock with nothing
   * due now it rejects after half a second without any movement, and says which job is due when.
   */
  webhook(wanted: {
    readonly reference?: string
    readonly status?: 'COMPLETED' | 'FAILED'
    readonly timeout?: string
  }): Promise<Delivery>
  /** The transaction with this id or reference. Throws when there is none. */
  transaction(wanted: { readonly id?: string; readonly reference?: string }): Promise<TransactionView>
  phone(number: string): Phone
  virtualAccount(accountNumber: string): Account
  /** Keeps this business under a name as it is now: state, pending work and clock. The same name again replaces it. */
  snapshot(name: string): Promise<void>
  /** Puts this business back to a snapshot; what came after it is gone. Throws when there is none of this name. */
  restore(name: string): Promise<void>
  /** Starts this business again: no transactions, clock and wallets as at the start; its snapshots stay. */
  reset(): Promise<void>
  /** How this business stands: expectations that scenarios state, unused scenarios, findings, coverage. */
  report(): Promise<Report>
}

/** A business over the control API. */
export function createBusiness(apiKey: string, webhookSecret: string, client: TestClient): Business {
  return {
    apiKey,
    webhookSecret,
    async use(use, options = {}) {
      checkOptions('use()', options, ['times', 'match'])
      await client.call('POST /_sandbox/scenarios/queue', { ...options, use })
    },
    async advance(by) {
      const { events } = await client.call('POST /_sandbox/clock/advance', { by })
      return [...events]
    },
    async runUntilIdle(limit) {
      const { events } = await client.call('POST /_sandbox/clock/run-until-idle', { limit })
      return [...events]
    },
    freeze: async () => void (await client.call('POST /_sandbox/clock/freeze')),
    resume: async (rate) => void (await client.call('POST /_sandbox/clock/resume', { rate })),
    async webhook(wanted) {
      checkOptions('webhook()', wanted, ['reference', 'status', 'timeout'])
      const { body, ...webhook } = await client.call('GET /_sandbox/webhooks/wait', wanted)
      return { ...webhook, body: webhookIn(body) }
    },
    async transaction(wanted) {
      checkOptions('transaction()', wanted, ['id', 'reference'])
      const id = wanted.id ?? (await idOf(client, wanted.reference))
      return client.call('GET /_sandbox/transactions/{id}', { id })
    },
    phone: (number) => createPhone(number, client),
    virtualAccount: (accountNumber) => createAccount(accountNumber, client),
    snapshot: async (name) => void (await client.call('PUT /_sandbox/snapshots/{name}', { name })),
    restore: async (name) => void (await client.call('POST /_sandbox/snapshots/{name}/restore', { name })),
    reset: async () => void (await client.call('POST /_sandbox/reset')),
    report: () => client.call('GET /_sandbox/report'),
  }
}

async function idOf(client: TestClient, reference: string | undefined): Promise<string> {
  if (reference === undefined) throw new TypeError('transaction() needs an id or a reference')
  const { data } = await client.call('GET /_sandbox/transactions', { reference, limit: 1 })
  const [first] = data
  if (!first) throw new Error(`No transaction with reference ${reference}`)
  return first.id
}
