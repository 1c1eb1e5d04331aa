import fc from 'fast-check'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { expect, test } from 'vitest'
import { type CountryCode, countries } from '../../src/catalogue/countries.ts'
import { type CurrencyCode, countriesOf as countriesInTable, currencyCodes } from '../../src/catalogue/currencies.ts'
import { foreignCountries, foreignCountryOf, localForm, normalisePhone } from '../../src/domain/phone.ts'
import { countryCodes, numberingPlanOf } from '../catalogue/numbering-plan.ts'

test('a magic number keeps its digits', () => {
  expect(normalisePhone('0240009110', 'GHS')).toEqual({ international: '233240009110', local: '0240009110' })
  expect(normalisePhone('233 24 000 9110', 'GHS')?.local).toBe('0240009110')
})

test('a number that no numbering plan holds is judged by its number of digits, for plans grow', () => {
  expect(normalisePhone('0991234567', 'GHS')).toEqual({ international: '233991234567', local: '0991234567' })
  expect(foreignCountries('0991234567', 'GHS')).toEqual([])
})

test('the country of an international number is foreign where it has another currency', () => {
  expect(foreignCountryOf('254712345678', 'GHS')).toMatchObject({ name: 'Kenya', currency: 'KES' })
  expect(foreignCountryOf('221771234567', 'XAF')).toMatchObject({ name: 'Senegal', currency: 'XOF' })
  expect(foreignCountryOf('221771234567', 'XOF')).toBeNull()
  expect(foreignCountryOf('233241234567', 'GHS')).toBeNull()
  expect(foreignCountryOf('233241234567', 'USD')).toBeNull()
  expect(foreignCountryOf('447911123456', 'GHS')).toBeNull()
})

test.each(countryCodes)('the mobile numbers of %s are read as libphonenumber reads them', (code) => {
  const [currency = 'GHS'] = currencyCodes.filter((one) => countriesOf(one).includes(code))
  const homes = fc.constantFrom(...countriesOf(currency))
  fc.assert(
    fc.property(mobileNumber(code), homes, fc.constantFrom(...countryCodes), (national, home, named) => {
      const { callingCode, trunkPrefix } = countries[code]
      const where = { homes: { [currency]: home }, network: `ORANGE_${named}` }
      for (const prefix of ['+', '00', '']) {
        const full = `${callingCode}${national}`
        const read = parsePhoneNumberFromString(`+${full}`)
        expect(normalisePhone(prefix + full, currency, where)?.international).toBe(read?.number.slice(1))
      }
      const local = trunkPrefix + national
      const [first] = [...countriesOf(currency).filter((one) => one === named), home, ...countriesOf(currency)].flatMap(
        (one) => asLibphonenumber(local, one),
      )
      expect(first).toBeDefined()
      expect(normalisePhone(local, currency, where)?.international).toBe(first)
    }),
  )
})

test('the local form of a number follows from its international digits', () => {
  expect(localForm('233241234567')).toBe('0241234567')
  expect(localForm('221771234567')).toBe('771234567')
  expect(localForm('2250707123456')).toBe('0707123456')
  expect(localForm('447911123456')).toBe('447911123456')
})

test('a megabyte of separators is read in no time', () => {
  expect(normalisePhone(' '.repeat(2 ** 20), 'GHS')).toBeNull()
  expect(normalisePhone('1'.repeat(2 ** 20), 'GHS')).toBeNull()
  expect(normalisePhone('\u0661\u202a'.repeat(2 ** 19), 'GHS')).toBeNull()
})

test.each(countryCodes)('every written form of a mobile number of %s is the same number', (code) => {
  const { callingCode, trunkPrefix } = countries[code]
  fc.assert(
    fc.property(mobileNumber(code), separator, (national, gap) => {
      const spaced = national.replace(/(..)(?=.)/g, `$1${gap}`)
      const international = [
        `+${callingCode}${gap}${spaced}`,
        `00${gap}${callingCode}${gap}${spaced}`,
        `(+${callingCode})${gap}${spaced}`,
        ...(trunkPrefix === ''
          ? []
          : [`+${callingCode} (${trunkPrefix})${spaced}`, `+${callingCode}${trunkPrefix}${spaced}`]),
      ]
      const parsed = parsePhoneNumberFromString(`+${callingCode}${national}`)
      const expected = { international: parsed?.number.slice(1), local: trunkPrefix + national }
      for (const currency of currencyCodes) {
        for (const raw of international) expect(normalisePhone(raw, currency), raw).toEqual(expected)
      }
      for (const currency of currenciesOf(code)) {
        for (const raw of [spaced, trunkPrefix + spaced]) expect(normalisePhone(raw, currency), raw).toEqual(expected)
      }
      expect(normalisePhone(callingCode + gap + spaced, 'XOF')).toEqual(expected)
      expect(localForm(expected.international ?? '')).toBe(expected.local)
    }),
  )
})

test.each(countryCodes)('the local form of %s is the one libphonenumber prints', (code) => {
  fc.assert(
    fc.property(mobileNumber(code), (national) => {
      const international = countries[code].callingCode + national
      const printed = parsePhoneNumberFromString(`+${international}`)?.formatNational()
      expect(localForm(international)).toBe(printed?.replaceAll(/\D/g, ''))
    }),
  )
})

const separator = fc.constantFrom('', ' ', '  ', '-', '.', '/', '\u00a0', ' - ')

function countriesOf(currency: CurrencyCode): readonly CountryCode[] {
  const shared = {
    XOF: ['CI', 'SN', 'BJ', 'BF', 'ML', 'NE', 'TG', 'GW'],
    XAF: ['CM', 'GA', 'CG', 'TD', 'CF', 'GQ'],
  } as const
  if (currency === 'XOF' || currency === 'XAF') return shared[currency]
  return countryCodes.filter((code) => countriesInTable(currency).includes(code))
}

/** The international digits of a local number where libphonenumber holds it for a mobile number of a country. */
function asLibphonenumber(local: string, code: CountryCode): readonly string[] {
  // Gabon's numbers of before 2019, and its zero, are not libphonenumber's to say: see numberingOf.
  const isOld = code === 'GA' && !/^0?[67]\d{7}$/.test(local)
  const read = parsePhoneNumberFromString(local, code)
  const isMobile = read?.getType()?.includes('MOBILE')
  return isMobile && read?.country === code && !isOld ? [read.number.slice(1)] : []
}

function currenciesOf(code: CountryCode): CurrencyCode[] {
  return currencyCodes.filter((currency) => countriesInTable(currency)[0] === code)
}

// Gabon's pattern also lists the numbers of before 2019: seven digits, or eight that begin with zero.
function mobileNumber(code: CountryCode): fc.Arbitrary<string> {
  const number = fc.stringMatching(new RegExp(`^(?:${numberingPlanOf(code).mobilePattern})$`))
  return code === 'GA' ? number.filter((national) => /^[1-9]\d{7}$/.test(national)) : number
}
