import fc from 'fast-check'
import { z } from 'zod'
import type { CountryCode } from '../../../src/catalogue/countries.ts'
import { type CurrencyCode, currencies, currencyCodes } from '../../../src/catalogue/currencies.ts'
import { countryCodes, numberingPlanOf } from '../../catalogue/numbering-plan.ts'
import type { Body } from '../../support/requests.ts'

export interface ArbitraryRequest {
  readonly body: Body
  readonly currency: CurrencyCode
  readonly minor: bigint
  /** The account number as status queries show it: mobile numbers in local form (D16). */
  readonly shownNumber: string
}

/** A mobile number of a country without calling code and trunk prefix, as libphonenumber's patterns allow it. */
function mobileNumber(code: CountryCode): fc.Arbitrary<string> {
  const number = fc.stringMatching(new RegExp(`^(?:${numberingPlanOf(code).mobilePattern})$`))
  // Gabon's pattern also lists the numbers of before 2019: seven digits, or eight that begin with zero.
  return code === 'GA' ? number.filter((national) => /^[1-9]\d{7}$/.test(national)) : number
}

/** How a country writes its numbers, as libphonenumber says: not as src does. */
function numberingOf(code: CountryCode): { readonly callingCode: string; readonly trunkPrefix: string } {
  const { callingCode, trunkPrefix } = numberingPlanOf(code)
  // libphonenumber gives Gabon's zero in a parsing rule instead.
  return { callingCode, trunkPrefix: code === 'GA' ? '0' : trunkPrefix }
}

/** Minor units from 1 to `most`, rich in edges, in small sums, and in hundreds, whose fees of 1.5 % can end in a half. */
function minorUnits(most: number): fc.Arbitrary<bigint> {
  const edges = [1, 10, 29, 30, 31, 33, 34, 100, 101, 300, 435, 1005, 1999, most - 1, most]
  const all = fc.oneof(
    fc.constantFrom(...edges),
    fc.integer({ min: 1, max: 20_000 }),
    fc.integer({ min: 1, max: 10_000 }).map((hundreds) => hundreds * 100),
    fc.integer({ min: 1, max: most }),
  )
  return all.filter((minor) => minor <= most).map(BigInt)
}

/** Bodies of POST /collections/mobilemoney; `callbackURL` are the addresses they may name. */
export function mobileMoneyRequests(callbackURL: fc.Arbitrary<string>): fc.Arbitrary<ArbitraryRequest> {
  const fields = fc.record({ ...named, network: networkCode, reason: freeText, callbackURL: maybe(callbackURL) })
  const more = { metadata, paylinkId: maybe(fc.uuid()), channel, merchantName: maybe(name) }
  const extras = fc.record({ ...extraFields, ...more })
  return fc.tuple(moneyOf(currencyCodes, 10 ** 15), mobile, fields, extras).map(([money, number, most, more]) => ({
    ...money.facts,
    body: { ...money.body, accountNumber: number.sent, ...most, ...more },
    shownNumber: number.local,
  }))
}

export function virtualAccountRequests(callbackURL: fc.Arbitrary<string>): fc.Arbitrary<ArbitraryRequest> {
  const fields = fc.record({ ...named, network: freeText, reason: freeText, callbackURL: maybe(callbackURL) })
  const extras = fc.record({ ...extraFields, metadata })
  return fc.tuple(moneyOf(['NGN'], 10 ** 15), account, fields, extras).map(([money, accountNumber, most, more]) => ({
    ...money.facts,
    body: { ...money.body, accountNumber, ...most, ...more },
    shownNumber: accountNumber,
  }))
}

/** Bodies of POST /disbursements/bank that a wallet of a million can pay. */
export function bankPayoutRequests(callbackURL: fc.Arbitrary<string>): fc.Arbitrary<ArbitraryRequest> {
  const fields = fc.record({ bank: freeText, accountName: name, destination, channel })
  const around = fc.record({ senderName: name, reference, reason: maybe(freeText), callbackURL: maybe(callbackURL) })
  return fc.tuple(payable, account, fields, around).map(([money, accountNumber, most, body]) => ({
    ...money.facts,
    body: { ...body, recipients: [{ ...money.body, accountNumber, ...most }] },
    shownNumber: accountNumber,
  }))
}

/** Bodies of POST /disbursements/mobilemoney that a wallet of a million can pay. */
export function mobileMoneyPayoutRequests(callbackURL: fc.Arbitrary<string>): fc.Arbitrary<ArbitraryRequest> {
  const fields = fc.record({ network: networkCode, accountName: name, destination, channel })
  const around = fc.record({ reference, reason: maybe(freeText), callbackURL: maybe(callbackURL) })
  return fc.tuple(payable, mobile, fields, around).map(([money, number, most, body]) => ({
    ...money.facts,
    body: { ...body, recipients: [{ ...money.body, accountNumber: number.sent, ...most }] },
    shownNumber: number.local,
  }))
}

/** A field that may be left out or null; JSON leaves out what is undefined. */
function maybe<T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null | undefined> {
  return fc.oneof({ weight: 3, arbitrary: value }, fc.constant(null), fc.constant(undefined))
}

function moneyOf(codes: readonly CurrencyCode[], mostMinor: number | ((decimals: number) => number)) {
  return fc.constantFrom(...codes).chain((currency) => {
    const { decimals } = currencies[currency]
    const most = typeof mostMinor === 'number' ? mostMinor : mostMinor(decimals)
    return minorUnits(most).map((minor) => {
      // Up to 10^15 a division is the very number that the decimal denotes.
      return { facts: { currency, minor }, body: { amount: Number(minor) / 10 ** decimals, currency } }
    })
  })
}

const strange = [
  ...'🙂 👩‍👩‍👧 e\u0301 مرحبا \u202eabc\u202c \ufeff a\u2028b \u007f\u0085 \u{10ffff}'.split(' '),
  ...'"quoted" \\ \\u0000 <b>&amp;</b> $& %00 null __proto__'.split(' '),
  ...['שלום עולם', "O'Brien", 'x'.repeat(255)],
]
/** Sound text in the sense of D11: line ends and other control characters but NUL, and no halves of surrogate pairs. */
const freeText = fc.oneof(
  fc.constantFrom(...strange, ' ', '\n', 'One\r\n\tTwo', '\u0001'),
  fc.string({ unit: 'grapheme', minLength: 1 }),
  fc.string({ unit: 'binary', minLength: 1 }).map((text) => text.replaceAll('\u0000', '\n')),
)
/** The same without any control character and not blank, as names and references must be. */
const name = freeText
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that D11 refuses
  .map((text) => text.replaceAll(/[\u0000-\u001f]/g, '\u00a0'))
  .filter((text) => text.trim() !== '')
// `scn:` asks for a scenario by name.
const reference = name.filter((text) => text.length <= 255 && !text.startsWith('scn:'))
// The shipped scenarios are chosen by numbers that end in 0009SSx.
const account = fc.oneof(name, fc.stringMatching(/^\d{6,20}$/)).filter((text) => !text.includes('0009'))
const mobile = fc
  .constantFrom(...countryCodes)
  .chain((code) => mobileNumber(code).map((national) => ({ national, ...numberingOf(code) })))
  .filter(({ national }) => !national.includes('0009'))
  .map(({ national, callingCode, trunkPrefix }) => {
    return { sent: `+${callingCode} ${national}`, local: trunkPrefix + national }
  })
const networkCode = fc.oneof(fc.constantFrom('MTN', 'VOD', 'ORANGE', 'MPS_KE'), freeText)
const channel = maybe(fc.constantFrom('MOMO', 'BANK'))
const destination = maybe(fc.constantFrom(...currencyCodes))
const payable = moneyOf(currencyCodes, (decimals) => 990_000 * 10 ** decimals)
const named = { accountName: name, reference }
const extraFields = {
  email: maybe(fc.emailAddress().filter((address) => z.email().safeParse(address).success)),
  failureCallbackURL: maybe(freeText),
}

const key = fc.oneof(
  freeText,
  fc.constantFrom('', 'smsFee', 'sender_name', 'rate', 'id', '__proto__', 'constructor', '1', '01', '-1'),
)
const numbers = [0, 1, -1, 0.1, 1e21, 1e-7, 5e-324, Number.MAX_VALUE, Number.MAX_SAFE_INTEGER]
const value = fc.oneof(
  freeText,
  fc.constantFrom('', null, true, false, ...numbers),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
)
// D9: 64 levels are accepted; the body and the metadata are the first two, the empty object inside is one more.
const nested = fc.oneof(fc.constant(61), fc.integer({ min: 1, max: 61 })).map((levels): unknown => {
  return Array.from({ length: levels }).reduce((inner, _, level) => (level % 2 ? [inner] : { inner }), {})
})
/** The merchant's object; `sandbox.scenario` in it asks for a scenario, so `sandbox` stays out. */
const metadata = maybe(
  fc.oneof(
    fc.object({ key, values: [value], maxDepth: 5 }),
    fc.dictionary(key, fc.oneof(value, nested, fc.array(value))),
  ),
).filter((object) => !Object.hasOwn(object ?? {}, 'sandbox'))
