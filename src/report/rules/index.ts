import type { FindingRule } from '../finding-rule.ts'
import { chargedAgain, referenceUsedAgain, refusedCall } from './create-calls.ts'
import { leftOpen } from './left-open.ts'
import {
  badlyAnsweredWebhook,
  brokenBodyAccepted,
  forgedWebhookAccepted,
  refusedConnection,
  slowWebhookAnswer,
} from './merchant-answers.ts'
import { lostWebhook, neverAsked, noCallbackAddress } from './undelivered-webhooks.ts'

/** What a report notices about a merchant's code. */
export const rules: readonly FindingRule[] = [
  chargedAgain,
  forgedWebhookAccepted,
  brokenBodyAccepted,
  lostWebhook,
  badlyAnsweredWebhook,
  refusedConnection,
  slowWebhookAnswer,
  noCallbackAddress,
  neverAsked,
  referenceUsedAgain,
  refusedCall,
  leftOpen,
]
