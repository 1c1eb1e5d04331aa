import type { CurrencyCode } from '../catalogue/currencies.ts'
import type { SandboxMs } from './clock.ts'

/** Money a business holds in one currency; `balanceMinor` in minor units, never below 0 (D22). */
export interface Wallet {
  readonly currency: CurrencyCode
  readonly balanceMinor: number
}

/** One movement of a wallet; sums in minor units, `closing` = `opening` + `amount` (D22). */
export interface LedgerEntry {
  readonly at: SandboxMs
  readonly amountMinor: number
  readonly openingMinor: number
  readonly closingMinor: number
  readonly why: string
  /** Null for a balance that was set by hand, as is the reference. */
  readonly transactionId: string | null
  readonly reference: string | null
}

/** The largest balance a wallet can hold and still be exact: 2^53 - 1 minor units (D10, cannot_process). */
export const maxBalanceMinor = Number.MAX_SAFE_INTEGER
