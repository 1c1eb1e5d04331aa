import { type CountryCode, currencyZones } from './countries.ts'

/**
 * The currencies of spec 2.4, in the order its messages list them. `decimals` is ISO 4217's minor unit (USDC and USDT,
 * which ISO does not know, have 6: D12); `country` is the one whose phone numbers a bare local number belongs to (D17).
 */
export const currencies = {
  GHS: { decimals: 2, country: 'GH' },
  NGN: { decimals: 2, country: 'NG' },
  UGX: { decimals: 0, country: 'UG' },
  XOF: { decimals: 0, country: 'CI' },
  XAF: { decimals: 0, country: 'CM' },
  KES: { decimals: 2, country: 'KE' },
  TZS: { decimals: 2, country: 'TZ' },
  ZMW: { decimals: 2, country: 'ZM' },
  GBP: { decimals: 2, country: null },
  EUR: { decimals: 2, country: null },
  USD: { decimals: 2, country: null },
  USDC: { decimals: 6, country: null },
  USDT: { decimals: 6, country: null },
} as const satisfies Record<string, { decimals: number; country: string | null }>

export type CurrencyCode = keyof typeof currencies

/** The countries of a currency, the one first that bare local numbers are of unless a setting says otherwise. */
export function countriesOf(currency: CurrencyCode): readonly CountryCode[] {
  if (currency === 'XOF' || currency === 'XAF') return currencyZones[currency]
  const { country } = currencies[currency]
  return country === null ? [] : [country]
}

/** All codes, in the specification's order. */
export const currencyCodes = Object.keys(currencies) as readonly CurrencyCode[]

/** True for a currency code of spec 2.4, written exactly so. */
export function isCurrencyCode(value: unknown): value is CurrencyCode {
  return typeof value === 'string' && Object.hasOwn(currencies, value)
}
