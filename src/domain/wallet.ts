import type { CurrencyCode } from '../catalogue/currencies.ts'
import type { SandboxMs } from './clock.ts'

/** `balanceMinor` is in minor units and never below 0 (D22). */
export interface Wallet {
  readonly currency: CurrencyCode
  readonly balanceMinor: number
}

/** Sums in minor units; `closing` = `opening` + `amount` (D22). */
export interface LedgerEntry {
  readonly at: SandboxMs
  readonly amountMinor: number
  readonly openingMinor: number
  readonly closingMinor: number
  readonly why: string
  /** Null, like the reference, for a balance that was set by hand. */
  readonly transactionId: string | null
  readonly reference: string | null
}

/** 2^53 - 1 minor units: larger balances would not be exact (D10, cannot_process). */
export const maxBalanceMinor = Number.MAX_SAFE_INTEGER
