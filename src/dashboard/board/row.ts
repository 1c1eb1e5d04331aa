import { definitionOf, flowHas } from '../../catalogue/flows.ts'
import type { AnswerOf } from '../../control/routes.ts'
import { shortJobText } from '../../words/job.ts'
import { differenceWords } from '../bank/account.ts'
import { formatSum } from '../parts/format.ts'
import type { IconName } from '../parts/icon-paths.ts'
import { noAnswerWords, selectorWords, waitsWords } from '../parts/words.ts'

export type Summary = AnswerOf<'GET /_sandbox/transactions'>['data'][number]

type Webhook = NonNullable<Summary['webhook']>

/** A longer one takes both lines. */
const shortReference = 15

export type Row = ReturnType<typeof rowOf>

export function rowOf(summary: Summary) {
  const { id, status, flow, currency, network, bankName, scenario, magicNumber, next } = summary
  const { page, direction } = definitionOf(flow)
  const { accountName = '', accountNumber = '' } = summary.customer ?? {}
  const reference = summary.reference_business
  const customer = [accountName, accountNumber].filter((part) => part !== '').join(' · ')
  const sum = formatSum(summary.amount, currency)
  return {
    id,
    status,
    flow,
    flowTitle: page.title,
    flowIcon: flowIconOf(flow),
    direction,
    sum,
    network: bankName ?? network,
    reference,
    customer,
    name: reference.length > shortReference ? '' : accountName || accountNumber,
    scenario: scenario.name,
    chosen: magicNumber ? `number …${magicNumber}` : selectorWords[scenario.by],
    /** False for a default scenario. */
    isChosen: scenario.by !== 'file' && scenario.by !== 'business',
    createdAt: summary.created_at,
    next: next === null || isAttempt(next) ? null : { at: next.dueAt, text: shortJobText(next) },
    webhook: webhookOf(summary),
    /** The number of the phone that has to answer; null if none has. */
    phone: flowHas(flow, 'prompt') && !['COMPLETED', 'FAILED'].includes(status) ? accountNumber : null,
    ending: endingOf(summary),
    searched: [reference, customer, id, sum, network, bankName, scenario.name, page.title].join('\n'),
  }
}

/** By what the customer uses: a phone, or a bank. */
function flowIconOf(flow: Summary['flow']): IconName {
  return flowHas(flow, 'phone') ? 'phones' : 'bank'
}

/** Why it failed, how much of its sum is short or over, or what it waits for. */
function endingOf({ failure, waitsFor, transfers, currency }: Summary): string {
  const difference = transfers === null ? '' : differenceWords({ ...transfers, currency })
  const waits = waitsFor === null ? '' : waitsWords[waitsFor]
  return [failure ?? '', difference, waits].filter((part) => part !== '').join('; ')
}

interface LastWebhook {
  readonly text: string
  /** Beside its sign. */
  readonly short: string
  readonly failed: 'failing' | 'givenUp' | null
  /** When it is sent again; null if it is not. */
  readonly againAt: string | null
}

/** What became of the last webhook; null if there is none yet. */
function webhookOf({ status, webhook, next }: Summary): LastWebhook | null {
  const usual = { failed: null, againAt: null } as const
  if (webhook === null) {
    const isFinal = status === 'COMPLETED' || status === 'FAILED'
    return isFinal ? { ...usual, text: 'No webhook: no address', short: 'no address' } : null
  }
  const noAnswer = webhook.reason === undefined ? 'no answer' : noAnswerWords[webhook.reason]
  const answer = webhook.answered === null ? noAnswer : `answered ${webhook.answered}`
  const answered = webhook.answered === null ? 'no answer' : String(webhook.answered)
  if (webhook.status === 'pending' && webhook.attempts > 0) {
    const againAt = next !== null && isAttempt(next) ? next.dueAt : null
    return { text: `Webhook ${answer}, again`, short: answered, failed: 'failing', againAt }
  }
  if (webhook.replayed) {
    return { ...usual, text: 'Webhook given up, then delivered by a replay', short: answered, failed: 'givenUp' }
  }
  const [text, short = answered] = webhookWords[webhook.status]
  if (webhook.status !== 'exhausted') return { ...usual, text, short }
  return { ...usual, text: `${text}: ${answer}`, short, failed: 'givenUp' }
}

function isAttempt({ brings }: NonNullable<Summary['next']>): boolean {
  return brings === 'webhook_attempted'
}

/** In a sentence, and beside the sign if it was not answered. */
const webhookWords: Readonly<Record<Webhook['status'], readonly [text: string, short?: string]>> = {
  delivered: ['Webhook delivered'],
  exhausted: ['Webhook given up'],
  dropped: ['Webhook never sent', 'never sent'],
  held: ['Webhook held back', 'held back'],
  pending: ['Webhook on its way', 'on its way'],
}

/** Adds a page of older rows below, and skips rows already there. */
export function withPage(rows: readonly Row[], page: readonly Row[]): readonly Row[] {
  const there = new Set(rows.map(({ id }) => id))
  return [...rows, ...page.filter(({ id }) => !there.has(id))]
}

/** Replaces changed rows in their place, and adds created ones on top, newest first. */
export function withChanges(rows: readonly Row[], fresh: readonly Row[], created: ReadonlySet<string>): readonly Row[] {
  const waiting = new Map(fresh.map((row) => [row.id, row]))
  const changed = rows.map((row) => {
    const now = waiting.get(row.id)
    if (now === undefined) return row
    waiting.delete(row.id)
    return now
  })
  // Another transaction is on a page that is not loaded yet.
  const added = [...waiting.values()].filter(({ id }) => created.has(id)).toReversed()
  return added.length === 0 ? changed : [...added, ...changed]
}

/** The index of the row that a step leads to. The first step selects the first row. */
export function stepFrom(index: number, by: number, count: number): number {
  if (index < 0) return 0
  return Math.min(Math.max(index + by, 0), count - 1)
}
