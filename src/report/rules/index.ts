import type { FindingRule } from '../finding-rule.ts'
import { badlyAnsweredWebhook } from './badly-answered-webhook.ts'
import { brokenBodyAccepted } from './broken-body-accepted.ts'
import { chargedAgain } from './charged-again.ts'
import { forgedWebhookAccepted } from './forged-webhook-accepted.ts'
import { leftOpen } from './left-open.ts'
import { lostWebhook } from './lost-webhook.ts'
import { neverAsked } from './never-asked.ts'
import { noCallbackAddress } from './no-callback-address.ts'
import { referenceUsedAgain } from './reference-used-again.ts'
import { refusedCall } from './refused-call.ts'
import { slowWebhookAnswer } from './slow-webhook-answer.ts'

/** What a report notices about a merchant's code. */
export const rules: readonly FindingRule[] = [
  chargedAgain,
  forgedWebhookAccepted,
  brokenBodyAccepted,
  lostWebhook,
  badlyAnsweredWebhook,
  slowWebhookAnswer,
  noCallbackAddress,
  neverAsked,
  referenceUsedAgain,
  refusedCall,
  leftOpen,
]
