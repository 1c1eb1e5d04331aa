import type { CurrencyCode } from '../../../src/catalogue/currencies.ts'

/** Sums as whole numbers and texts, worked out beside src and without floating point, so that the two can disagree. */

/** The decimal places of each currency's minor unit, written out once more (D12). */
export const places: Readonly<Record<CurrencyCode, number>> = {
  GHS: 2,
  NGN: 2,
  UGX: 0,
  XOF: 0,
  XAF: 0,
  KES: 2,
  TZS: 2,
  ZMW: 2,
  GBP: 2,
  EUR: 2,
  USD: 2,
  USDC: 6,
  USDT: 6,
}

/** Minor units with so many places as the shortest decimal of major units: 150 with 2 places is `1.5`. */
export function decimal(minor: bigint, places: number): string {
  const digits = String(minor).padStart(places + 1, '0')
  const fraction = digits.slice(digits.length - places).replace(/0+$/, '')
  if (places === 0 || fraction === '') return digits.slice(0, digits.length - places)
  return `${digits.slice(0, -places)}.${fraction}`
}

/** A fee of so many thousandths (15 is 1.5 %), rounded half up, in minor units (D21). */
export function feeOf(minor: bigint, thousandths: bigint): bigint {
  return (minor * thousandths + 500n) / 1000n
}
