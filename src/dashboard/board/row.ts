import type { AnswerOf } from '../../control/routes.ts'
import { formatSum, ordinal } from '../parts/format.ts'
import { jobWords } from '../parts/job-words.ts'
import { type Flow, flowWords, selectorWords } from '../parts/words.ts'

export type Summary = AnswerOf<'GET /_sandbox/transactions'>['data'][number]

export interface Row {
  readonly id: string
  readonly status: Summary['status']
  readonly flow: Flow
  readonly flowTitle: string
  readonly direction: 'in' | 'out'
  readonly sum: string
  readonly network: string
  readonly reference: string
  readonly customer: string
  readonly scenario: string
  readonly chosen: string
  /** False for a default scenario. */
  readonly isChosen: boolean
  readonly createdAt: string
  /** The last webhook; null if there is none yet. */
  readonly webhook: { readonly text: string; readonly failed: 'failing' | 'givenUp' | null } | null
  /** The next job; null if there is none. */
  readonly next: { readonly at: string | null; readonly text: string } | null
  /** The number of the phone that has to answer; null if none has. */
  readonly phone: string | null
  /** Why it failed, or that it waits for the customer; empty once it is completed. */
  readonly ending: string
  /** All searched texts, in lower case. */
  readonly searched: string
}

export function rowOf(summary: Summary): Row {
  const { id, status, flow, currency, network, bankName, scenario, next } = summary
  const { title: flowTitle, direction } = flowWords[flow]
  const { accountName = '', accountNumber = '' } = summary.customer ?? {}
  const reference = summary.reference_business
  const customer = [accountName, accountNumber].filter((part) => part !== '').join(' · ')
  const sum = formatSum(summary.amount, currency, 2)
  return {
    id,
    status,
    flow,
    flowTitle,
    direction,
    sum,
    network: bankName ?? network,
    reference,
    customer,
    scenario: scenario.name,
    chosen: summary.why?.replace(/^the /, '') ?? selectorWords[scenario.by],
    isChosen: scenario.by !== 'file' && scenario.by !== 'business',
    createdAt: summary.created_at,
    next: next === null ? null : { at: next.dueAt, text: jobWords(next) },
    webhook: webhookOf(summary),
    phone: flow === 'mobile-money' && !['COMPLETED', 'FAILED'].includes(status) ? accountNumber : null,
    ending: endingOf(summary),
    searched: [reference, customer, id, sum, network, bankName, scenario.name, flowTitle].join('\n').toLowerCase(),
  }
}

/** A failure's message ends with its words: `0117 | Telco | Wrong PIN`. */
function endingOf({ status, message }: Summary): string {
  if (status === 'COMPLETED') return ''
  if (status !== 'FAILED') return 'waits for an action'
  const parts = String(message ?? 'failed').split(' | ')
  return parts.at(-1) ?? ''
}

function webhookOf({ status, webhook }: Summary): Row['webhook'] {
  if (webhook === null) {
    const isFinal = status === 'COMPLETED' || status === 'FAILED'
    return isFinal ? { text: 'No webhook: no address', failed: null } : null
  }
  const answer =
    webhook.answered === null ? (webhook.error?.split(':')[0] ?? 'no answer') : `answered ${webhook.answered}`
  if (webhook.status === 'pending' && webhook.attempts > 0) {
    return { text: `${answer}, ${ordinal(webhook.attempts + 1)} try is next`, failed: 'failing' }
  }
  const failed = webhook.status === 'exhausted' ? 'givenUp' : null
  return { text: webhookWords[webhook.status].replace('%', answer), failed }
}

const webhookWords = {
  delivered: 'Webhook delivered',
  exhausted: 'Webhook given up: %',
  dropped: 'Webhook never sent',
  held: 'Webhook held back',
  pending: 'Webhook on its way',
} as const
