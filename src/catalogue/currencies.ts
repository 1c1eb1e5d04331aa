import type { CountryCode } from './countries.ts'

/**
 * The currencies of spec 2.4, in the order its messages list them. `decimals` is ISO 4217's minor unit (USDC and USDT,
 * which ISO does not know, have 6: D12); `countries` use it, the one first that bare local phone numbers are of unless a
 * setting says otherwise (D17).
 */
export const currencies = {
  GHS: { decimals: 2, countries: ['GH'] },
  NGN: { decimals: 2, countries: ['NG'] },
  UGX: { decimals: 0, countries: ['UG'] },
  XOF: { decimals: 0, countries: ['CI', 'SN', 'BJ', 'BF', 'ML', 'NE', 'TG', 'GW'] },
  XAF: { decimals: 0, countries: ['CM', 'GA', 'CG', 'TD', 'CF', 'GQ'] },
  KES: { decimals: 2, countries: ['KE'] },
  TZS: { decimals: 2, countries: ['TZ'] },
  ZMW: { decimals: 2, countries: ['ZM'] },
  GBP: { decimals: 2, countries: [] },
  EUR: { decimals: 2, countries: [] },
  USD: { decimals: 2, countries: [] },
  USDC: { decimals: 6, countries: [] },
  USDT: { decimals: 6, countries: [] },
} as const satisfies Record<string, { decimals: number; countries: readonly CountryCode[] }>

export type CurrencyCode = keyof typeof currencies

export function countriesOf(currency: CurrencyCode): readonly CountryCode[] {
  return currencies[currency].countries
}

/** In the specification's order. */
export const currencyCodes = Object.keys(currencies) as readonly CurrencyCode[]

/** Returns true for a currency code of spec 2.4. Case matters. */
export function isCurrencyCode(value: unknown): value is CurrencyCode {
  return typeof value === 'string' && Object.hasOwn(currencies, value)
}
