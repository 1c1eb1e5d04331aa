import Big from 'big.js'

/**
 * The fee on an amount: `percent` of it (1.5 is 1.5 %), rounded half up to the minor unit (D21). Both sums are integer
 * minor units; exact up to `maxMinor`.
 */
export function feeMinor(amountMinor: number, percent: number): number {
  return Big(amountMinor).times(percent).times(hundredth).round(0, Big.roundHalfUp).toNumber()
}

// Multiplying is exact at any length; Big's division stops after 20 places.
const hundredth = Big('0.01')
