import type { SandboxMs } from '../domain/clock.ts'
import type { Delivery } from '../domain/delivery.ts'
import type { TimelineEvent } from '../domain/happening.ts'
import type { Transaction } from '../domain/transaction.ts'
import type { CompiledScenarios } from '../scenarios/select/select.ts'
import type { ReportReads } from '../store/report-reads.ts'

/** How much a finding matters: an error loses or doubles money, a warning will hurt in production, info is worth knowing. */
export const levels = ['error', 'warning', 'info'] as const
export type Level = (typeof levels)[number]

export interface Reading extends Pick<ReportReads, 'nextLike'> {
  readonly key: string
  readonly now: SandboxMs
  /** Empty if the transaction is gone. */
  readonly timeline: (transactionId: string) => readonly TimelineEvent[]
  readonly webhooks: readonly Delivery[]
  readonly refused: CallsSeen['refused']
  readonly calls: CallsSeen['open']
  /** Transactions whose create call got no whole answer, because of a fault or because the caller went away; oldest first. */
  readonly lostReplies: readonly Transaction[]
  /** Transactions whose create call came again. */
  readonly duplicated: readonly Transaction[]
  readonly open: readonly Transaction[]
  /** Final transactions without an address for their webhook. */
  readonly unannounced: readonly Transaction[]
  readonly scenarios: CompiledScenarios['byName']
}

export interface FindingRule {
  readonly rule: string
  readonly level: Level
  /** The part of the specification, or the decision, that it is based on. */
  readonly section: string
  /** Null for what is in order: the report can pause after each. */
  readonly find: (reading: Reading) => Iterable<Noticed | null>
}

export interface Noticed {
  /** Null if it is about no single transaction. */
  readonly transactionId: string | null
  readonly reference?: string
  readonly evidence: string
}

/** Judges each webhook alone: the evidence, or null if the webhook is fine. */
export function eachWebhook(evidenceOf: (webhook: Delivery, reading: Reading) => string | null): FindingRule['find'] {
  return function* (reading) {
    for (const webhook of reading.webhooks) {
      const evidence = evidenceOf(webhook, reading)
      const { transactionId, reference } = webhook
      yield evidence === null ? null : { transactionId, reference, evidence }
    }
  }
}

export interface CallsSeen {
  /** Why the last calls were refused: the name of the business rule, or the status 429 or 503. */
  readonly refusals: readonly string[]
  /** The last calls that were refused for their own form, oldest first: "POST /collections/otp", 400, what the answer says. */
  readonly refused: readonly { readonly call: string; readonly status: number; readonly message: string }[]
  /** Ids of the transactions whose caller had gone before the answer. */
  readonly unanswered: readonly string[]
  /** The last POST calls that have ended, oldest first: `until` in sandbox time, `forMs` in real time. */
  readonly open: readonly { readonly call: string; readonly until: SandboxMs; readonly forMs: number }[]
}
