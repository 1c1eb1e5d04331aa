import type { Attempt, Delivery, DeliveryStatus } from '../../domain/delivery.ts'
import type { Job, Work } from '../../domain/job.ts'
import type { JsonObject } from '../../domain/json.ts'
import type { Plan } from '../../domain/plan.ts'
import type { EventName, TimelineEvent } from '../../domain/timeline.ts'
import type { CurrencyCode, FinalStatus, Flow, Status, Transaction } from '../../domain/transaction.ts'
import type { LedgerEntry } from '../../domain/wallet.ts'

/** The tables' rows and what they mean. JSON columns hold what is never searched by. */

export interface TransactionRow {
  id: number
  public_id: string
  reference: string
  flow: Flow
  status: Status
  currency: CurrencyCode
  amount_minor: number
  fee_minor: number
  received_minor: number
  wrong_otps: number
  otp_accepted_at: number | null
  status_queries: number
  duplicate_creates: number
  account_number: string | null
  result: string | null
  facts: string
  plan_id: number
  created_at: number
  updated_at: number
}

/** What a transaction's columns hold; its other facts never change, are never searched by, and are one JSON column. */
type InColumns =
  | 'id'
  | 'reference'
  | 'flow'
  | 'status'
  | 'currency'
  | 'amountMinor'
  | 'feeMinor'
  | 'receivedMinor'
  | 'wrongOtps'
  | 'otpAcceptedAt'
  | 'statusQueries'
  | 'duplicateCreates'
  | 'result'
  | 'plan'
  | 'createdAt'
  | 'updatedAt'
type Facts = Omit<Transaction, InColumns>

/** The facts column. Written out field by field: spreads are slow on this hot path. */
export function factsOf(t: Transaction): string {
  const facts: Facts = {
    askedMinor: t.askedMinor,
    channel: t.channel,
    network: t.network,
    reason: t.reason,
    customer: t.customer,
    metadata: t.metadata,
    callbackUrl: t.callbackUrl,
    extras: t.extras,
    conversion: t.conversion,
    feePercent: t.feePercent,
    bearFee: t.bearFee,
    virtualAccount: t.virtualAccount,
    openingBalanceMinor: t.openingBalanceMinor,
  }
  return JSON.stringify(facts)
}

/** A stored transaction with its plan. */
export function toTransaction(row: TransactionRow, plan: Plan): Transaction {
  return {
    ...(JSON.parse(row.facts) as Facts),
    id: row.public_id,
    reference: row.reference,
    flow: row.flow,
    status: row.status,
    currency: row.currency,
    amountMinor: row.amount_minor,
    feeMinor: row.fee_minor,
    receivedMinor: row.received_minor,
    wrongOtps: row.wrong_otps,
    otpAcceptedAt: row.otp_accepted_at,
    statusQueries: row.status_queries,
    duplicateCreates: row.duplicate_creates,
    result: row.result === null ? null : JSON.parse(row.result),
    plan,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

export interface DeliveryRow {
  id: number
  public_id: string
  transaction_public_id: string
  reference: string
  transaction_status: FinalStatus
  url: string
  body: string
  status: DeliveryStatus
  webhook: string
  created_at: number
}

export interface AttemptRow {
  number: number
  at: number
  headers: string
  outcome: string | null
  is_replay: number
}

/** A stored delivery with its attempts. */
export function toDelivery(row: DeliveryRow, attempts: readonly AttemptRow[]): Delivery {
  return {
    id: row.public_id,
    transactionId: row.transaction_public_id,
    reference: row.reference,
    transactionStatus: row.transaction_status,
    url: row.url,
    body: row.body,
    status: row.status,
    webhook: JSON.parse(row.webhook),
    createdAt: row.created_at,
    attempts: attempts.map(toAttempt),
  }
}

function toAttempt(row: AttemptRow): Attempt {
  const outcome: Attempt['outcome'] = row.outcome === null ? null : JSON.parse(row.outcome)
  return { number: row.number, isReplay: row.is_replay === 1, at: row.at, headers: JSON.parse(row.headers), outcome }
}

export interface JobRow {
  id: number
  transaction_id: number
  due_at: number
  work: string
}

/** A stored job. */
export function toJob(row: JobRow): Job {
  return { id: row.id, dueAt: row.due_at, ...(JSON.parse(row.work) as Work) }
}

export interface LedgerRow {
  at: number
  amount_minor: number
  opening_minor: number
  closing_minor: number
  why: string
  transaction_public_id: string | null
}

/** A stored movement of a wallet. */
export function toLedgerEntry(row: LedgerRow): LedgerEntry {
  return {
    at: row.at,
    amountMinor: row.amount_minor,
    openingMinor: row.opening_minor,
    closingMinor: row.closing_minor,
    why: row.why,
    transactionId: row.transaction_public_id,
  }
}

export interface EventRow {
  id: number
  transaction_public_id: string
  at: number
  entries: string
}

/** What an event says, as a row of events holds it. */
export type TimelineEntry = readonly [event: EventName, facts: JsonObject]

/** The timeline entries in a row of events; the row's id is the last one's. */
export function toEvents(row: EventRow): TimelineEvent[] {
  const entries: readonly TimelineEntry[] = JSON.parse(row.entries)
  return entries.map(([event, facts], index) => ({
    id: row.id - entries.length + 1 + index,
    at: row.at,
    transactionId: row.transaction_public_id,
    event,
    facts,
  }))
}
