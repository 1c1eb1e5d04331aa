import type { ListedKind } from '../../domain/listed.ts'

/** The events of a timeline, by kind. */
export const eventNames = {
  created: 'created',
  reply_faulted: 'reply_faulted',
  prompt_sent: 'prompt_sent',
  otp_sent: 'otp_sent',
  otp_accepted: 'otp_accepted',
  otp_refused: 'otp_refused',
  transfer_received: 'transfer_received',
  action: 'action',
  settled: 'settled',
  webhook_unaddressed: 'webhook_skipped',
  webhook_dropped: 'webhook_skipped',
  webhook_held: 'webhook_held',
  webhook_queued: 'webhook_queued',
  webhook_made: 'action',
  webhook_replayed: 'action',
  webhook_attempted: 'webhook_attempted',
  webhook_delivered: 'webhook_delivered',
  webhook_exhausted: 'webhook_exhausted',
  status_queried: 'status_queried',
} as const satisfies Record<ListedKind, string>
