import { type CurrencyCode, currencies, currencyCodes } from '../../catalogue/currencies.ts'
import type { AmountCondition, Match } from '../language/match.ts'
import { compileGlob } from './glob.ts'

/** The minor units that meet a condition, both ends included; none if `leastMinor` is above `mostMinor`. */
export interface AmountRange {
  readonly leastMinor: number
  readonly mostMinor: number
}

/** Converts a condition on major units to minor units of a currency, exactly: no float is involved. */
export function amountRange(condition: AmountCondition, currency: CurrencyCode): AmountRange {
  const { gt, gte, lt, lte } = typeof condition === 'number' ? { gte: condition, lte: condition } : condition
  const least = [0]
  const most = [Number.MAX_SAFE_INTEGER]
  if (gt !== undefined) least.push(inMinor(gt, currency).floor + 1)
  if (gte !== undefined) least.push(inMinor(gte, currency).ceiling)
  if (lt !== undefined) most.push(inMinor(lt, currency).ceiling - 1)
  if (lte !== undefined) most.push(inMinor(lte, currency).floor)
  return { leastMinor: Math.max(...least), mostMinor: Math.min(...most) }
}

/** The amounts that a match allows, by currency; currencies without any are left out. */
export function amountsOf({ currency, amount }: Match): ReadonlyMap<CurrencyCode, AmountRange> {
  const globs = currency?.map(compileGlob)
  const codes = currencyCodes.filter((code) => globs?.some((matches) => matches(code)) ?? true)
  const ranges = codes.map((code) => [code, amountRange(amount ?? {}, code)] as const)
  return new Map(ranges.filter(([, { leastMinor, mostMinor }]) => leastMinor <= mostMinor))
}

/** The minor units below and above an amount in major units; equal for an exact amount. */
function inMinor(amount: number, currency: CurrencyCode): { readonly floor: number; readonly ceiling: number } {
  const { decimals } = currencies[currency]
  // The schema admits no amount that prints with an exponent, so this is the decimal that the file says.
  const [whole = '0', fraction = ''] = String(amount).split('.')
  const floor = Number(whole + fraction.slice(0, decimals).padEnd(decimals, '0'))
  return { floor, ceiling: fraction.length <= decimals ? floor : floor + 1 }
}
