import { type CurrencyCode, currencies } from '../../catalogue/currencies.ts'
import { toMinor } from '../../domain/money.ts'
import type { Transfer } from '../scenario.ts'

const wholeBasisPoints = 10_000

/** The amount of each transfer, in minor units of the currency; shares are rounded half up. */
export function transferAmounts(
  pays: readonly Transfer['pay'][],
  askedMinor: number,
  currency: CurrencyCode,
): readonly number[] {
  const shares = pays.map((pay) => ('shareBasisPoints' in pay ? pay.shareBasisPoints : 0))
  const isWhole = shares.reduce((sum, share) => sum + share, 0) === wholeBasisPoints
  let before = 0
  return pays.map((pay) => {
    if ('amount' in pay)
      return toMinor(pay.amount, currency) ?? Math.round(pay.amount * 10 ** currencies[currency].decimals)
    if (!isWhole) return shareMinor(askedMinor, pay.shareBasisPoints)
    // Each share of the whole is the difference between two rounded sums, so that three thirds are exactly the sum asked for.
    const after = before + pay.shareBasisPoints
    const amount = shareMinor(askedMinor, after) - shareMinor(askedMinor, before)
    before = after
    return amount
  })
}

/** In BigInt, because 10^15 minor units times 10^4 is more than a number holds exactly. */
function shareMinor(askedMinor: number, basisPoints: number): number {
  const half = BigInt(wholeBasisPoints / 2)
  return Number((BigInt(askedMinor) * BigInt(basisPoints) + half) / BigInt(wholeBasisPoints))
}
