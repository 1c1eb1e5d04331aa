import type { Books } from './books.ts'
import { rowOf } from './groups.ts'
import { type Collection, isSameCustomer, type Ledger, type Payout } from './ledger.ts'

interface PaidBack {
  /** The sum of payouts to the customer, sent and under way. */
  readonly paidBackMinor: number
  /** True if those without a row in the books are all that came: one payout of it, or several that make it up. */
  readonly isAllRefunded: boolean
}

/** What payouts may have paid back of the collections of an order. */
export function paidBackTo(
  group: readonly Collection[],
  { collections, payouts }: Ledger,
  answers: Books['payouts'],
): PaidBack {
  const isRefund = ({ reference }: Payout) => rowOf(answers?.byReference.get(reference)) === null
  const paidBack = payouts
    .filter(({ status }) => status !== 'FAILED' && status !== 'refused')
    .filter((payout) => {
      const others = answers !== null && isRefund(payout) ? collections : []
      return group.some((collection) => couldPayBack(payout, collection, others))
    })
  const refunds = paidBack.filter(isRefund).map(amountIn)
  const came = sumOf(group.filter(({ status }) => status === 'COMPLETED').map(amountIn))
  return {
    paidBackMinor: sumOf(paidBack.map(amountIn)),
    isAllRefunded: came > 0 && (refunds.includes(came) || sumOf(refunds) === came),
  }
}

/**
 * True for the same customer. A payout that is no withdrawal may also go to his bank account, under a name that no customer of
 * `collections` has.
 */
export function couldPayBack(
  payout: Payout,
  { business, currency, customer }: Collection,
  collections: readonly Collection[] = [],
): boolean {
  if (payout.business !== business || payout.currency !== currency) return false
  if (isSameCustomer(payout.customer, customer)) return true
  const isKnown = collections.some((one) => isSameCustomer(one.customer, payout.customer))
  return collections.length > 0 && !payout.customer.isPhone && !isKnown
}

function amountIn({ amountMinor }: Pick<Payout, 'amountMinor'>): number {
  return amountMinor ?? 0
}

export function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((sum, one) => sum + one, 0)
}
