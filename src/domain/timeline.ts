import type { SandboxMs } from './clock.ts'
import type { JsonObject } from './json.ts'

/** What a transaction's timeline can record (design: control API). */
export const eventNames = [
  'created',
  'prompt_sent',
  'otp_sent',
  'otp_accepted',
  'otp_refused',
  'transfer_received',
  'action',
  'settled',
  'webhook_queued',
  'webhook_held',
  'webhook_attempted',
  'webhook_delivered',
  'webhook_exhausted',
  'webhook_skipped',
  'status_queried',
  'reply_faulted',
] as const
export type EventName = (typeof eventNames)[number]

/** One entry of a timeline; `id` rises across all businesses. */
export interface TimelineEvent {
  readonly id: number
  readonly at: SandboxMs
  readonly transactionId: string
  /** The merchant's reference of that transaction. */
  readonly reference: string
  readonly event: EventName
  readonly facts: JsonObject
}
