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

/** How a business stands. The scenario language's `expect` says what is expected. */
export interface Report {
  /** True when every expectation is met and every one-shot scenario was used. */
  readonly ok: boolean
  readonly expectations: readonly CheckedExpectations[]
  /** Scenarios of the user's own that expect something and that no request met. */
  readonly unjudged: readonly string[]
  /** One-shot scenarios that so many requests were still to use. */
  readonly unused: readonly { readonly business: string; readonly use: string; readonly remaining: number }[]
  /** The gravest first. */
  readonly findings: readonly Finding[]
  readonly coverage: Coverage
}

/** What was expected of one transaction, and what came. */
export interface CheckedExpectations {
  readonly business: string
  readonly scenario: string
  readonly transactionId: string
  readonly reference: string
  readonly status: 'INITIATED' | 'PENDING' | 'COMPLETED' | 'FAILED'
  readonly expect: {
    readonly deliveries?: number | { readonly gte?: number | undefined; readonly lte?: number | undefined }
    readonly statusQueries?: number
    readonly duplicateCreates?: number
    readonly ackedWithin?: string
  }
  /** By the same keys; `ackedWithin` is null while no webhook was answered 2xx. */
  readonly actual: {
    readonly deliveries?: number
    readonly statusQueries?: number
    readonly duplicateCreates?: number
    readonly ackedWithin?: string | null
  }
  /** Webhooks that were still to come or to be tried again. */
  readonly webhooksPending: number
  readonly ok: boolean
}

/** Something the merchant's code did that will hurt it in production. */
export interface Finding {
  readonly level: 'error' | 'warning' | 'info'
  readonly rule: string
  readonly business: string
  /** Null where it is about no single transaction. */
  readonly transactionId: string | null
  /** What was seen, and what to do. */
  readonly evidence: string
  /** The part of the specification, or the decision, that it rests on. */
  readonly section: string
}

/** How much of what can happen has happened. */
export interface Coverage {
  readonly scenarios: Covered
  readonly outcomes: Covered
  readonly results: Covered
  readonly faults: Covered
  /** The exercised share of the four lists together. */
  readonly percent: number
}

/** What was exercised of all that there is. */
export interface Covered {
  readonly exercised: readonly string[]
  readonly never: readonly string[]
}
