import type { Business } from './business.ts'
import type { SandboxMs } from './clock.ts'
import type { About } from './happening.ts'
import type { Obstacle } from './obstacle.ts'
import type { WebhookPlan } from './plan.ts'
import type { FinalStatus } from './transaction.ts'
import { perAttempt, type SignatureFault } from './webhook-faults.ts'

export const deliveryStatuses = ['pending', 'held', 'delivered', 'exhausted', 'dropped'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

export const noAnswerReasons = [
  'refused',
  'unknown-host',
  'no-route',
  'no-connection',
  'timed-out',
  'lost',
  'tls',
  'malformed',
  'not-allowed',
  'stopped',
] as const

/** Why a webhook got no answer. */
export interface NoAnswer {
  /** For people: what happened, and what they can do. */
  readonly error: string
  /** For programs. Not given for any other cause. */
  readonly reason?: (typeof noAnswerReasons)[number]
}

export interface Outcome {
  readonly response: { readonly status: number; readonly body: string } | null
  /** Null if there is a response. */
  readonly error: string | null
  readonly reason?: NoAnswer['reason']
  readonly durationMs: number
  /** False if no connection was made: the receiver cannot have seen the webhook. */
  readonly sent: boolean
  readonly stoppedBy?: Obstacle
  /** The wait that the receiver asked for (Retry-After with 429 or 503). */
  readonly retryAfterMs?: number
  /** Status of an answer that the scenario threw away; `response` is not set then. */
  readonly lostStatus?: number
}

export interface Sent {
  readonly headers: Readonly<Record<string, string>>
  readonly outcome: Outcome
}

/** `outcome` is null while the attempt is under way, and stays null if the process dies during it. */
export interface Attempt {
  readonly number: number
  /** True for a replay, which is not a scheduled attempt. */
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
  readonly transactionStatus: FinalStatus
  readonly url: string
  readonly body: string
  readonly status: DeliveryStatus
  readonly createdAt: SandboxMs
  readonly webhook: WebhookPlan
  readonly attempts: readonly Attempt[]
}

export interface LastWebhook {
  readonly status: DeliveryStatus
  /** Without replays and an attempt under way. */
  readonly attempts: number
  /** HTTP status of the last attempt's answer, or null. */
  readonly answered: number | null
  /** Why the last attempt had no answer, or null. */
  readonly error: string | null
  readonly reason: NoAnswer['reason'] | null
  /** 1 if it was given up and later delivered by a replay, or 0. */
  readonly replayed: number
}

/** What the timeline says of a webhook beside what happens to it. */
export function markOf({ id: deliveryId, webhook: { copy, byHand } }: Delivery, attempt?: number): About {
  return {
    deliveryId,
    ...(byHand && { byHand }),
    ...(copy === undefined ? {} : { copy }),
    ...(attempt === undefined ? {} : { attempt }),
  }
}

/** Returns when a held webhook is ready. The delay of a copy includes its distance from the first. */
export function readyAt({ createdAt, webhook }: Delivery): SandboxMs {
  return createdAt + webhook.delayMs
}

/** True for an attempt that the receiver may have seen. */
export function wasSent({ outcome }: Attempt): boolean {
  return outcome === null || outcome.sent
}

/** Returns the signature fault of an attempt. Only attempts that were sent count. */
export function signatureFaultOf({ webhook, attempts }: Delivery, number: number): SignatureFault {
  const sentBefore = attempts.filter((one) => one.number < number && wasSent(one)).length
  return perAttempt(webhook.faults?.signatures ?? [], sentBefore, 'valid')
}

type Tried = { readonly webhook: Pick<WebhookPlan, 'retryMs'> } & Pick<Delivery, 'status' | 'attempts'>

/**
 * Whether a webhook is tried again after an attempt, and how long after its end in sandbox time, or longer when the
 * receiver asked for that: null when it is not (D36). A replay is one attempt, without retries.
 */
export function waitAfter({ webhook, status, attempts }: Tried, outcome: Outcome, isReplay: boolean): number | null {
  if (isDelivered(outcome) || isReplay || status === 'delivered') return null
  const scheduled = attempts.filter((attempt) => !attempt.isReplay).length
  const planned = webhook.retryMs[scheduled - 1]
  return planned === undefined ? null : Math.max(planned, outcome.retryAfterMs ?? 0)
}

const longestAskedMs = 24 * 3_600_000

/** Returns the wait that Retry-After asks for in a 429 or 503, in seconds or as an HTTP date; 0 for anything else or the past. */
export function askedWaitMs(status: number, retryAfter: string, wallNow: number): number {
  if (status !== 429 && status !== 503) return 0
  const text = retryAfter.trim()
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - wallNow
  return ms > 0 ? Math.min(ms, longestAskedMs) : 0
}

/** Returns true for a 2xx answer only (D36). */
export function isDelivered({ response }: Pick<Outcome, 'response'>): boolean {
  return response !== null && response.status >= 200 && response.status <= 299
}

/** One attempt to deliver a webhook. */
export interface Attempting {
  readonly delivery: Delivery
  readonly number: number
  readonly business: Business
  readonly signal: AbortSignal
}
