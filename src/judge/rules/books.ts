import { currencies } from '../../catalogue/currencies.ts'
import type { CurrencyCode } from '../../domain/transaction.ts'
import { printable } from '../../text.ts'

/** The answers of the merchant's books; null for a part that the probe does not ask about. */
export interface Books {
  readonly sums: Sums
  readonly orders: BookAnswers<OrderRow> | null
  readonly payouts: BookAnswers<PayoutRow> | null
  /** By business and number of the customer. */
  readonly balances: ReadonlyMap<string, BalanceRows> | null
}

/** `price`: an order costs a price; `received`: a wallet is credited with what came. */
export const sumsKinds = ['price', 'received'] as const
export type Sums = (typeof sumsKinds)[number]

export interface BookAnswers<Row> {
  /** True if rows can name an order or a withdrawal. */
  readonly isGrouped: boolean
  readonly byReference: ReadonlyMap<string, BookAnswer<Row>>
}

/** Why there is no answer to read; `answer` is the start of what came instead. */
export interface Unasked {
  readonly why: string
  readonly answer?: string | undefined
}

/** Why there is no answer to read, and below it what was answered. */
export function unaskedText({ why, answer }: Unasked): string {
  return answer === undefined ? printable(why) : `${printable(why)}\n  ${printable(answer)}`
}

/** `row` is null if the books have none for it; `unasked` says why there is no answer, and if nothing answers at all. */
export type BookAnswer<Row> =
  | { readonly row: Row | null; readonly text: string }
  | { readonly unasked: Unasked; readonly isUnreachable?: boolean }

export interface OrderRow {
  readonly paid: boolean
  /** In major units; null if the probe does not name it. */
  readonly credited: number | null
  readonly order: string | null
  readonly price: number | null
}

export interface PayoutRow {
  /** Null for a state in none of the lists of the probe. */
  readonly state: 'sent' | 'failed' | 'open' | null
  /** In major units; null if the probe does not name it. */
  readonly taken: number | null
  /** What the shop takes for itself beside the amount, in major units; null for nothing. */
  readonly fee: number | null
  readonly withdrawal: string | null
}

export interface BalanceRows {
  /** Before the first collection of the customer, whose reference it is, or before the run (null). */
  readonly first: BookAnswer<number> & { readonly reference: string | null }
  readonly now: BookAnswer<number>
}

export function balanceKey(business: string, number: string): string {
  return `${business} ${number}`
}

/**
 * A sum of the books in minor units. Servers add up sums as fractions, such as 16.049999999999997 for three times 5.35: such dust
 * goes, any other fraction stays.
 */
export function minorIn(major: number, currency: CurrencyCode): number {
  const exact = major * 10 ** currencies[currency].decimals
  const nearest = Math.round(exact)
  return Math.abs(exact - nearest) < 0.01 ? nearest : exact
}

/** True for 2 to 9 times a sum. */
export function isMultiple(sum: number, of: number): boolean {
  const times = sum / of
  return Number.isInteger(times) && times >= 2 && times <= 9
}

/** True for 100 times a sum, or a hundredth of it: a sum in the wrong unit. */
export function isHundredfold(sum: number, of: number): boolean {
  return sum === 100 * of || of === 100 * sum
}

export const noAnswers: BookAnswers<never> = { isGrouped: false, byReference: new Map() }
