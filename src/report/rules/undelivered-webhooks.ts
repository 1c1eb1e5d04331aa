import type { Delivery } from '../../domain/delivery.ts'
import { perAttempt } from '../../domain/webhook-faults.ts'
import type { FindingRule } from '../finding-rule.ts'
import { answerOf, realAttempts } from '../real-attempts.ts'

/** Every attempt failed by the merchant's own doing, and no further one comes (D36). */
export const lostWebhook: FindingRule = {
  rule: 'lost-webhook',
  level: 'error',
  section: 'D36',
  find: ({ webhooks }) =>
    webhooks.flatMap((webhook) => {
      const last = realAttempts(webhook).at(-1)
      if (webhook.status !== 'exhausted' || last === undefined || isPretended(webhook)) return []
      const evidence = `the webhook for ${webhook.reference} was given up after ${webhook.attempts.length} attempts, the last of them with: ${answerOf(last)}`
      return [{ transactionId: webhook.transactionId, evidence }]
    }),
}

/** True when the scenario itself, not the merchant, failed the last attempt. */
function isPretended({ attempts, webhook: { faults } }: Delivery): boolean {
  const scheduled = attempts.filter(({ isReplay }) => !isReplay).length
  return perAttempt(faults?.answers ?? [], scheduled - 1, 'real') !== 'real'
}

/** Neither the request nor the business named an address, so no webhook was sent (spec 6, rule 1; D37). */
export const noCallbackAddress: FindingRule = {
  rule: 'no-callback-address',
  level: 'warning',
  section: 'spec 6 (1), D37',
  find: ({ audit, key, limit }) =>
    audit.unannounced(key, limit).map(({ id: transactionId, reference, status }) => ({
      transactionId,
      evidence: `${reference} became ${status} and no webhook was sent: give callbackURL in the request, or start with --callback-url`,
    })),
}
