import { formatDuration } from '../../domain/duration.ts'
import type { TimelineEvent } from '../../domain/happening.ts'
import { toMajor } from '../../domain/money.ts'
import { isPayout, type Transaction } from '../../domain/transaction.ts'
import type { FindingBooks } from '../../report/report.ts'
import type { Store } from '../../store/store.ts'
import { happeningText, isShown } from '../../words/happening.ts'
import type { Verdict } from '../rules/verdict.ts'
import { type BooksRow, wordsOf } from '../rules/words.ts'

/** The sandbox's ledger and the merchant's books side by side, and what happened, in causal order. */
export type TwoBooks = FindingBooks
type BooksStep = FindingBooks['steps'][number]

/** What happened, in words. A webhook that the sandbox did not send has the id of the event before it. */
export interface BooksEvent extends Pick<TimelineEvent, 'id' | 'at' | 'reference'> {
  readonly text: string
}

/** The transactions that both books are about. */
type Subject = Pick<Verdict, 'business' | 'references'>
type Said = Pick<ReturnType<typeof wordsOf>, 'shop' | 'together'>

/** Most transactions and most events that are shown of one verdict. */
const mostRows = 10
const mostEvents = 30

export function twoBooks(store: Store, verdict: Verdict, sent: readonly BooksEvent[] = []): TwoBooks {
  return booksOf(store, verdict, wordsOf(verdict), sent)
}

/** The same, if the merchant's books are not what is wrong. */
export function oneBook(store: Store, subject: Subject, sent: readonly BooksEvent[]): TwoBooks {
  return booksOf(store, subject, { shop: () => null, together: null }, sent)
}

function booksOf(
  store: Store,
  { business, references }: Subject,
  { shop, together }: Said,
  sent: readonly BooksEvent[],
): TwoBooks {
  const moves = references.slice(0, mostRows).map((reference) => {
    const [transaction] = store.transactions(business, { reference, limit: 1 })
    return { reference, events: transaction ? store.timeline(business, transaction.id) : [], transaction }
  })
  const shown = moves.flatMap(({ events }) => events.filter(isShown))
  const seen = shown.map((event) => ({ ...event, text: happeningText(event) }))
  // Sorting keeps the order of equal ids.
  const merged = mergedRepeats([...seen, ...sent].toSorted((one, other) => one.id - other.id))
  const rows = moves.map(({ reference, transaction, events }) => ({
    what: reference,
    ledger: ledgerText(transaction, events),
    shop: shop(reference),
  }))
  return {
    rows: [...rows, ...leftOut(references.length - moves.length), ...(together === null ? [] : [together])],
    steps: merged.slice(0, mostEvents),
    more: Math.max(0, merged.length - mostEvents),
  }
}

/** Equal events in a row, such as many status queries, are one. */
function mergedRepeats(events: readonly BooksEvent[]): readonly BooksStep[] {
  const merged: { event: BooksEvent; times: number }[] = []
  for (const event of events) {
    const last = merged.at(-1)
    if (last?.event.text === event.text && last.event.reference === event.reference) last.times++
    else merged.push({ event, times: 1 })
  }
  const began = events[0]?.at ?? 0
  return merged.map(({ event: { at, reference, text }, times }) => {
    const repeated = times === 1 ? '' : ` (${times} times)`
    return { at: new Date(at).toISOString(), after: `+${formatDuration(at - began)}`, reference, text: text + repeated }
  })
}

function leftOut(count: number): readonly BooksRow[] {
  return count > 0 ? [{ what: `${count} more`, ledger: '', shop: null }] : []
}

/** A transaction in the ledger; a refused create call has none. */
function ledgerText(transaction: Transaction | undefined, events: readonly TimelineEvent[]): string {
  if (transaction === undefined) return 'refused, nothing is stored'
  const { status, flow, askedMinor, amountMinor, currency, createdAt } = transaction
  const settled = events.findLast(({ kind }) => kind === 'settled')
  const state = settled === undefined ? `still ${status}` : `${status} after ${formatDuration(settled.at - createdAt)}`
  const moved = isPayout(flow) ? 'sent' : 'came'
  if (status !== 'COMPLETED') return `${state}: nothing ${moved}`
  const of = amountMinor === askedMinor ? '' : ` of ${amountText(askedMinor, currency)}`
  return `${state}: ${amountText(amountMinor, currency)}${of} ${moved}`
}

function amountText(minor: number, currency: Transaction['currency']): string {
  return `${toMajor(minor, currency)} ${currency}`
}
