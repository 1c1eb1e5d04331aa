import { bodyFaultNames } from '../domain/body-faults.ts'
import { type Plan, replyFaults } from '../domain/plan.ts'
import { failureStatuses } from '../domain/rejection.ts'
import { perAttempt, pretendedAnswers, signatureFaults, type WebhookFaults } from '../domain/webhook-faults.ts'
import type { Scenario } from '../scenarios/scenario.ts'
import type { FaultyWebhook } from '../store/report-reads.ts'

const respondFaults = ['drop-before-commit', ...replyFaults] as const

/** Every way in which a scenario can make the service fail the merchant's code, by the words of the scenario language. */
export const faultNames: readonly string[] = [
  'respond.error',
  ...failureStatuses.map((status) => `respond.httpStatus ${status}`),
  ...respondFaults.map((fault) => `respond.fault ${fault}`),
  'respond.delay',
  'webhook.delay',
  'webhook.delay before-reply',
  'webhook.delay statusQueries',
  'webhook.copies',
  'webhook.drop',
  'webhook.hold',
  'webhook.answers status',
  ...pretendedAnswers.filter((answer) => answer !== 'real').map((answer) => `webhook.answers ${answer}`),
  ...signatureFaults.filter((fault) => fault !== 'valid').map((fault) => `webhook.signature ${fault}`),
  ...bodyFaultNames.filter((fault) => fault !== 'exact').map((fault) => `webhook.body ${fault}`),
]

/** The fault with which a scenario refuses a create call. */
export function faultOfRefusal({ refusal }: Scenario): string | null {
  if (refusal === null) return null
  if (typeof refusal === 'number') return `respond.httpStatus ${refusal}`
  return refusal === 'drop-before-commit' ? `respond.fault ${refusal}` : 'respond.error'
}

export function faultsOfReply({ reply }: Pick<Plan, 'reply'>): readonly string[] {
  const delayed = reply.delayMs === undefined ? [] : ['respond.delay']
  return reply.fault === undefined ? delayed : [...delayed, `respond.fault ${reply.fault}`]
}

/** The faults that a webhook of a scenario can meet. */
export function faultsOfWebhookPlan(faults: WebhookFaults): readonly string[] {
  const { copies, drop, answers, signatures } = faults
  const tried = {
    status: drop ? 'dropped' : 'delivered',
    attempts: answers.length + 1,
    sent: signatures.length + 1,
  } as const
  return faultsMet(faults, tried, copies)
}

/** The faults that a webhook met so far; `copies` is how many its transaction has. */
export function faultsOfWebhook(webhook: FaultyWebhook, copies: number): readonly string[] {
  const { faults } = webhook.plan.webhook
  return faults === null ? [] : faultsMet(faults, webhook, copies)
}

type Tried = Pick<FaultyWebhook, 'status' | 'attempts' | 'sent'>

function faultsMet(faults: WebhookFaults, { status, attempts, sent }: Tried, copies: number): readonly string[] {
  const { trigger, drop, hold, answers, signatures, body } = faults
  return [
    ...(trigger === null || attempts === 0
      ? []
      : [trigger === 'before-reply' ? 'webhook.delay before-reply' : 'webhook.delay statusQueries']),
    ...(copies > 1 && attempts > 0 ? ['webhook.copies'] : []),
    ...(drop && status === 'dropped' ? ['webhook.drop'] : []),
    ...(hold === null ? [] : ['webhook.hold']),
    ...firstOf(attempts, (index) => {
      const answer = perAttempt(answers, index, 'real')
      return answer === 'real' ? [] : [`webhook.answers ${typeof answer === 'number' ? 'status' : answer}`]
    }),
    ...firstOf(sent, (index) => {
      const fault = perAttempt(signatures, index, 'valid')
      return fault === 'valid' ? [] : [`webhook.signature ${fault}`]
    }),
    ...(body !== 'exact' && sent > 0 ? [`webhook.body ${body}`] : []),
  ]
}

function firstOf(count: number, namesAt: (index: number) => readonly string[]): readonly string[] {
  return Array.from({ length: count }, (_, index) => namesAt(index)).flat()
}
