import { definitionOf } from '../../catalogue/flows.ts'
import { counted, withoutLiveKeys } from '../../text.ts'
import type { ReceivedCall } from '../api/live-event.ts'
import { differenceWords } from '../bank/account.ts'
import { formatDay, formatDuration, formatSum, formatTime } from '../parts/format.ts'
import { jsonText } from '../parts/json-tokens.ts'
import { type Markup, markupText } from '../parts/markup.ts'
import { chosenWords, statusWords } from '../parts/words.ts'
import type { Step, Transaction } from '../state/transaction.ts'
import { drawFile } from '../timeline/draw-picture.ts'
import { timelineSigns } from '../timeline/timeline-signs.ts'
import { type Exchange, exchangeOfStep } from '../transaction/exchange.ts'
import { recordOf } from '../transaction/record-of.ts'
import { asShown, openedFirst } from '../transaction/step-of.ts'
import { documentStyle } from './document-style.ts'

interface Documented {
  readonly transaction: Transaction
  /** Its calls in the journal, the oldest first. */
  readonly calls: readonly ReceivedCall[]
  /** Sandbox time in milliseconds since 1970. */
  readonly now: number
}

/** Of a longer life the first and the last steps. */
const [firstSteps, lastSteps] = [100, 200]
/** For what was sent and answered, and for any other text, in bytes. Together with steps and picture it is below 600 kB. */
const [exchangeRoom, textRoom] = [250_000, 30_000]

/** One transaction as one HTML file, which opens without a sandbox and a network: it has no script and asks for nothing. */
export function transactionDocument({ transaction, calls, now }: Documented): string {
  const steps = transaction.steps.map((step) => asShown(step, transaction))
  const isKept = (_step: unknown, index: number) => index < firstSteps || index >= steps.length - lastSteps
  const exchanges = steps.map((step, index) => {
    // The create call is shown with `created`.
    return step.kind === 'answered' || !isKept(step, index) ? null : exchangeOfStep(transaction, index, calls)
  })
  const room = exchangeRoom / Math.max(1, 3 * exchanges.filter((exchange) => exchange !== null).length)
  const first = openedFirst(steps)
  const rows = steps.map((step, index): Markup => {
    const exchange = exchanges[index]
    const line = stepLine(step)
    if (exchange == null) return ['li', {}, ['p', {}, ...line]]
    const isOpen = index === first || index === 0
    return ['li', {}, ['details', isOpen ? { open: '' } : {}, ['summary', {}, ...line], ...both(exchange, room)]]
  })
  const left = Math.max(0, steps.length - firstSteps - lastSteps)
  const missing: Markup = ['li', { class: 'soft' }, `… ${counted(left, 'more step')} …`]
  const shownRows = rows.filter(isKept)
  const title = `${transaction.reference_business} · ${statusWords[transaction.status]}`
  const page: Markup = [
    'main',
    {},
    ...head(transaction),
    ['h2', {}, 'Timeline'],
    [
      'section',
      { class: 'picture', tabindex: 0, 'aria-label': 'The timeline as a picture' },
      drawFile(timelineSigns({ ...transaction, steps: steps.filter(isKept) }), now),
    ],
    ['h2', {}, 'Steps'],
    ['ol', {}, ...shownRows.slice(0, firstSteps), ...(left > 0 ? [missing] : []), ...shownRows.slice(firstSteps)],
    ['h2', {}, 'Record'],
    ['pre', {}, shortened(jsonText(recordOf(transaction)), textRoom)],
    [
      'p',
      { class: 'soft' },
      `Written by payments-sandbox at ${momentOf(new Date(now).toISOString())}. No real money moved.`,
    ],
  ]
  const parts = [
    '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">',
    `<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    '<meta name="viewport" content="width=device-width">',
    markupText(['title', {}, shortened(title, textRoom)]),
    `<style>${documentStyle}</style></head><body>`,
    markupText(page),
    '</body></html>\n',
  ]
  return withoutLiveKeys(parts.join(''))
}

function head(transaction: Transaction): readonly Markup[] {
  const { flow, status, amount, currency, fee, customer, scenario, hint, transfers, created_at: at } = transaction
  const { page, direction } = definitionOf(flow)
  const received = transfers === null ? '' : differenceWords({ ...transfers, currency })
  const facts = [
    ['Why', status === 'FAILED' ? String(transaction.message) : ''],
    ['Flow', `${page.title}, ${transaction.bankName ?? transaction.network}`],
    [direction === 'in' ? 'From' : 'To', `${customer.accountName} · ${customer.accountNumber}`],
    ['Scenario', `${scenario.name}, ${chosenWords(scenario, hint)}`],
    ['Fee', formatSum(fee, currency)],
    ['Received', transfers && `${formatSum(transfers.received, currency)}${received && `, ${received}`}`],
    ['Created', momentOf(at)],
    ['Id', transaction.id],
  ] as const
  const shown = facts.filter(([, value]) => value)
  return [
    [
      'h1',
      {},
      shortened(transaction.reference_business, textRoom),
      ' ',
      ['span', { class: `is-${status.toLowerCase()}` }, statusWords[status]],
      ` ${formatSum(amount, currency)}`,
    ],
    [
      'dl',
      {},
      ...shown.map(([name, value]): Markup => {
        return ['div', {}, ['dt', {}, name], ['dd', {}, shortened(String(value), textRoom)]]
      }),
    ],
  ]
}

const stateWords = { happened: '', pending: ' (still to come)', cancelled: ' (cancelled)' } as const

function stepLine({ text, why, state, at, planned }: Step): readonly Markup[] {
  const moment = at ?? planned
  const words = `${text}${why === null ? '' : ` ${why}`}${stateWords[state]}`
  const time: Markup = ['time', {}, moment === null ? '' : momentOf(moment)]
  return [time, ' ', [state === 'cancelled' ? 's' : 'span', {}, shortened(words, 500)]]
}

function both(
  { title, sent, answer, result, headers = {}, durationMs, url }: Exchange,
  room: number,
): readonly Markup[] {
  const facts = [title, result?.title, durationMs == null ? '' : formatDuration(durationMs), url].filter(Boolean)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const column = ({ name, value }: Exchange['sent']): Markup => {
    return ['div', {}, ['h3', {}, name], ['pre', {}, shortened(jsonText(value), room)]]
  }
  return [
    ['p', { class: `mono ${result?.tone ?? ''}` }, shortened(facts.join(' · '), textRoom / 100)],
    ['div', { class: 'both' }, column(sent), column(answer)],
    ...(lines.length === 0 ? [] : [['pre', { class: 'soft' }, shortened(lines.join('\n'), room)] satisfies Markup]),
  ]
}

function momentOf(iso: string): string {
  return `${formatDay(iso)} ${formatTime(iso, true)} UTC`
}

/** The beginning of a text that needs more bytes than `most`: a character has at most six of them. */
function shortened(text: string, most: number): string {
  if (new TextEncoder().encode(markupText(text)).length <= most) return text
  const kept = text.slice(0, Math.floor(most / 6))
  return `${kept} … (the first ${counted(kept.length, 'character')} of ${text.length})`
}
