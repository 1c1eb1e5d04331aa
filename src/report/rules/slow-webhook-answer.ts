import { formatDuration } from '../../domain/duration.ts'
import type { FindingRule } from '../finding-rule.ts'
import { realAttempts } from '../real-attempts.ts'

/** A 2xx came, but after more than half of the time-out: under load it will come too late, and the webhook twice (D36). */
export const slowWebhookAnswer: FindingRule = {
  rule: 'slow-webhook-answer',
  level: 'warning',
  section: 'D36',
  find: ({ webhooks }) =>
    webhooks.flatMap((webhook) => {
      const slow = realAttempts(webhook).find(
        ({ isAccepted, outcome: { durationMs } }) => isAccepted && durationMs > webhook.webhook.timeoutMs / 2,
      )
      if (slow === undefined) return []
      const took = formatDuration(slow.outcome.durationMs)
      const evidence = `the webhook for ${webhook.reference} was answered after ${took} of ${formatDuration(webhook.webhook.timeoutMs)}: answer first, work afterwards`
      return [{ transactionId: webhook.transactionId, evidence }]
    }),
}
