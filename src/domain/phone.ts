import { type Country, type CountryCode, countries } from '../catalogue/countries.ts'
import { type CurrencyCode, countriesOf, currencyCodes } from '../catalogue/currencies.ts'
import { codesOf, countryNamedBy, type Network, networkOf } from '../catalogue/networks.ts'
import { type Intent, isMobileMoney } from './transaction.ts'

/** One phone number in the two forms of D16, digits only. */
export interface PhoneNumber {
  /** Calling code and national number: `233241234567`. */
  readonly international: string
  /** Trunk prefix and national number: `0241234567`; the international digits for a country that is not in the table. */
  readonly local: string
}

/** The country of local numbers in a currency that several countries share (D17). */
export type HomeCountries = Readonly<Partial<Record<CurrencyCode, CountryCode>>>

/** What decides the country of a local number (D17). */
interface Whereabouts {
  readonly homes?: HomeCountries
  readonly network?: unknown
}

/**
 * Reads a mobile number in any local or international form. Returns null if it is not one. A local number belongs to the
 * country that the network names, else to the first country of the currency whose numbering plan has it (D17). Currencies
 * without a country need an international number (D43): with a plus, 00 or the calling code of a country in the table. If
 * no plan has the number, only its number of digits is checked, because plans grow.
 */
export function normalisePhone(raw: string, currency: CurrencyCode, where: Whereabouts = {}): PhoneNumber | null {
  const match = writtenNumber.exec(plainNumber(raw))
  if (match === null) return null
  const [, prefix, digits = ''] = match
  if (prefix !== undefined) return fromInternational(digits)
  return fromLocal(digits, currency, where) ?? fromKnownCountry(digits)
}

type Abroad = Country & { readonly currency: CurrencyCode }

/** Returns the countries with other currencies whose numbering plan has this local number. */
export function foreignCountries(raw: string, currency: CurrencyCode): readonly Abroad[] {
  const digits = plainNumber(raw)
  return abroad.filter((country) => country.currency !== currency && isInPlan(country, digits))
}

/** Returns the country of an international number, or null if the country uses this currency or is not in the table. */
export function foreignCountryOf(international: string, currency: CurrencyCode): Abroad | null {
  const country = countriesOf(currency).length === 0 ? undefined : countryOf(international)
  return country === undefined || country.currency === currency ? null : country
}

/**
 * Returns the international digits that a number can mean: one for an international form, else one for each country with
 * such local numbers. Empty if it is not a mobile number.
 */
export function possibleNumbers(raw: string): readonly string[] {
  const match = writtenNumber.exec(plainNumber(raw))
  if (match === null) return []
  const [, prefix, digits = ''] = match
  if (prefix !== undefined) return internationalOf([fromInternational(digits)])
  const local = Object.values(countries).map((country) => fromNational(country, digits))
  return internationalOf([...local, e164.test(digits) ? fromInternational(digits) : null])
}

function internationalOf(numbers: readonly (PhoneNumber | null)[]): readonly string[] {
  return [...new Set(numbers.flatMap((number) => (number === null ? [] : [number.international])))]
}

/** Returns the country of international digits, or undefined if the table does not have it. */
function countryOf(international: string): Abroad | undefined {
  return byCallingCode.get(international.slice(0, callingCodeDigits))
}

/** Returns the local form of international digits (D16): `0241234567` for `233241234567`, `771234567` for `221771234567`. */
export function localForm(international: string): string {
  const country = countryOf(international)
  if (country === undefined) return international
  return country.trunkPrefix + international.slice(callingCodeDigits)
}

const callingCodeDigits = 3
const abroad: readonly Abroad[] = currencyCodes.flatMap((currency) =>
  countriesOf(currency).map((code) => ({ ...countries[code], currency })),
)
const byCallingCode = new Map(abroad.map((country) => [country.callingCode, country]))

const writtenNumber = /^(\+|00)?(\d+)$/
const e164 = /^[1-9]\d{7,14}$/

function fromLocal(digits: string, currency: CurrencyCode, { homes = {}, network }: Whereabouts): PhoneNumber | null {
  const ofCurrency = countriesOf(currency)
  const home = homes[currency] ?? ofCurrency[0]
  if (home === undefined) return null
  const named = typeof network === 'string' ? countryNamedBy(network) : undefined
  const first = ofCurrency.find((code) => code === named) ?? home
  // D17, D32: a number that only another country of the currency has is read as that one's, and is a mismatch.
  const found = [first, home, ...ofCurrency].find((code) => isInPlan(countries[code], digits))
  if (found !== undefined) return fromNational(countries[found], digits)
  if (foreignCountries(digits, currency).length > 0) return null
  return fromNational(countries[first], digits) ?? fromNational(countries[home], digits)
}

function isInPlan(country: Country, digits: string): boolean {
  const number = fromNational(country, digits)
  return number !== null && country.mobile.test(number.international.slice(callingCodeDigits))
}

function fromInternational(digits: string): PhoneNumber | null {
  if (countryOf(digits) !== undefined) return fromKnownCountry(digits)
  return e164.test(digits) ? { international: digits, local: digits } : null
}

// A calling code without plus cannot be mistaken for a local number: with it, a number is longer than any local form.
function fromKnownCountry(digits: string): PhoneNumber | null {
  const country = countryOf(digits)
  return country === undefined ? null : fromNational(country, digits.slice(callingCodeDigits))
}

function fromNational(country: Country, digits: string): PhoneNumber | null {
  const { callingCode, trunkPrefix, mobileDigits } = country
  const hasTrunkPrefix = trunkPrefix !== '' && digits.startsWith(trunkPrefix)
  const national = hasTrunkPrefix ? digits.slice(trunkPrefix.length) : digits
  if (national.length !== mobileDigits) return null
  // No national number begins with the trunk prefix: a second zero is a typing mistake.
  if (hasTrunkPrefix && national.startsWith(trunkPrefix)) return null
  return { international: callingCode + national, local: trunkPrefix + national }
}

/** What a number belongs to if a request names the network of another, or one of another country (D17, D32). */
type Mismatch =
  | { readonly owner: Network }
  /** `actual` is null if the table does not have the number's country. */
  | { readonly named: Country; readonly actual: Country | null }

/** Returns true for mobile money whose network does not fit its number (D32). */
export function isMismatch(intent: Intent): boolean {
  return isMobileMoney(intent.flow) && mismatchOf(intent.network, intent.customer.accountNumber) !== null
}

/** Names what a mobile money number belongs to if it does not fit the network of its request; else null (D5). */
export function mismatchHint({ flow, network, customer }: Intent): string | null {
  return isMobileMoney(flow) ? whyNoNumberOf(network, customer.accountNumber) : null
}

/** Returns why international digits are not a number of a network, or null if they may be (D5, D32). */
export function whyNoNumberOf(network: string, international: string): string | null {
  const mismatch = mismatchOf(network, international)
  if (mismatch === null) return null
  const isShort = /^[\w.-]{1,64}$/.test(network)
  const number = localForm(international)
  if ('owner' in mismatch) {
    const { owner } = mismatch
    return `${number} is a number of ${owner.name} (${codesOf(owner).join(' or ')}), but the request says ${isShort ? network : 'another network'}`
  }
  const { named, actual } = mismatch
  const which = isShort ? `which the network ${network} names` : 'which the network that was sent names'
  const length = named.trunkPrefix.length + named.mobileDigits
  const digits = number.length === length ? '' : ` (numbers there have ${length} digits)`
  return `${number} is not a number of ${named.name}, ${which}${digits}${actual === null ? '' : `, but of ${actual.name}`}`
}

function mismatchOf(network: string, international: string): Mismatch | null {
  const owner = networkOf(international)
  if (owner !== undefined) return codesOf(owner).includes(network) ? null : { owner }
  const code = countryNamedBy(network)
  if (code === undefined) return null
  const named: Country = countries[code]
  const actual = countryOf(international)
  return actual?.callingCode === named.callingCode ? null : { named, actual: actual ?? null }
}

/**
 * Returns a number without separators, as it is dialled: `+233241234567` for `+233 (24) 123-4567`. Marks and digits are read
 * as `plainDigits` reads them (D17).
 */
export function plainNumber(written: string): string {
  return alreadyPlain.test(written) ? written : plainDigits(written.replace(separators, ''))
}

/**
 * Returns a text without the invisible marks that come along when a number is copied from a page or an address book, and with
 * ASCII digits in place of all other decimal digits of Unicode (D17).
 */
export function plainDigits(written: string): string {
  const visible = written.replace(/\p{Cf}/gu, '')
  return visible.length > longest ? visible : visible.replace(/(?![0-9])\p{Nd}/gu, asciiDigit)
}

const alreadyPlain = /^[+0-9]*$/
// Besides ASCII: the no-break spaces, the spaces and dashes of U+2000-2015, the minus sign and the ideographic space.
const separators = /[ .\-/()\u00a0\u2000-\u200a\u2010-\u2015\u202f\u2212\u3000]/g
/** In UTF-16 units: a longer text is not a number in any script. */
const longest = 256

/** Unicode keeps the ten digits of a script together, in ascending order, so the digits before one count its value. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let first = code
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first--
  return String((code - first) % 10)
}
