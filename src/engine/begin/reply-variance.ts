import { deriveFraction, type Origin } from '../../domain/derived-ids.ts'
import type { Settings } from '../../domain/settings.ts'
import type { Intent } from '../../domain/transaction.ts'
import type { Scenario } from '../../scenarios/scenario.ts'

/**
 * Under the setting `variance`, a mobile money collection may be answered as PENDING or, when it is approved, as COMPLETED:
 * the specification leaves it to how fast the customer is (spec 3, note 1).
 */
export function withReplyVariance(
  scenario: Scenario,
  intent: Intent,
  settings: Settings,
  { key, reference }: Origin,
): Scenario {
  const { variance, smsOtp } = settings
  const mayVary = intent.flow === 'mobile-money' && scenario.reply.status === 'INITIATED'
  const mayWait = scenario.otp !== null || smsOtp.includes(intent.network)
  if (variance === null || !mayVary || mayWait) return scenario
  const replies = scenario.outcome.kind === 'approved' ? approvedReplies : openReplies
  const drawn = deriveFraction({ seed: variance, key, reference }, 'reply', 0)
  const status = replies[Math.floor(drawn * replies.length)] ?? 'INITIATED'
  return { ...scenario, reply: { ...scenario.reply, status }, after: status === 'COMPLETED' ? atOnce : scenario.after }
}

const openReplies = ['INITIATED', 'PENDING'] as const
const approvedReplies = [...openReplies, 'COMPLETED'] as const
const atOnce = { minMs: 0, maxMs: 0 }
