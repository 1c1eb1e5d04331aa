import type { MoneyRule } from '../rules/table.ts'
import type { TwoBooks } from '../verdict/two-books.ts'

/** What was seen in a row, and what it says of the shop. */
export interface Judged {
  readonly seen: string
  /** Of a row that FAILED about money. */
  readonly rule?: MoneyRule
  readonly books?: TwoBooks
  /** The books still show the payout as open. */
  readonly isOpen?: boolean
  readonly verdict: 'ok' | 'FAILED' | 'unsteady' | `not checked (${string})`
}

export function ok(seen: string): Judged {
  return { seen, verdict: 'ok' }
}

type Money = Pick<Judged, 'rule' | 'books'>

export function moneyOf({ rule, books }: Judged): Money {
  return { ...(rule && { rule }), ...(books && { books }) }
}

export function failed(seen: string, money: Money & Pick<Judged, 'isOpen'> = {}): Judged {
  return { seen, verdict: 'FAILED', ...money }
}

export function notChecked(why: string): Judged {
  return { seen: '', verdict: `not checked (${why})` }
}
