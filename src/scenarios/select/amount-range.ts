import { type CurrencyCode, currencies } from '../../catalogue/currencies.ts'
import type { AmountCondition } from '../language/match.ts'

/** The whole minor units, both ends included, that meet a condition; none when `leastMinor` is above `mostMinor`. */
export interface AmountRange {
  readonly leastMinor: number
  readonly mostMinor: number
}

/** A condition on major units, in the minor units of one currency: exact, because no fraction is ever a float. */
export function amountRange(condition: AmountCondition, currency: CurrencyCode): AmountRange {
  if (typeof condition === 'number') {
    const { floorMinor, isExact } = inMinor(condition, currency)
    return { leastMinor: isExact ? floorMinor : floorMinor + 1, mostMinor: floorMinor }
  }
  const least = [0]
  const most = [Number.MAX_SAFE_INTEGER]
  if (condition.gt !== undefined) least.push(inMinor(condition.gt, currency).floorMinor + 1)
  if (condition.lte !== undefined) most.push(inMinor(condition.lte, currency).floorMinor)
  if (condition.gte !== undefined) least.push(ceiling(inMinor(condition.gte, currency)))
  if (condition.lt !== undefined) most.push(ceiling(inMinor(condition.lt, currency)) - 1)
  return { leastMinor: Math.max(...least), mostMinor: Math.min(...most) }
}

interface Minor {
  readonly floorMinor: number
  readonly isExact: boolean
}

function inMinor(amount: number, currency: CurrencyCode): Minor {
  const { decimals } = currencies[currency]
  // The schema admits no amount that prints with an exponent, so this is the decimal that the file says.
  const [whole = '0', fraction = ''] = String(amount).split('.')
  const floorMinor = Number(whole + fraction.slice(0, decimals).padEnd(decimals, '0'))
  return { floorMinor, isExact: fraction.length <= decimals }
}

function ceiling({ floorMinor, isExact }: Minor): number {
  return isExact ? floorMinor : floorMinor + 1
}
