import type { FindingRule } from '../finding-rule.ts'
import { chargedAgain, referenceUsedAgain, refusedCall } from './create-calls.ts'
import {
  badlyAnsweredWebhook,
  brokenBodyAccepted,
  forgedWebhookAccepted,
  slowWebhookAnswer,
} from './merchant-answers.ts'
import { leftOpen, neverAsked } from './open-transactions.ts'
import { lostWebhook, noCallbackAddress } from './undelivered-webhooks.ts'

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
