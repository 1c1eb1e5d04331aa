import type { Scenario } from './scenario.ts'

export const purposes = [
  'mix',
  'payment',
  'failure',
  'otp',
  'transfers',
  'webhook',
  'retries',
  'trust',
  'reply',
  'refusal',
] as const

export type Purpose = (typeof purposes)[number]

/** What a scenario tries out: the first unusual thing about it, the call before its webhook, and that before the payment. */
export function purposeOf({ mix, refusal, reply, webhook, transfers, otp, outcome }: Scenario): Purpose {
  const { faults, delayMs, retryMs, timeoutMs } = webhook
  if (mix !== null) return 'mix'
  if (refusal !== null) return 'refusal'
  if (reply.status !== 'INITIATED' || reply.fault !== undefined || reply.delayMs !== undefined) return 'reply'
  if (faults !== null && (faults.body !== 'exact' || faults.signatures.length > 0)) return 'trust'
  if (retryMs !== null || timeoutMs !== null || (faults !== null && faults.answers.length > 0)) return 'retries'
  if (faults !== null || delayMs > 0) return 'webhook'
  if (transfers !== null) return 'transfers'
  if (otp !== null) return 'otp'
  return outcome.kind === 'failed' ? 'failure' : 'payment'
}
