import { type BookAnswers, type Books, minorIn, type OrderRow } from './books.ts'
import { grouped, rowOf, sharedReferences, textOf, whyNone, wrongUnlessUnread } from './groups.ts'
import { type Collection, couldPayBack, type Ledger } from './ledger.ts'
import { orderFault } from './order-rule.ts'
import type { Judgement, OrderAbout, Why } from './verdict.ts'

export type JudgedOrder = OrderAbout & Judgement

export interface Orders {
  readonly all: readonly JudgedOrder[]
  /** False if collections that stand alone may pay for the same order. */
  readonly isGrouped: boolean
}

/** Judges every order of a ledger: the collections whose rows name the same one. */
export function judgeOrders(ledger: Ledger, answers: BookAnswers<OrderRow>, sums: Books['sums']): Orders {
  const shared = sharedReferences(ledger.collections)
  const all = grouped(ledger.collections, answers, ({ order }) => order).map((group) => {
    const rows = group.flatMap(({ reference }) => rowOf(answers.byReference.get(reference)) ?? [])
    const about = aboutOf({ group, rows, answers, sums, ledger })
    const why = whyNone(group, answers) ?? whyUnclear(about, rows, shared)
    const rule = orderFault(about, about)
    const outcome: Judgement =
      why !== null ? { verdict: 'not-checked', why } : rule ? { verdict: 'wrong', rule } : { verdict: 'right' }
    return { ...about, ...wrongUnlessUnread(outcome, group, ledger.collections, answers) }
  })
  return { all, isGrouped: answers.isGrouped }
}

interface Parts {
  readonly group: readonly [Collection, ...Collection[]]
  readonly rows: readonly OrderRow[]
  readonly answers: BookAnswers<OrderRow>
  readonly sums: Books['sums']
  readonly ledger: Ledger
}

function aboutOf({ group, rows, answers: { byReference }, sums, ledger }: Parts): OrderAbout {
  const completed = group.filter(({ status }) => status === 'COMPLETED')
  const [priced = group[0]] = completed
  const last = completed.at(-1) ?? group.at(-1) ?? group[0]
  const { currency } = last
  const price = rows.find(({ price }) => price !== null)?.price ?? null
  return {
    about: 'order',
    business: last.business,
    references: group.map(({ reference }) => reference),
    transactionId: last.id,
    reference: last.reference,
    currency,
    answer: textOf(byReference.get(last.reference)),
    order: rows[0]?.order ?? null,
    collections: group,
    sums,
    priceMinor: price === null ? priced.askedMinor : minorIn(price, currency),
    cameMinor: completed.map(({ amountMinor }) => amountMinor),
    knownMinor: completed.filter(({ isNumberLost }) => !isNumberLost).map(({ amountMinor }) => amountMinor),
    hasOtherAmount: group.some(({ hasOtherAmount }) => hasOtherAmount),
    paidBackMinor: paidBackTo(group, ledger),
    hasRow: rows.length > 0,
    paid: rows.some(({ paid }) => paid),
    creditedMinor: creditedIn(rows, currency),
  }
}

/** The sum of payouts to the customer, sent and under way. */
function paidBackTo(group: Parts['group'], { payouts }: Ledger): number {
  return payouts
    .filter(({ status }) => status !== 'FAILED' && status !== 'refused')
    .filter((payout) => group.some((collection) => couldPayBack(payout, collection)))
    .reduce((sum, { amountMinor }) => sum + (amountMinor ?? 0), 0)
}

/** The same sum for each reference is the order's; sums that differ are added. No row: nothing was booked. */
function creditedIn(rows: readonly OrderRow[], currency: Collection['currency']): number | null {
  const credited = rows.flatMap((row) => (row.credited === null ? [] : minorIn(row.credited, currency)))
  if (rows.length > 0 && credited.length === 0) return null
  const [same = 0, ...others] = new Set(credited)
  return others.length === 0 ? same : credited.reduce((total, one) => total + one, 0)
}

function whyUnclear(about: OrderAbout, rows: readonly OrderRow[], shared: ReadonlySet<string>): Why | null {
  if (about.references.some((reference) => shared.has(reference))) return { because: 'two-businesses' }
  return new Set(rows.map(({ price }) => price)).size > 1 ? { because: 'prices' } : null
}
