import { formatDuration } from '../../domain/duration.ts'
import type { TimelineEvent } from '../../domain/happening.ts'
import { toMajor } from '../../domain/money.ts'
import { isPayout, type Transaction } from '../../domain/transaction.ts'
import type { Store } from '../../store/store.ts'
import { happeningText, isShown } from '../../words/happening.ts'
import { cameIn } from '../rules/order-rule.ts'
import type { BalanceAbout, OrderAbout, PayoutAbout, Verdict } from '../rules/verdict.ts'

/** The sandbox's ledger and the merchant's books side by side, and what happened, in causal order. */
export interface TwoBooks {
  readonly rows: readonly BooksRow[]
  readonly steps: readonly BooksStep[]
  /** Steps that are left out. */
  readonly more: number
}

interface BooksRow {
  /** A reference, or `together`, or `balance`. */
  readonly what: string
  readonly ledger: string
  /** Null if the books have one answer for several rows, which is in another row. */
  readonly shop: string | null
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
  const moves = references.slice(0, mostRows).map((reference) => {
    const [transaction] = store.transactions(business, { reference, limit: 1 })
    return { reference, events: transaction ? store.timeline(business, transaction.id) : [], transaction }
  })
  const all = moves.flatMap(({ events }) => events.filter(isShown)).toSorted((one, other) => one.id - other.id)
  const merged = mergedRepeats(all)
  const rows = moves.map(({ reference, transaction, events }) => ({
    what: reference,
    ledger: ledgerText(transaction, events),
    shop: shopTextOf(verdict, reference),
  }))
  return {
    rows: [...rows, ...leftOut(references.length - moves.length), ...togetherRow(verdict)],
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

/** The books answer once for an order, and for each reference of a payout. */
function shopTextOf(verdict: Verdict, reference: string): string | null {
  if (verdict.about === 'balance') return null
  if (verdict.about === 'payout') return verdict.reference === reference ? payoutText(verdict) : null
  return verdict.references.length === 1 ? orderText(verdict) : null
}

function togetherRow(verdict: Verdict): readonly BooksRow[] {
  if (verdict.about === 'balance') return [balanceRow(verdict)]
  if (verdict.about === 'payout') return []
  const { references, sums, priceMinor, currency } = verdict
  const came = cameIn(verdict)
  const isPriced = sums === 'price' && came !== priceMinor && came > 0
  if (references.length === 1 && !isPriced) return []
  const price = isPriced ? `, the price is ${amountText(priceMinor, currency)}` : ''
  const shop = references.length === 1 ? null : orderText(verdict)
  return [{ what: 'together', ledger: `${amountText(came, currency)} came${price}`, shop }]
}

function orderText({ hasRow, paid, creditedMinor, currency }: OrderAbout): string {
  if (!hasRow) return 'no row'
  const credited = creditedMinor === null ? '' : `, credited ${amountText(creditedMinor, currency)}`
  return `${paid ? 'paid' : 'not paid'}${credited}`
}

function payoutText({ books, currency }: PayoutAbout): string {
  if (books === null) return 'no row'
  const taken = books.takenMinor === null ? '' : `, took ${amountText(books.takenMinor, currency)}`
  return `${books.state ?? 'another state'}${taken}`
}

function balanceRow({ balances, rightMinor, currency }: BalanceAbout): BooksRow {
  const right = rightMinor.slice(0, 3).map((minor) => amountText(minor, currency))
  const { firstMinor, nowMinor } = balances ?? { firstMinor: 0, nowMinor: 0 }
  const rose = `rose by ${amountText(nowMinor - firstMinor, currency)}`
  const shop = `${rose}, from ${amountText(firstMinor, currency)} to ${amountText(nowMinor, currency)}`
  return { what: 'balance', ledger: `must rise by ${right.join(' or ')}`, shop }
}

function amountText(minor: number, currency: Verdict['currency']): string {
  return `${toMajor(minor, currency)} ${currency}`
}
