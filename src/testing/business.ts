import type { ControlClient } from '../control-client.ts'
import type { Delivery, TimelineEvent, TransactionView } from './views.ts'

/** A virtual account that a test pays into. */
export interface Account {
  /** Pays `amount` major units in; what is due where not given. */
  pay(amount?: number, options?: { readonly senderName?: string }): Promise<TransactionView>
}

/** A customer's phone that a test holds in its hand; the number in any local or international form. */
export interface Phone {
  /** Types a PIN into the newest open prompt, or into the one of a transaction. */
  enterPin(pin: string, options?: { readonly transactionId?: string }): Promise<TransactionView>
  /** The newest OTP that a transaction still waits for; waits for one, in wall time (10s). */
  otp(options?: { readonly wait?: string }): Promise<string>
}

/** Which requests a queued scenario is for, as `match` in a scenario file. */
export interface Match {
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
  use(scenario: string, options?: { readonly times?: number; readonly match?: Match }): Promise<void>
  /** Moves this business's time; resolves when every webhook that fell due was answered. */
  advance(duration: string): Promise<TimelineEvent[]>
  /** Runs all pending work, jumping from due job to due job; at most `limit` ahead (7d). */
  runUntilIdle(limit?: string): Promise<TimelineEvent[]>
  /** Waits, in wall time (10s), for a webhook that was answered 2xx; finds earlier ones too. */
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
}

/** A business over the control API. */
export function createBusiness(apiKey: string, webhookSecret: string, client: ControlClient): Business {
  const eventsOf = async (path: string, body: object) =>
    ((await client.post(path, body)) as { events: TimelineEvent[] }).events
  return {
    apiKey,
    webhookSecret,
    use: async (use, options = {}) => void (await client.post('/_sandbox/scenarios/queue', { use, ...options })),
    advance: (by) => eventsOf('/_sandbox/clock/advance', { by }),
    runUntilIdle: (limit) => eventsOf('/_sandbox/clock/run-until-idle', limit === undefined ? {} : { limit }),
    async webhook(wanted) {
      const given = Object.entries(wanted).filter(([, value]) => value !== undefined)
      return (await client.get(`/_sandbox/webhooks/wait?${new URLSearchParams(given)}`)) as Delivery
    },
    async transaction({ id, reference }) {
      const found = id ?? (await idOf(client, reference))
      return (await client.get(`/_sandbox/transactions/${encodeURIComponent(found)}`)) as TransactionView
    },
    phone(number) {
      const path = `/_sandbox/phones/${encodeURIComponent(number)}`
      return {
        enterPin: async (pin, options = {}) =>
          (await client.post(`${path}/pin`, { pin, ...options })) as TransactionView,
        otp: async ({ wait = '10s' } = {}) =>
          ((await client.get(`${path}/otp?${new URLSearchParams({ wait })}`)) as { readonly otp: string }).otp,
      }
    },
    virtualAccount: (accountNumber) => ({
      async pay(amount, options = {}) {
        const path = `/_sandbox/virtual-accounts/${encodeURIComponent(accountNumber)}/transfers`
        return (await client.post(path, { ...(amount === undefined ? {} : { amount }), ...options })) as TransactionView
      },
    }),
    snapshot: async (name) => void (await client.put(pathOf(name))),
    restore: async (name) => void (await client.post(`${pathOf(name)}/restore`)),
    reset: async () => void (await client.post('/_sandbox/reset')),
  }
}

function pathOf(snapshot: string): string {
  return `/_sandbox/snapshots/${encodeURIComponent(snapshot)}`
}

async function idOf(client: ControlClient, reference: string | undefined): Promise<string> {
  if (reference === undefined) throw new Error('transaction() needs an id or a reference')
  const query = new URLSearchParams({ reference, limit: '1' })
  const { data } = (await client.get(`/_sandbox/transactions?${query}`)) as { data: readonly { id: string }[] }
  const [first] = data
  if (!first) throw new Error(`No transaction with reference ${reference}`)
  return first.id
}
