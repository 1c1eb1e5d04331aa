import { z } from 'zod'
import type { SandboxMs } from './clock.ts'
import type { JsonObject } from './json.ts'

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

/**
 * What makes a transfer arrive or a transaction final: a step of its plan, an action by hand, the last wrong OTP, or a
 * payment by hand. The engine writes it into those events as the fact `cause`.
 */
const causeSchema = z.discriminatedUnion('by', [
  z.object({ by: z.literal('step'), step: z.int() }),
  z.object({ by: z.literal('action'), action: z.string() }),
  z.object({ by: z.literal('otp') }),
  z.object({ by: z.literal('transfer') }),
])
export type Cause = z.output<typeof causeSchema>

/** `id` rises across all businesses. */
export interface TimelineEvent {
  readonly id: number
  readonly at: SandboxMs
  readonly transactionId: string
  readonly reference: string
  readonly event: EventName
  readonly facts: JsonObject
}

/** Returns what made a transfer arrive or a transaction final, or null for any other event. */
export function causeOf({ facts }: TimelineEvent): Cause | null {
  return causeSchema.safeParse(facts.cause).data ?? null
}
