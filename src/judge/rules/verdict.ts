import type { CurrencyCode } from '../../domain/transaction.ts'
import type { PayoutRow, Sums, Unasked } from './books.ts'
import type { Collection, Payout } from './ledger.ts'
import type { MoneyRule } from './table.ts'

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

export interface OrderAbout extends About {
  readonly about: 'order'
  /** The name that the books have for it, if they have one. */
  readonly order: string | null
  readonly collections: readonly Collection[]
  readonly sums: Sums
  readonly priceMinor: number
  /** The amount of each COMPLETED collection. */
  readonly cameMinor: readonly number[]
  /** As `cameMinor`, without collections whose account number never reached the merchant: a right shop may have given them up. */
  readonly knownMinor: readonly number[]
  readonly hasOtherAmount: boolean
  /** The sum of payouts to the customer, sent and under way. */
  readonly paidBackMinor: number
  /** True if the books have none of it, and payouts that are no withdrawals sent all of it back. */
  readonly isGivenBack: boolean
  readonly hasRow: boolean
  readonly paid: boolean
  readonly creditedMinor: number | null
}

/** One payout; of a withdrawal that was paid out twice the last. */
export interface PayoutAbout extends About {
  readonly about: 'payout'
  readonly withdrawal: string | null
  readonly payout: Payout
  /** All of the withdrawal. */
  readonly payouts: readonly [Payout, ...Payout[]]
  /** Null: the books have no row. */
  readonly books: PayoutBooks | null
}

/** What the books say of a payout. */
export interface PayoutBooks {
  readonly state: PayoutRow['state']
  readonly takenMinor: number | null
  /** The part of it that is the shop's own fee. */
  readonly feeMinor: number
}

export interface BalanceAbout extends About {
  readonly about: 'balance'
  readonly number: string
  /** Null if the books did not say both. */
  readonly balances: { readonly firstMinor: number; readonly nowMinor: number } | null
  /** Every right difference of the two. */
  readonly rightMinor: readonly number[]
}

/** True if the books are as they were before the transactions ended: a job of the merchant's server may still do the work. */
export function isAsBefore(verdict: Verdict): boolean {
  if (!mayBecomeRight(verdict)) return false
  if (verdict.about === 'order') return !verdict.paid && !verdict.creditedMinor
  if (verdict.about === 'balance') {
    return verdict.verdict === 'wrong' && verdict.balances?.firstMinor === verdict.balances?.nowMinor
  }
  return verdict.books?.state === 'open' && (verdict.verdict !== 'wrong' || verdict.rule === 'not-given-back')
}

/** True if the books have nothing yet of money that came, and that is right. */
export function isUnbooked(verdict: Verdict): boolean {
  if (verdict.verdict !== 'right' || verdict.about === 'payout') return false
  if (verdict.about === 'order') {
    return verdict.cameMinor.length > 0 && !verdict.paid && !verdict.creditedMinor && !verdict.isGivenBack
  }
  const { balances, rightMinor } = verdict
  return balances !== null && balances.firstMinor === balances.nowMinor && rightMinor.some((sum) => sum > 0)
}

export function isFirstInPayout(verdict: Judgement): boolean {
  return verdict.verdict === 'not-checked' && verdict.why.because === 'first-in-payout'
}

/** True for a refused payout that takes money and will be tried again. */
export function isKeptOpen(verdict: Verdict): boolean {
  return verdict.about === 'payout' && verdict.payout.status === 'refused' && verdict.books?.state === 'open'
}

/** True for a balance with more than any right sum. */
export function roseTooMuch(verdict: Verdict): boolean {
  if (verdict.about !== 'balance' || verdict.balances === null) return false
  const { firstMinor, nowMinor } = verdict.balances
  return nowMinor - firstMinor > Math.max(...verdict.rightMinor)
}

/** True if more work of the merchant's server could change it. */
export function mayBecomeRight(verdict: Judgement): boolean {
  if (verdict.verdict !== 'not-checked') return verdict.verdict === 'wrong'
  return ['unnamed', 'no-wallet', 'may-be-refunded'].includes(verdict.why.because)
}

/** Why there is no verdict. */
export type Why =
  | { readonly because: 'awaited'; readonly reference: string; readonly what: 'webhook' | 'step' }
  | (Unasked & { readonly because: 'unasked' })
  | { readonly because: 'misled'; readonly reference: string }
  | { readonly because: 'no-wallet'; readonly number: string; readonly local: string }
  /** `unnamed`: a pair of state and sum that is not one of the known ones. */
  | { readonly because: 'first-in-payout' | 'unnamed' | PlainWhy }

export type PlainWhy =
  | 'two-businesses'
  | 'currencies'
  | 'prices'
  | 'amounts'
  | 'not-asked-first'
  | 'other-payouts'
  | 'may-be-refunded'
  | 'fee-unknown'
  | 'not-all-checked'
  | 'no-phone'
  | 'too-many'
