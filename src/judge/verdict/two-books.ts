import { formatDuration } from '../../domain/duration.ts'
import type { TimelineEvent } from '../../domain/happening.ts'
import { toMajor } from '../../domain/money.ts'
import { isPayout, type Transaction } from '../../domain/transaction.ts'
import type { Store } from '../../store/store.ts'
import { happeningText, isShown } from '../../words/happening.ts'
import type { Verdict } from '../rules/verdict.ts'
import { type BooksRow, wordsOf } from '../rules/words.ts'

/** The sandbox's ledger and the merchant's books side by side, and what happened, in causal order. */
export interface TwoBooks {
  readonly rows: readonly BooksRow[]
  readonly steps: readonly BooksStep[]
  /** Steps that are left out. */
  readonly more: number
}

interface BooksStep {
  readonly at: string
  /** Since the first event, such as `+5s`. */
  readonly after: string
  readonly reference: string
  readonly text: string
}

/** Most transactions and most events that are shown of one verdict. */
const mostRows = 10
const mostEvents = 30

export function twoBooks(store: Store, verdict: Verdict): TwoBooks {
  const { business, references } = verdict
  const { shop, together } = wordsOf(verdict)
  const moves = references.slice(0, mostRows).map((reference) => {
    const [transaction] = store.transactions(business, { reference, limit: 1 })
    return { reference, events: transaction ? store.timeline(business, transaction.id) : [], transaction }
  })
  const all = moves.flatMap(({ events }) => events.filter(isShown)).toSorted((one, other) => one.id - other.id)
  const merged = mergedRepeats(all)
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

/** Many equal status queries in a row are one event. */
function mergedRepeats(events: readonly TimelineEvent[]): readonly BooksStep[] {
  const merged: { event: TimelineEvent; times: number }[] = []
  for (const event of events) {
    const last = merged.at(-1)
    if (last !== undefined && isSameQuery(last.event, event)) last.times++
    else merged.push({ event, times: 1 })
  }
  const began = events[0]?.at ?? 0
  return merged.map(({ event, times }) => {
    const { at, reference } = event
    const text = `${happeningText(event)}${times === 1 ? '' : ` (${times} times)`}`
    return { at: new Date(at).toISOString(), after: `+${formatDuration(at - began)}`, reference, text }
  })
}

function isSameQuery(one: TimelineEvent, other: TimelineEvent): boolean {
  if (one.kind !== 'status_queried' || other.kind !== 'status_queried') return false
  return one.status === other.status && one.fault === other.fault && one.reference === other.reference
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
