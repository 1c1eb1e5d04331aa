import type { FindingRule } from '../finding-rule.ts'
import { answerOf, realAttempts } from '../real-attempts.ts'

/** A webhook whose signature is wrong was answered 2xx: anyone could claim that this merchant was paid (D34). */
export const forgedWebhookAccepted: FindingRule = {
  rule: 'forged-webhook-accepted',
  level: 'error',
  section: 'spec 5 (4), D34',
  find: ({ webhooks }) =>
    webhooks.flatMap((webhook) => {
      const forged = realAttempts(webhook).find(({ signature, isAccepted }) => isAccepted && signature !== 'valid')
      if (forged === undefined) return []
      const evidence = `answered ${answerOf(forged)} to a webhook for ${webhook.reference} whose signature was ${wrong[forged.signature]}: check the signature before anything else, and answer 401`
      return [{ transactionId: webhook.transactionId, evidence }]
    }),
}

const wrong = {
  valid: 'valid',
  missing: 'missing',
  corrupt: 'corrupt',
  'wrong-key': "made with another's key",
  stale: 'ten minutes old',
} as const
