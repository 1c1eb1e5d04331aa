import type { CurrencyCode } from '../catalogue/currencies.ts'

/** Money a business holds in one currency; `balanceMinor` in minor units, never below 0 (D22). */
export interface Wallet {
  readonly currency: CurrencyCode
  readonly balanceMinor: number
}

/** The largest balance a wallet can hold and still be exact: 2^53 - 1 minor units (D10, cannot_process). */
export const maxBalanceMinor = Number.MAX_SAFE_INTEGER
