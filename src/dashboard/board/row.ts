import type { AnswerOf } from '../../control/routes.ts'
import { formatSum } from '../parts/format.ts'
import { jobWords } from '../parts/job-words.ts'
import { type Flow, flowWords, selectorWords } from '../parts/words.ts'

/** A transaction as a list of transactions answers it. */
export type Summary = AnswerOf<'GET /_sandbox/transactions'>['data'][number]

/** One row of the board: what is shown of a transaction, and nothing that is not. */
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
  /** Whether somebody asked for the scenario, or a rule did: it is no default. */
  readonly isChosen: boolean
  readonly createdAt: string
  /** What became of the last webhook; null where nothing is known of one. */
  readonly webhook: { readonly text: string; readonly isFailed: boolean } | null
  /** What happens next, and when; null where nothing waits for its time. */
  readonly next: { readonly at: string; readonly text: string } | null
  /** Why it failed, or that it waits for somebody; empty where nothing is to be said. */
  readonly ending: string
  /** Everything that the search looks in, in lower case. */
  readonly searched: string
}

/** The row of a transaction. */
export function rowOf(summary: Summary): Row {
  const { id, status, flow, currency, network, bankName, scenario, next } = summary
  const { title: flowTitle, direction } = flowWords[flow]
  const { accountName = '', accountNumber = '' } = summary.customer ?? {}
  const reference = summary.reference_business
  const customer = [accountName, accountNumber].filter((part) => part !== '').join(' · ')
  const sum = formatSum(summary.amount, currency)
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
    chosen: selectorWords[scenario.by],
    isChosen: scenario.by !== 'file' && scenario.by !== 'business',
    createdAt: summary.created_at,
    next: next === null ? null : { at: next.dueAt, text: jobWords(next) },
    webhook: webhookOf(summary),
    ending: endingOf(summary),
    searched: [reference, customer, id, sum, network, bankName, scenario.name, flowTitle].join('\n').toLowerCase(),
  }
}

/** Of a failure the last part of its message, `0117 | Telco | Wrong PIN`, which says it in words. */
function endingOf({ status, message }: Summary): string {
  if (status === 'COMPLETED') return ''
  if (status === 'FAILED')
    return (
      String(message ?? 'failed')
        .split(' | ')
        .at(-1) ?? ''
    )
  return 'waits for somebody'
}

/** A transaction is over for the merchant once its webhook is; one that is given up is what to look at. */
function webhookOf({ status, webhook }: Summary): Row['webhook'] {
  if (webhook === null) {
    const isFinal = status === 'COMPLETED' || status === 'FAILED'
    return isFinal ? { text: 'No webhook: no address', isFailed: false } : null
  }
  const answer = webhook.answered === null ? 'no answer' : `answered ${webhook.answered}`
  return { text: webhookWords[webhook.status].replace('%', answer), isFailed: webhook.status === 'exhausted' }
}

const webhookWords = {
  delivered: 'Webhook delivered',
  exhausted: 'Webhook given up: %',
  dropped: 'Webhook never sent',
  held: 'Webhook held back',
  pending: 'Webhook on its way',
} as const
