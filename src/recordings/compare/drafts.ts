import { businessRules } from '../../catalogue/business-rules.ts'
import { isObject } from '../../domain/json.ts'
import { flowHas } from '../../domain/transaction.ts'
import { objectIn, textAt } from '../read/bodies.ts'
import type { RecordedEntry } from '../read/recording.ts'
import type { RecordedTransaction } from '../read/transactions.ts'

/** Longer than any recording: how a transaction ends is taken from that. */
const never = '3650d'

/** The scenarios of a play. All wait for an action, so that each transaction ends as it was recorded. */
export const drafts = {
  'recorded-open': { outcome: 'by-hand' },
  'recorded-otp': { outcome: 'by-hand', otp: { expires: never } },
  'recorded-pending': { outcome: 'by-hand', respond: { status: 'PENDING' } },
  'recorded-paid': { after: '0s', respond: { status: 'COMPLETED' } },
  'recorded-account': { outcome: 'by-hand', expires: never, partialPayments: 'accept', lateTransfers: 'accept' },
} as const

type Draft = keyof typeof drafts

/** Returns the scenario of a create call that was accepted. */
export function draftFor({ flow, record }: RecordedTransaction, isOtpAsked: boolean): Draft {
  if (flowHas(flow, 'account')) return 'recorded-account'
  if (!flowHas(flow, 'prompt')) return 'recorded-open'
  if (isOtpAsked) return 'recorded-otp'
  const status = textAt(record, 'status')
  return status === 'PENDING' ? 'recorded-pending' : status === 'COMPLETED' ? 'recorded-paid' : 'recorded-open'
}

/** Returns the scenario that refuses as the recording does, for a refusal that no setting decides. */
export function refusalFor({ response }: RecordedEntry): string {
  const body = objectIn(response)
  const message = textAt(body, 'message')
  if (message === businessRules.workflow_failed.text) return 'workflow-failed'
  if (isObject(body) && 'provider_hook_response' in body) return 'provider-downtime'
  return message === businessRules.cannot_process.text ? 'cannot-process' : 'recorded-open'
}
