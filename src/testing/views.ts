/** What the control API answers, as types. Times are ISO 8601 in the business's sandbox time. */

/** One entry of a transaction's timeline; facts stand beside these. */
export interface TimelineEvent {
  readonly at: string
  readonly event: string
  readonly transactionId: string
  readonly [fact: string]: unknown
}

/** One attempt to deliver a webhook; `durationMs` is wall time. */
export interface DeliveryAttempt {
  readonly number: number
  readonly at: string
  readonly sent: boolean
  readonly headers: Readonly<Record<string, string>>
  readonly response: { readonly status: number; readonly body: string } | null
  readonly error: string | null
  readonly durationMs: number | null
}

/** A webhook and its attempts; `body` is the record it carries. */
export interface Delivery {
  readonly id: string
  readonly transactionId: string
  readonly reference: string
  readonly url: string
  readonly status: 'pending' | 'held' | 'delivered' | 'exhausted' | 'dropped'
  readonly body: Readonly<Record<string, unknown>>
  readonly attempts: readonly DeliveryAttempt[]
}

/** A transaction in webhook form with all that happened to it. */
export interface TransactionView {
  readonly id: string
  readonly status: 'INITIATED' | 'PENDING' | 'COMPLETED' | 'FAILED'
  readonly reference_business: string
  readonly flow: string
  readonly scenario: { readonly name: string; readonly by: string }
  readonly timeline: readonly Omit<TimelineEvent, 'transactionId'>[]
  readonly deliveries: readonly Delivery[]
  readonly [field: string]: unknown
}
