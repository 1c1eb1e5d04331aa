import { eachWebhook, type FindingRule, type Reading } from '../finding-rule.ts'
import { chargedAgain, referenceUsedAgain, refusedCall } from './create-calls.ts'
import {
  answeredBadly,
  answeredSlowly,
  brokenAccepted,
  forgedAccepted,
  refusedConnections,
} from './merchant-answers.ts'
import { lost, neverAsked, withoutAddress } from './undelivered-webhooks.ts'

/** In the order in which a report shows them within a level. */
export const rules: readonly FindingRule[] = [
  { rule: 'charged-again', level: 'error', section: 'spec 6 (5)', find: chargedAgain },
  {
    rule: 'forged-webhook-accepted',
    level: 'error',
    section: 'spec 5 (4), D34',
    find: eachWebhook(forgedAccepted),
  },
  { rule: 'broken-body-accepted', level: 'warning', section: 'D35, D36', find: eachWebhook(brokenAccepted) },
  { rule: 'lost-webhook', level: 'error', section: 'D36', find: eachWebhook(lost) },
  { rule: 'badly-answered-webhook', level: 'warning', section: 'D36', find: eachWebhook(answeredBadly) },
  { rule: 'refused-connection', level: 'warning', section: 'D36', find: refusedConnections },
  { rule: 'slow-webhook-answer', level: 'warning', section: 'D36', find: eachWebhook(answeredSlowly) },
  { rule: 'no-callback-address', level: 'warning', section: 'spec 6 (1), D37', find: withoutAddress },
  { rule: 'never-asked', level: 'warning', section: 'spec 6 (5)', find: neverAsked },
  { rule: 'reference-used-again', level: 'warning', section: 'spec 8 (2), D14', find: referenceUsedAgain },
  refusedCall,
  { rule: 'left-open', level: 'info', section: 'spec 3', find: leftOpen },
]

/** Outcomes that never come by themselves. */
const endless: readonly (string | undefined)[] = ['never', 'by-hand']

/** Transactions that have no final status when the report is made (spec 3). */
function leftOpen({ open, scenarios }: Reading) {
  return open
    .filter(({ plan }) => !endless.includes(scenarios.get(plan.scenario)?.outcome.kind))
    .map(({ id: transactionId, reference, status, plan }) => ({
      transactionId,
      reference,
      evidence: `${reference} is still ${status} (scenario ${plan.scenario}): wait, or move the time, until it is final`,
    }))
}
