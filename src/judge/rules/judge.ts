import { judgeBalances } from './balances.ts'
import { type Books, noAnswers } from './books.ts'
import type { Ledger } from './ledger.ts'
import { judgeOrders } from './orders.ts'
import { judgePayouts } from './payouts.ts'
import type { Verdict } from './verdict.ts'

/** Compares what the sandbox knows with what the merchant's books say: a verdict for each order, payout and balance. */
export function judge(ledger: Ledger, books: Books): readonly Verdict[] {
  const orders = judgeOrders(ledger, books)
  const payouts = judgePayouts(ledger, books.payouts ?? noAnswers, orders)
  const balances = judgeBalances(ledger, books, { orders, payouts })
  return [...(books.orders ? orders.all : []), ...(books.payouts ? payouts : []), ...balances]
}
