import type { MoneyRule } from '../rules/table.ts'
import type { TwoBooks } from '../verdict/two-books.ts'

/** What was seen in a row, and what it says of the shop. */
export interface Judged {
  readonly seen: string
  /** Of a row that FAILED about money. */
  readonly rule?: MoneyRule
  /** The books say that the order is paid, and credit nothing. */
  readonly isHalfDone?: true
  /** Of every row that FAILED. */
  readonly books?: TwoBooks
  /** The books are as they were before the shop learned the end, and a timer may do the rest. */
  readonly isOpen?: true
  /** The shop did not do what the row is about. */
  readonly isUnplayed?: true
  readonly verdict: 'ok' | 'FAILED' | 'unsteady' | `not checked (${string})` | `not played (${string})`
}

export function ok(seen: string): Judged {
  return { seen, verdict: 'ok' }
}

type Money = Pick<Judged, 'rule' | 'isHalfDone' | 'books'>

export function moneyOf({ rule, isHalfDone, books }: Judged): Money {
  return { ...(rule && { rule }), ...(isHalfDone && { isHalfDone }), ...(books && { books }) }
}

export function failed(seen: string, money: Money = {}): Judged {
  return { seen, verdict: 'FAILED', ...money }
}

export function notPlayed(why: string): Judged {
  return { seen: '', verdict: `not played (${why})`, isUnplayed: true }
}

export function wasPlayed({ isUnplayed }: Judged): boolean {
  return isUnplayed !== true
}

export function isJudged({ verdict }: Judged): boolean {
  return verdict === 'ok' || verdict === 'FAILED' || verdict === 'unsteady'
}

export function notChecked(why: string): Judged {
  return { seen: '', verdict: `not checked (${why})` }
}
