import { type BookAnswers, isHundredfold, isMultiple, minorIn, type PayoutRow } from './books.ts'
import { grouped, rowOf, saying, textOf } from './groups.ts'
import type { Ledger, Payout } from './ledger.ts'
import { cameIn, type Orders } from './orders.ts'
import { couldPayBack, sumOf } from './refunds.ts'
import { payoutRules, ruleFor, type Taken, withdrawalRules } from './table.ts'
import type { Judgement, OrderAbout, PayoutAbout, PayoutBooks } from './verdict.ts'

export type JudgedPayout = PayoutAbout & Judgement

type Withdrawal = readonly [Payout, ...Payout[]]

/** Judges every payout of a ledger; `orders` say which payouts may pay something back. */
export function judgePayouts(
  { payouts }: Ledger,
  answers: BookAnswers<PayoutRow>,
  orders: Orders,
): readonly JudgedPayout[] {
  const say = saying(payouts, answers)
  return grouped(payouts, answers, ({ withdrawal }) => withdrawal).flatMap((withdrawal) => {
    const ofAll = outcomeOfAll(withdrawal, answers)
    const last = withdrawal.findLast(({ status }) => status === 'COMPLETED') ?? withdrawal[0]
    const judged = ofAll === null ? withdrawal : [last]
    return judged.map((payout) => {
      const about = aboutOf(payout, withdrawal, answers)
      return { ...about, ...say(withdrawal, ofAll ?? outcomeOf(about, orders)) }
    })
  })
}

function aboutOf(payout: Payout, payouts: Withdrawal, { byReference }: BookAnswers<PayoutRow>): PayoutAbout {
  const { business, reference, id, currency } = payout
  const row = rowOf(byReference.get(reference))
  return {
    about: 'payout',
    business,
    references: payouts.map((one) => one.reference),
    transactionId: id,
    reference,
    currency,
    answer: textOf(byReference.get(reference)),
    withdrawal: row?.withdrawal ?? null,
    payout,
    payouts,
    books: row && booksOf(row, currency),
  }
}

/** Several payouts of one withdrawal send no more than its amount. Different amounts, or a sum that was taken, may be its parts. */
function outcomeOfAll(withdrawal: Withdrawal, { byReference }: BookAnswers<PayoutRow>): Judgement | null {
  const sent = withdrawal.filter(({ status }) => status === 'COMPLETED')
  const amounts = new Set(withdrawal.flatMap(({ amountMinor }) => amountMinor ?? []))
  const asOne = {
    amountMinor: sumOf(sent.map(({ amountMinor }) => amountMinor ?? 0)),
    feeMinor: sumOf(sent.map(({ feeMinor }) => feeMinor)),
  }
  const isTaken = ({ reference, currency }: Payout) => {
    const row = rowOf(byReference.get(reference))
    return row !== null && takenIn(booksOf(row, currency), asOne, false) === 'all'
  }
  if (amounts.size > 1 || (sent.length > 1 && sent.every(isTaken)))
    return { verdict: 'not-checked', why: { because: 'amounts' } }
  const rule = ruleFor(withdrawalRules, withdrawal)
  return rule === undefined ? null : { verdict: 'wrong', rule }
}

function booksOf({ state, taken, fee }: PayoutRow, currency: Payout['currency']): PayoutBooks {
  return { state, takenMinor: taken === null ? null : minorIn(taken, currency), feeMinor: minorIn(fee ?? 0, currency) }
}

/** An answer may be about the payout or the whole withdrawal; one reading that is right is enough. */
function outcomeOf({ payout, payouts, books }: PayoutAbout, orders: Orders): Judgement {
  if (books === null && isPaidBack(payout, orders)) return { verdict: 'right' }
  // After a webhook with another amount, a payout that is still open in the books is right too.
  const leftOpen: readonly Payout[] = payout.hasOtherAmount ? [{ ...payout, status: 'PENDING' }] : []
  const rules = [payout, wholeOf(payouts), ...leftOpen].map((one) => {
    const taken = books === null ? 'unsaid' : takenIn(books, one, payouts.length === 1)
    return ruleFor(payoutRules, { status: one.status, state: books === null ? 'no row' : books.state, taken })
  })
  const [rule] = rules
  if (rule === 'right' || rules.includes('right')) return { verdict: 'right' }
  if (rule === undefined || rules.includes(undefined)) return { verdict: 'not-checked', why: { because: 'unnamed' } }
  return { verdict: 'wrong', rule }
}

function takenIn(
  { takenMinor, feeMinor: ownFeeMinor }: PayoutBooks,
  { amountMinor, feeMinor }: Pick<Payout, 'amountMinor' | 'feeMinor'>,
  isAlone: boolean,
): Taken {
  if (takenMinor === null) return 'unsaid'
  if (takenMinor <= 0) return takenMinor === 0 ? 'nothing' : 'back'
  // A fee alone is kept, which no rule is about.
  const taken = takenMinor > ownFeeMinor ? takenMinor - ownFeeMinor : takenMinor
  if (amountMinor === null) return 'some'
  const sums = [amountMinor, amountMinor + feeMinor]
  if (sums.includes(taken)) return 'all'
  if (sums.some((sum) => isMultiple(taken, sum))) return 'more'
  const isAnother = amountMinor > taken + feeMinor || isHundredfold(taken, amountMinor)
  return isAlone && isAnother ? 'another' : 'odd'
}

/** True if the payout sends no more than what came from the customer and paid for nothing. */
export function isPaidBack(payout: Payout, { all, isGrouped }: Orders): boolean {
  const collections = all.flatMap((order) => order.collections)
  const own = all.filter((order) => order.collections.some((one) => couldPayBack(payout, one, collections)))
  const { amountMinor } = payout
  const possible = [...own.map((order) => [order]), ...(isGrouped ? [] : [own])]
  return amountMinor !== null && possible.some((order) => amountMinor <= owedFor(order))
}

/** The sum to pay back for one order: all of it if it is less than the price or the shop keeps none, otherwise the surplus. */
function owedFor(parts: readonly OrderAbout[]): number {
  const came = parts.reduce((sum, order) => sum + cameIn(order), 0)
  const price = Math.min(...parts.map(({ priceMinor }) => priceMinor))
  return came < price || parts.every(({ isGivenBack }) => isGivenBack) ? came : came - price
}

const precedence = ['COMPLETED', 'PENDING', 'INITIATED', 'refused', 'FAILED'] as const

/** The withdrawal as a whole: what was sent, else what is open or refused and will be tried again, else failed. */
export function wholeOf(payouts: Withdrawal): Payout {
  const status = precedence.find((status) => payouts.some((payout) => payout.status === status))
  return payouts.find((payout) => payout.status === status) ?? payouts[0]
}
