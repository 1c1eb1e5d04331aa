import type { SandboxMs } from './clock.ts'
import type { WebhookPlan } from './plan.ts'
import type { FinalStatus } from './transaction.ts'
import { perAttempt, type SignatureFault } from './webhook-faults.ts'

export const deliveryStatuses = ['pending', 'held', 'delivered', 'exhausted', 'dropped'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

/** The outcome of one attempt: an HTTP answer, or a sentence that says why there was none. */
export interface Outcome {
  readonly response: { readonly status: number; readonly body: string } | null
  readonly error: string | null
  readonly durationMs: number
  /** False when no connection was made, so that the receiver cannot have seen the webhook. */
  readonly sent: boolean
  /** Milliseconds that the receiver asked to wait for (Retry-After with 429 or 503). */
  readonly retryAfterMs?: number
  /** The status of the answer that a scenario threw away, which is no `response`. */
  readonly lostStatus?: number
}

/** One attempt as it was made: the headers that went out, and what it came to. */
export interface Sent {
  readonly headers: Readonly<Record<string, string>>
  readonly outcome: Outcome
}

/** One attempt to deliver; `outcome` is null while it is under way, or forever if the process died then. */
export interface Attempt {
  readonly number: number
  /** A replay by hand, which is not a scheduled attempt. */
  readonly isReplay: boolean
  readonly at: SandboxMs
  readonly headers: Readonly<Record<string, string>>
  readonly outcome: Outcome | null
}

/** A webhook whose bytes are frozen: every retry and replay sends `body` as it is (D35). */
export interface Delivery {
  readonly id: string
  readonly transactionId: string
  readonly reference: string
  /** The transaction's final status, which the body reports. */
  readonly transactionStatus: FinalStatus
  readonly url: string
  readonly body: string
  readonly status: DeliveryStatus
  readonly createdAt: SandboxMs
  readonly webhook: WebhookPlan
  readonly attempts: readonly Attempt[]
}

/** The newest webhook of a transaction, as a list of transactions shows it. */
export interface LastWebhook {
  readonly status: DeliveryStatus
  readonly attempts: number
  /** The status of the last answer; null if nothing has answered. */
  readonly answered: number | null
}

/** When a held webhook counts as ready; the delay of a copy includes its distance from the first. */
export function readyAt({ createdAt, webhook }: Delivery): SandboxMs {
  return createdAt + webhook.delayMs
}

/** The signature fault of an attempt; only attempts that were sent count. */
export function signatureFaultOf({ webhook, attempts }: Delivery, number: number): SignatureFault {
  const sentBefore = attempts.filter((one) => one.number < number && (one.outcome === null || one.outcome.sent)).length
  return perAttempt(webhook.faults?.signatures ?? [], sentBefore, 'valid')
}
