import Big from 'big.js'
import { type CurrencyCode, currencies } from '../catalogue/currencies.ts'

/** The largest amount of a transaction, in minor units of any currency (D12). */
export const maxMinor = 10 ** 15

/**
 * An amount in major units as integer minor units; null when it is not exact in the currency's minor unit (D12).
 * Judged by the shortest decimal that is this number: 19.99 GHS is 1999, 1.005 and 0.1 + 0.2 are null. The answer is
 * exact up to `maxMinor`; for a larger amount it is some number above `maxMinor`, so that both rules can be judged by it.
 */
export function toMinor(amount: number, currency: CurrencyCode): number | null {
  if (Number.isNaN(amount)) return null
  const { decimals } = currencies[currency]
  const scale = 10 ** decimals
  const nearest = Math.round(amount * scale)
  // A decimal of up to 15 digits and its number name each other: the nearest minor sum is the amount, or none is.
  if (Math.abs(nearest) < maxMinor) return nearest / scale === amount ? nearest : null
  if (Number.isInteger(amount) || !Number.isFinite(amount)) return amount * scale
  const [whole = '', fraction = ''] = String(amount).split('.')
  // Fractions below 0.000001 are printed as 1e-7: more places than any currency has.
  if (fraction.length > decimals || whole.includes('e') || fraction.includes('e')) return null
  return Number(whole + fraction.padEnd(decimals, '0'))
}

export function maxAmount(currency: CurrencyCode): number {
  return toMajor(maxMinor, currency)
}

/** Converts minor units to major units: 1999 GHS is 19.99. Exact up to `maxMinor`, also below 0. */
export function toMajor(minor: number, currency: CurrencyCode): number {
  // Division rounds correctly, so the quotient is the very number that the decimal's literal denotes.
  return minor / 10 ** currencies[currency].decimals
}

/** Formats minor units as the shortest decimal of major units: `100.5`, `1000`, `-0.05` (D15). Exact for safe integers. */
export function toDecimalString(minor: number, currency: CurrencyCode): string {
  const { decimals } = currencies[currency]
  const size = Math.abs(minor)
  const rest = size % 10 ** decimals
  const whole = String((size - rest) / 10 ** decimals)
  const fraction = rest === 0 ? '' : `.${String(rest).padStart(decimals, '0').replace(/0+$/, '')}`
  return `${minor < 0 ? '-' : ''}${whole}${fraction}`
}

/**
 * The fee on an amount: `percent` of it (1.5 is 1.5 %), rounded half up to the minor unit (D21). Both sums are integer
 * minor units; exact up to `maxMinor`.
 */
export function feeMinor(amountMinor: number, percent: number): number {
  const basisPoints = Math.round(percent * 100)
  const parts = amountMinor * basisPoints + 5_000
  // Whole basis points of usual amounts are whole-number arithmetic, twenty times as fast as Big's.
  if (basisPoints / 100 === percent && parts <= Number.MAX_SAFE_INTEGER) return (parts - (parts % 10_000)) / 10_000
  return Big(amountMinor).times(percent).times(hundredth).round(0, Big.roundHalfUp).toNumber()
}

// Multiplying is exact at any length; Big's division stops after 20 places.
const hundredth = Big('0.01')
