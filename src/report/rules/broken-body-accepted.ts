import type { BodyFault } from '../../domain/webhook-faults.ts'
import type { FindingRule } from '../finding-rule.ts'
import { answerOf, realAttempts } from '../real-attempts.ts'

const broken: readonly BodyFault[] = ['truncated', 'not-json']

/** A webhook that cannot be read was answered 2xx: it will not come again, and what it said is lost (D36). */
export const brokenBodyAccepted: FindingRule = {
  rule: 'broken-body-accepted',
  level: 'warning',
  section: 'D35, D36',
  find: ({ webhooks }) =>
    webhooks.flatMap((webhook) => {
      const fault = webhook.webhook.faults?.body ?? 'exact'
      const accepted = broken.includes(fault) ? realAttempts(webhook).find(({ isAccepted }) => isAccepted) : undefined
      if (accepted === undefined) return []
      const evidence = `answered ${answerOf(accepted)} to a webhook for ${webhook.reference} whose body was ${fault}: answer 400, and it comes again`
      return [{ transactionId: webhook.transactionId, evidence }]
    }),
}
