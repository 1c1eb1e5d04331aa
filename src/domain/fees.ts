import Big from 'big.js'

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
