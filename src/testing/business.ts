import type { AdvancedView } from '../control/clock/advanced-view.ts'
import type { TransactionView } from '../control/transactions/transaction-in-full.ts'
import type { DeliveryView } from '../control/webhooks/delivery-view.ts'
import type { TransactionWebhook } from '../flows/final-record.ts'
import type { Report } from '../report/report.ts'
import { type Account, afterSettling, createAccount, createPhone, type Phone } from './customer.ts'
import { checkDuration, checkOptions } from './options.ts'
import { webhookIn } from './receiver.ts'
import type { ScenarioName } from './scenario-name.ts'
import type { TestClient } from './test-client.ts'

/** What happened to a transaction, and when. The other fields are the facts of the event. */
export type TimelineEvent = AdvancedView['events'][number]

/** A webhook with every attempt to deliver it. `body` is `{}` if a scenario sends no JSON. */
export type Delivery = Omit<DeliveryView, 'body'> & { readonly body: TransactionWebhook }

/**
 * The requests that a queued scenario waits for: every given field must match. In texts, `*` stands for any characters and `?` for one.
 *
 * @example
 * await shop.use('insufficient-balance', { times: 2, match: { currency: 'GHS', amount: { gte: 100 } } })
 */
export type Match = {
  /** `mobile-money`, `virtual-account`, `bank-payout`, `mobile-money-payout`, or a list of them. */
  readonly flow?: string | readonly string[]
  /** The number of the customer or recipient, in any written form. */
  readonly accountNumber?: string | readonly string[]
  /** Your reference. */
  readonly reference?: string | readonly string[]
  /** The network code, or the bank code of a virtual account. */
  readonly network?: string | readonly string[]
  /** The currency code. */
  readonly currency?: string | readonly string[]
  /** The reason of the request. */
  readonly reason?: string | readonly string[]
  /** The amount in major units: exactly this, or between bounds. */
  readonly amount?:
    | number
    | { readonly gt?: number; readonly gte?: number; readonly lt?: number; readonly lte?: number }
}

/** Which transaction: the one with this id or reference. */
interface Wanted {
  readonly id?: string
  readonly reference?: string
}

/**
 * The world of one API key: its own transactions, wallets, clock and settings. On a frozen clock, what is due now still happens: a
 * PIN that is typed, a transfer that is paid in, a webhook without delay.
 */
export interface Business {
  /** The API key: your code sends it in the header `Authorization`. */
  readonly apiKey: string
  /** The secret that signs its webhooks: the setting `webhookSecret`, or the API key. */
  readonly webhookSecret: string
  /**
   * Queues a scenario for the next request whose flow it has, or for the next `times` (1 to 1000) of them. With `match`, only for
   * requests that fit. Your editor completes the names of shipped scenarios. The name of your own scenario is allowed too.
   */
  use(
    scenario: ScenarioName | (string & {}),
    options?: { readonly times?: number; readonly match?: Match },
  ): Promise<void>
  /**
   * Moves this business's time by a duration such as `'90s'`, `'1m30s'` or `'7d'`. Resolves when every webhook that fell due was
   * answered, with the events in order (the newest 1,000). Do not call it in the webhook handler of the same business:
   * it waits for the answer of that handler.
   */
  advance(duration: string): Promise<TimelineEvent[]>
  /** Jumps from one due job to the next until none is left, at most `limit` ahead (default `'7d'`). Resolves as `advance` does. */
  runUntilIdle(limit?: string): Promise<TimelineEvent[]>
  /** Stops this business's time. */
  freeze(): Promise<void>
  /** Starts this business's time: `rate` seconds in one second of real time (default: the last rate, at first `1`). */
  resume(rate?: number): Promise<void>
  /**
   * The newest webhook with this `reference` and `status` that was answered 2xx. It finds earlier ones too. If there is none, it
   * waits at most `timeout` of real time (default `'4s'`). Rejects with what it saw instead. On a frozen clock with nothing due
   * now it rejects after half a second without any movement, and says which job is due when.
   */
  webhook(wanted: {
    readonly reference?: string
    readonly status?: 'COMPLETED' | 'FAILED'
    readonly timeout?: string
  }): Promise<Delivery>
  /** The transaction with this id or reference. Rejects if there is none. */
  transaction(wanted: Wanted): Promise<TransactionView>
  /**
   * Approves a transaction now, which ends its planned steps: the customer agrees or pays what is due, or the provider agrees.
   * Resolves with the transaction when every webhook that is due now was answered, as `advance` does. Rejects if the state of
   * the transaction does not allow it.
   */
  approve(wanted: Wanted): Promise<TransactionView>
  /** Declines the prompt: the transaction fails as with a wrong PIN. Resolves as `approve` does. */
  decline(wanted: Wanted): Promise<TransactionView>
  /** Leaves the prompt unanswered: the transaction fails as with a time-out. Resolves as `approve` does. */
  ignore(wanted: Wanted): Promise<TransactionView>
  /** Lets the virtual account or the one-time password expire. Resolves as `approve` does. */
  expire(wanted: Wanted): Promise<TransactionView>
  /** Fails a transaction with a result such as `'switch_error'`. Resolves as `approve` does. */
  fail(wanted: Wanted, result: string): Promise<TransactionView>
  /** The phone with this number, in any local or international form. */
  phone(number: string): Phone
  /** The virtual account with this number. */
  virtualAccount(accountNumber: string): Account
  /** Keeps the state, pending work and clock of this business under a name. The same name again replaces the snapshot. */
  snapshot(name: string): Promise<void>
  /** Puts this business back to a snapshot; later changes are lost. Rejects if there is no snapshot with this name. */
  restore(name: string): Promise<void>
  /** Starts this business again: no transactions, clock and wallets as at the start. Snapshots remain, and ids repeat. */
  reset(): Promise<void>
  /** The report of this business: expectations, unused scenarios, findings, situations. */
  report(): Promise<Report>
}

export function createBusiness(apiKey: string, webhookSecret: string, client: TestClient): Business {
  const act = (action: 'approve' | 'decline' | 'ignore' | 'expire') => async (wanted: Wanted) => {
    const id = await idOf(client, `${action}()`, wanted)
    return afterSettling(client, client.call(`POST /_sandbox/transactions/{id}/${action}`, { id }))
  }
  return {
    apiKey,
    webhookSecret,
    async use(use, options = {}) {
      checkOptions('use()', options, ['times', 'match'])
      await client.call('POST /_sandbox/scenarios/queue', { ...options, use })
    },
    async advance(by) {
      checkDuration('advance()', by)
      const { events } = await client.call('POST /_sandbox/clock/advance', { by })
      return [...events]
    },
    async runUntilIdle(limit) {
      if (limit !== undefined) checkDuration('runUntilIdle()', limit)
      const { events } = await client.call('POST /_sandbox/clock/run-until-idle', { limit })
      return [...events]
    },
    freeze: async () => void (await client.call('POST /_sandbox/clock/freeze')),
    resume: async (rate) => void (await client.call('POST /_sandbox/clock/resume', { rate })),
    async webhook(wanted) {
      checkOptions('webhook()', wanted, ['reference', 'status', 'timeout'])
      if (wanted.timeout !== undefined) checkDuration('webhook(): timeout', wanted.timeout)
      const { body, ...webhook } = await client.call('GET /_sandbox/webhooks/wait', wanted)
      return { ...webhook, body: webhookIn(body) }
    },
    async transaction(wanted) {
      return client.call('GET /_sandbox/transactions/{id}', { id: await idOf(client, 'transaction()', wanted) })
    },
    approve: act('approve'),
    decline: act('decline'),
    ignore: act('ignore'),
    expire: act('expire'),
    async fail(wanted, result) {
      const id = await idOf(client, 'fail()', wanted)
      return afterSettling(client, client.call('POST /_sandbox/transactions/{id}/fail', { id, result }))
    },
    phone: (number) => createPhone(number, client),
    virtualAccount: (accountNumber) => createAccount(accountNumber, client),
    snapshot: async (name) => void (await client.call('PUT /_sandbox/snapshots/{name}', { name })),
    restore: async (name) => void (await client.call('POST /_sandbox/snapshots/{name}/restore', { name })),
    reset: async () => void (await client.call('POST /_sandbox/reset')),
    report: () => client.call('GET /_sandbox/report'),
  }
}

async function idOf(client: TestClient, call: string, wanted: Wanted): Promise<string> {
  checkOptions(call, wanted, ['id', 'reference'])
  const { id, reference } = wanted
  if (id !== undefined) return id
  if (reference === undefined) throw new TypeError(`${call} needs an id or a reference`)
  const { data } = await client.call('GET /_sandbox/transactions', { reference, limit: 1 })
  const [first] = data
  if (!first) throw new Error(`${call}: No transaction with reference ${reference}`)
  return first.id
}
