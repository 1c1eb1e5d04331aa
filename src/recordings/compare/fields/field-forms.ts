import { countriesOf, currencies, isCurrencyCode } from '../../../catalogue/currencies.ts'
import { localForm, normalisePhone } from '../../../domain/phone.ts'
import { type Body, partyIn } from '../../read/bodies.ts'
import { type DescribedValue, described } from '../observation.ts'

/** Returns the form of an id: UUID, or length and alphabet (D18). */
export function idForm(id: unknown): DescribedValue {
  if (typeof id !== 'string') return described(typeof id)
  if (/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id)) return described('UUID')
  return described(`${id.length} ${/^[a-z\d]+$/.test(id) ? 'small letters and digits' : 'characters'}`)
}

/** Returns a time with zeros for its digits (D19). */
export function timeForm(time: unknown): DescribedValue {
  if (typeof time !== 'string') return described(typeof time)
  const [, rest = '', offset = ''] = /^(.*?)([+-]\d\d:?\d\d)?$/s.exec(time) ?? []
  return described(rest.replaceAll(/\d/g, '0') + offset.replace(/^[+-]00:?00$/, '+00:00'))
}

export function accountNumberForm(number: unknown): DescribedValue {
  const text = String(number)
  return described(/^\d+$/.test(text) ? `${text.length} digits` : 'other characters')
}

/** Returns which places an amount in text shows, or null if both forms are the same (D15). */
export function placesOf(text: unknown, currency: unknown): 'shortest' | 'full' | null {
  const decimals = isCurrencyCode(currency) ? currencies[currency].decimals : 0
  const [shortest, full] = [String(Number(text)), Number(text).toFixed(decimals)]
  if (shortest === full) return null
  return text === full ? 'full' : text === shortest ? 'shortest' : null
}

/** Returns the form of a mobile number, or null if both forms of the number that was asked for are the same (D16). */
export function numberForm(number: unknown, asked: Body): 'international' | 'local' | null {
  const { accountNumber, currency, network } = partyIn(asked)
  const known = isCurrencyCode(currency) ? normalisePhone(String(accountNumber), currency, { network }) : null
  if (typeof number !== 'string' || known === null || known.international === known.local) return null
  return localForm(number) === number ? 'local' : 'international'
}

/** Returns the home country that the reading of a number shows, or null if it is read so with others too (D17). */
export function homeShownBy(number: unknown, asked: Body): { readonly currency: string; readonly home: string } | null {
  const { accountNumber, currency, network } = partyIn(asked)
  if (currency !== 'XOF' && currency !== 'XAF') return null
  const homes = countriesOf(currency).filter((home) => {
    const read = normalisePhone(String(accountNumber), currency, { homes: { [currency]: home }, network })
    return read?.international === number
  })
  const [home, ...more] = homes
  return home === undefined || more.length > 0 ? null : { currency, home }
}

/** True for rates that differ by rounding only. */
export function isNearRate(one: unknown, other: unknown): boolean {
  const [first, second] = [Number(one), Number(other)]
  return Math.abs(first - second) <= Math.abs(second) * 1e-6
}
