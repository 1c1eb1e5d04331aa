import type { CurrencyCode } from '../../domain/transaction.ts'
import type { Unasked } from './books.ts'
import type { Collection, Payout } from './ledger.ts'
import { type OrderBooks, type OrderFacts, type OrderRule, orderRules } from './order-rule.ts'
import { type PayoutBooks, type PayoutRule, payoutRules } from './payout-rule.ts'

export type MoneyRule = OrderRule | PayoutRule | 'balance-wrong'

/** Every rule about money. Each fails a run, also one without `--fail-on`. */
export const moneyRules: readonly string[] = [
  ...orderRules,
  ...payoutRules,
  'balance-wrong',
] satisfies readonly MoneyRule[]

/** The ledger's facts, the books' answer, and the judgement. Sums are in minor units. */
export type Verdict = (OrderAbout | PayoutAbout | BalanceAbout) & Judgement

export type Judgement =
  | { readonly verdict: 'right' }
  | { readonly verdict: 'wrong'; readonly rule: MoneyRule }
  | { readonly verdict: 'not-checked'; readonly why: Why }

interface About {
  readonly business: string
  /** Of every transaction that it is about. */
  readonly references: readonly string[]
  /** The transaction that a finding names; its id is null for a refused payout, and both for a balance. */
  readonly transactionId: string | null
  readonly reference: string | null
  readonly currency: CurrencyCode
  /** The probe's answer about it; null if there was none. */
  readonly answer: string | null
}

export interface OrderAbout extends About, OrderFacts, OrderBooks {
  readonly about: 'order'
  /** The name that the books have for it, if they have one. */
  readonly order: string | null
  readonly collections: readonly Collection[]
  readonly hasRow: boolean
}

/** One payout; of a withdrawal that was paid out twice the last. */
export interface PayoutAbout extends About {
  readonly about: 'payout'
  readonly withdrawal: string | null
  readonly payout: Payout
  /** All of the withdrawal. */
  readonly payouts: readonly [Payout, ...Payout[]]
  readonly books: PayoutBooks
}

export interface BalanceAbout extends About {
  readonly about: 'balance'
  readonly number: string
  /** Null if the books did not say both. */
  readonly balances: { readonly firstMinor: number; readonly nowMinor: number } | null
  /** Every right difference of the two. */
  readonly rightMinor: readonly number[]
}

/** Why there is no verdict. */
export type Why =
  | { readonly because: 'awaited'; readonly reference: string; readonly what: 'webhook' | 'step' }
  | (Unasked & { readonly because: 'unasked' })
  | { readonly because: 'misled'; readonly reference: string }
  | { readonly because: WhyOfOrder | WhyOfBalance | 'two-businesses' }

/** `unnamed`: a pair of state and sum that is not one of the known ones. */
type WhyOfOrder = 'currencies' | 'prices' | 'amounts' | 'unnamed'
type WhyOfBalance =
  | 'first-in-payout'
  | 'not-asked-first'
  | 'other-payouts'
  | 'not-all-checked'
  | 'too-many'
  | 'no-phone'
