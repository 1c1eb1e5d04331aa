import { isMultiple, type PayoutRow } from './books.ts'
import type { Payout } from './ledger.ts'

export interface PayoutFacts {
  readonly status: Payout['status']
  readonly amountMinor: number | null
  readonly feeMinor: number
}

/** Null: the books have no row. */
export type PayoutBooks = { readonly state: PayoutRow['state']; readonly takenMinor: number | null } | null

/** The findings about the money of a payout. */
export const payoutRules = [
  'sent-and-given-back',
  'told-failed',
  'taken-twice',
  'not-given-back',
  'given-back-twice',
  'told-sent',
  'told-too-early',
  'given-back-while-open',
  'kept-after-refusal',
  'paid-out-twice',
] as const
export type PayoutRule = (typeof payoutRules)[number]

/** `unnamed`: neither right nor one of the known mistakes. */
export type PayoutOutcome = 'right' | 'unnamed' | PayoutRule

/** Judges one row of the books. A wrong sum is named before a wrong state. */
export function payoutOutcome(facts: PayoutFacts, books: PayoutBooks): PayoutOutcome {
  return rules[facts.status](facts, books)
}

type Judge = (facts: PayoutFacts, books: PayoutBooks) => PayoutOutcome

const rules: Readonly<Record<Payout['status'], Judge>> = {
  COMPLETED(facts, books) {
    if (books === null || books.takenMinor === 0) return 'sent-and-given-back'
    const taken = kindOf(books.takenMinor, facts)
    if (taken === 'more') return 'taken-twice'
    if (books.state === 'failed') return 'told-failed'
    return books.state === 'sent' && taken !== 'odd' ? 'right' : 'unnamed'
  },
  FAILED(facts, books) {
    if (books === null) return 'right'
    const taken = kindOf(books.takenMinor, facts)
    if (taken === 'all' || taken === 'more') return 'not-given-back'
    if (books.takenMinor !== null && books.takenMinor < 0) return 'given-back-twice'
    if (books.state === 'sent') return 'told-sent'
    return books.state === 'failed' && taken !== 'odd' ? 'right' : 'unnamed'
  },
  INITIATED: whileOpen,
  PENDING: whileOpen,
  refused(facts, books) {
    if (books === null) return 'right'
    const { state, takenMinor } = books
    if (state === 'sent') return 'told-sent'
    const taken = kindOf(takenMinor, facts)
    if (state === 'open') return taken === 'all' || taken === 'unknown' ? 'right' : 'unnamed'
    if (state === null) return 'unnamed'
    if (takenMinor === null || takenMinor === 0) return 'right'
    return takenMinor > 0 && taken !== 'odd' ? 'kept-after-refusal' : 'unnamed'
  },
}

function whileOpen(facts: PayoutFacts, books: PayoutBooks): PayoutOutcome {
  if (books === null || (books.takenMinor !== null && books.takenMinor <= 0)) return 'given-back-while-open'
  if (books.state === 'sent' || books.state === 'failed') return 'told-too-early'
  const taken = kindOf(books.takenMinor, facts)
  return books.state === 'open' && (taken === 'all' || taken === 'unknown') ? 'right' : 'unnamed'
}

/** `unknown`: the probe does not say what was taken, or the refused call did not say how much. */
function kindOf(taken: number | null, { amountMinor, feeMinor }: PayoutFacts) {
  if (taken === null || amountMinor === null) return 'unknown'
  if (taken === 0) return 'nothing'
  const sums = [amountMinor, amountMinor + feeMinor]
  if (sums.includes(taken)) return 'all'
  return sums.some((sum) => isMultiple(taken, sum)) ? 'more' : 'odd'
}
