import { type CurrencyCode, currencies, currencyCodes } from '../../catalogue/currencies.ts'
import type { AmountCondition } from '../language/match.ts'
import type { Match } from '../scenario.ts'
import { compileGlob } from './glob.ts'

/** The whole minor units, both ends included, that meet a condition; none when `leastMinor` is above `mostMinor`. */
export interface AmountRange {
  readonly leastMinor: number
  readonly mostMinor: number
}

/** A condition on major units, in the minor units of one currency: exact, because no fraction is ever a float. */
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

/** The amounts that a match allows in each currency; without the currencies in which it allows none. */
export function amountsOf({ currency, amount }: Match): ReadonlyMap<CurrencyCode, AmountRange> {
  const globs = currency?.map(compileGlob)
  const codes = currencyCodes.filter((code) => globs?.some((matches) => matches(code)) ?? true)
  const ranges = codes.map((code) => [code, amountRange(amount ?? {}, code)] as const)
  return new Map(ranges.filter(([, { leastMinor, mostMinor }]) => leastMinor <= mostMinor))
}

/** The whole minor units next to an amount in major units, which are the same for one that is exact. */
function inMinor(amount: number, currency: CurrencyCode): { readonly floor: number; readonly ceiling: number } {
  const { decimals } = currencies[currency]
  // The schema admits no amount that prints with an exponent, so this is the decimal that the file says.
  const [whole = '0', fraction = ''] = String(amount).split('.')
  const floor = Number(whole + fraction.slice(0, decimals).padEnd(decimals, '0'))
  return { floor, ceiling: fraction.length <= decimals ? floor : floor + 1 }
}
