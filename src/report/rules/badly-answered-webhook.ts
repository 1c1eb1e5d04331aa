import type { FindingRule } from '../finding-rule.ts'
import { answerOf, realAttempts } from '../real-attempts.ts'

/** A sound webhook was answered with something else than 2xx, or not at all; it comes again (D36). */
export const badlyAnsweredWebhook: FindingRule = {
  rule: 'badly-answered-webhook',
  level: 'warning',
  section: 'D36',
  find: ({ webhooks }) =>
    webhooks.flatMap((webhook) => {
      // A spoiled webhook must be refused, and one that was given up has a finding of its own.
      if (webhook.status === 'exhausted' || (webhook.webhook.faults?.body ?? 'exact') !== 'exact') return []
      const bad = realAttempts(webhook).filter(({ signature, isAccepted }) => signature === 'valid' && !isAccepted)
      const [first] = bad
      if (first === undefined) return []
      const evidence = `attempt ${first.number} of the webhook for ${webhook.reference} failed (${answerOf(first)})${bad.length > 1 ? `, and ${bad.length - 1} more` : ''}: any 2xx within the time-out ends the retries`
      return [{ transactionId: webhook.transactionId, evidence }]
    }),
}
