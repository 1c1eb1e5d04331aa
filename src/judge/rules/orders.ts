import { type BookAnswers, type Books, minorIn, noAnswers, type OrderRow } from './books.ts'
import { grouped, rowOf, saying, textOf } from './groups.ts'
import type { Collection, Ledger } from './ledger.ts'
import { paidBackTo, sumOf } from './refunds.ts'
import { orderRules, ruleFor } from './table.ts'
import type { Judgement, OrderAbout } from './verdict.ts'

export type JudgedOrder = OrderAbout & Judgement

export interface Orders {
  readonly all: readonly JudgedOrder[]
  /** False if collections that stand alone may pay for the same order. */
  readonly isGrouped: boolean
}

/** Judges every order of a ledger: the collections whose rows name the same one. */
export function judgeOrders(ledger: Ledger, books: Books): Orders {
  const answers = books.orders ?? noAnswers
  const say = saying(ledger.collections, answers)
  const all = grouped(ledger.collections, answers, ({ order }) => order).map((group) => {
    const rows = group.flatMap(({ reference }) => rowOf(answers.byReference.get(reference)) ?? [])
    const about = aboutOf({ group, rows, answers, books, ledger })
    return { ...about, ...say(group, outcomeOf(about, rows, books)) }
  })
  return { all, isGrouped: answers.isGrouped }
}

function outcomeOf(order: OrderAbout, rows: readonly OrderRow[], { payouts }: Books): Judgement {
  if (new Set(rows.map(({ price }) => price)).size > 1) return { verdict: 'not-checked', why: { because: 'prices' } }
  // Only the books can show that the payout is a withdrawal.
  if (order.isGivenBack && payouts === null) return { verdict: 'not-checked', why: { because: 'may-be-refunded' } }
  const faults = readings(order).map(faultIn)
  const [rule] = faults
  return rule === undefined || faults.includes(undefined) ? { verdict: 'right' } : { verdict: 'wrong', rule }
}

function faultIn(order: OrderAbout) {
  const {
    sums,
    priceMinor: price,
    cameMinor: parts,
    hasOtherAmount,
    isGivenBack,
    paid,
    creditedMinor: credited,
  } = order
  if (isGivenBack || (hasOtherAmount && !paid && !credited)) return undefined
  const isOther = credited !== null && !creditsFor(order).includes(credited)
  // `0` is right beside `paid: false` only.
  const isWrongSum = isOther || (paid && credited === 0)
  return ruleFor(orderRules, {
    isPriced: sums === 'price',
    price,
    came: cameIn(order),
    parts,
    paid,
    credited,
    isWrongSum,
  })
}

export function cameIn({ cameMinor }: Pick<OrderAbout, 'cameMinor'>): number {
  return sumOf(cameMinor)
}

/** Returns every sum that a right shop may have credited. */
export function rightCredits(order: OrderAbout): readonly number[] {
  return readings(order).flatMap(creditsFor)
}

/** What a right shop may take for paid: all that came, or only what its customers could pay. */
function readings(order: OrderAbout): readonly OrderAbout[] {
  const { cameMinor, knownMinor } = order
  return knownMinor.length === cameMinor.length ? [order] : [order, { ...order, cameMinor: knownMinor }]
}

function creditsFor(order: OrderAbout): readonly number[] {
  const { sums, priceMinor, cameMinor, hasOtherAmount, paidBackMinor, isGivenBack } = order
  const came = cameIn(order)
  const others: number[] = hasOtherAmount || isGivenBack ? [0] : []
  if (sums === 'received' || came === 0) return [came, ...others]
  if (came < priceMinor) return [0, came]
  if (cameMinor.length === 1 || paidBackMinor >= came - priceMinor) others.push(priceMinor)
  return [came, ...others]
}

interface Parts {
  readonly group: readonly [Collection, ...Collection[]]
  readonly rows: readonly OrderRow[]
  readonly answers: BookAnswers<OrderRow>
  readonly books: Books
  readonly ledger: Ledger
}

function aboutOf({ group, rows, answers: { byReference }, books, ledger }: Parts): OrderAbout {
  const completed = group.filter(({ status }) => status === 'COMPLETED')
  const [priced = group[0]] = completed
  const last = completed.at(-1) ?? group.at(-1) ?? group[0]
  const { currency } = last
  const price = rows.find(({ price }) => price !== null)?.price ?? null
  const paid = rows.some(({ paid }) => paid)
  const creditedMinor = creditedIn(rows, currency)
  // Without payouts in the probe, a wallet's payouts are withdrawals.
  const isWallet = books.payouts === null && (books.sums === 'received' || books.balances !== null)
  const isUnbooked = books.orders !== null && !isWallet && !paid && !creditedMinor
  const { paidBackMinor, isAllRefunded } = paidBackTo(group, ledger, books.payouts)
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
    sums: books.sums,
    priceMinor: price === null ? priced.askedMinor : minorIn(price, currency),
    cameMinor: completed.map(({ amountMinor }) => amountMinor),
    knownMinor: completed.filter(({ isNumberLost }) => !isNumberLost).map(({ amountMinor }) => amountMinor),
    hasOtherAmount: group.some(({ hasOtherAmount }) => hasOtherAmount),
    paidBackMinor,
    isGivenBack: isUnbooked && isAllRefunded,
    hasRow: rows.length > 0,
    paid,
    creditedMinor,
  }
}

/** The same sum for each reference is the order's; sums that differ are added. No row: nothing was booked. */
function creditedIn(rows: readonly OrderRow[], currency: Collection['currency']): number | null {
  const credited = rows.flatMap((row) => (row.credited === null ? [] : minorIn(row.credited, currency)))
  if (rows.length > 0 && credited.length === 0) return null
  const [same = 0, ...others] = new Set(credited)
  return others.length === 0 ? same : sumOf(credited)
}
