import Big from 'big.js'
import { type CurrencyCode, currencies, currencyCodes } from '../catalogue/currencies.ts'
import type { Conversion } from './transaction.ts'

/** Returns the value of one US dollar in major units of a currency. */
export type Rates = (currency: CurrencyCode) => number

/** Throws if a rate is missing. */
export function ratesOf(declared: Readonly<Partial<Record<CurrencyCode, number>>>): Rates {
  const rateOf = (currency: CurrencyCode): number => {
    const rate = declared[currency]
    if (rate === undefined) throw new Error(`There is no rate of ${currency}`)
    return rate
  }
  for (const currency of currencyCodes) rateOf(currency)
  return rateOf
}

/** Returns units of `destination` for one unit of `source`, to eight significant digits. */
export function rateBetween(rates: Rates, source: CurrencyCode, destination: CurrencyCode): number {
  return Big(rates(destination)).div(rates(source)).prec(8).toNumber()
}

/** Which way a quote reads: `as-seen` is how much of the weaker currency one of the stronger buys, whichever is the source (D29). */
export const rateForms = ['as-seen', 'per-source'] as const

/** Returns the rate of a quote, to eight significant digits. */
export function quotedRate(
  rates: Rates,
  { source, destination }: Readonly<Record<'source' | 'destination', CurrencyCode>>,
  form: (typeof rateForms)[number],
): number {
  const isWeaker = rates(source) > rates(destination)
  return form === 'as-seen' && isWeaker
    ? rateBetween(rates, destination, source)
    : rateBetween(rates, source, destination)
}

/** Converts an amount in major units at a rate, rounded half up to the destination's minor unit. */
export function amountAt(amount: number, rate: number, destination: CurrencyCode): number {
  return Big(amount).times(rate).round(currencies[destination].decimals, Big.roundHalfUp).toNumber()
}

/** Returns null if a payout arrives in its own currency. */
export function convert(
  rates: Rates,
  payment: { readonly amount: number; readonly currency: CurrencyCode } | undefined,
  destination: CurrencyCode | null,
): Conversion | null {
  if (destination === null || payment === undefined) return null
  const rate = rateBetween(rates, payment.currency, destination)
  return { destination, rate, rateAmount: amountAt(payment.amount, rate, destination) }
}
