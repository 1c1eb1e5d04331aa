import Big from 'big.js'
import { type CurrencyCode, currencies, currencyCodes } from '../catalogue/currencies.ts'
import type { Conversion } from './transaction.ts'

/** What one US dollar is worth in a currency, in major units. */
export type Rates = (currency: CurrencyCode) => number

/** The declared rates, which must be complete; throws when one is missing. */
export function ratesOf(declared: Readonly<Partial<Record<CurrencyCode, number>>>): Rates {
  const rateOf = (currency: CurrencyCode): number => {
    const rate = declared[currency]
    if (rate === undefined) throw new Error(`There is no rate of ${currency}`)
    return rate
  }
  for (const currency of currencyCodes) rateOf(currency)
  return rateOf
}

/** Units of `destination` for one unit of `source`, to eight significant digits. */
export function rateBetween(rates: Rates, source: CurrencyCode, destination: CurrencyCode): number {
  return Big(rates(destination)).div(rates(source)).prec(8).toNumber()
}

/** What an amount in major units comes to at a rate, rounded half up to the destination's minor unit; major units. */
export function amountAt(amount: number, rate: number, destination: CurrencyCode): number {
  return Big(amount).times(rate).round(currencies[destination].decimals, Big.roundHalfUp).toNumber()
}

/** How a payout's money arrives in another currency; null when it does not. */
export function convert(
  rates: Rates,
  payment: { readonly amount: number; readonly currency: CurrencyCode } | undefined,
  destination: CurrencyCode | null,
): Conversion | null {
  if (destination === null || payment === undefined) return null
  const rate = rateBetween(rates, payment.currency, destination)
  return { destination, rate, rateAmount: amountAt(payment.amount, rate, destination) }
}
