import fc from 'fast-check'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { expect, test } from 'vitest'
import { type CountryCode, countries } from '../../src/catalogue/countries.ts'
import { type CurrencyCode, currencies, currencyCodes } from '../../src/catalogue/currencies.ts'
import { localForm, normalisePhone } from '../../src/domain/phone.ts'
import { countryCodes, numberingPlanOf } from '../catalogue/numbering-plan.ts'

const ghana = { international: '233241234567', local: '0241234567' }

test.each([
  '0241234567',
  '241234567',
  '024 123 4567',
  '024-123-4567',
  '024.123.4567',
  '(024) 123/4567',
  '024\u00a0123\u202f4567',
  '024\u2013123\u20114567',
  '\ufeff024\u2060123\u00ad45\u300067',
  '\u200e+233 24 123 4567',
  '+233241234567',
  '+233 24 123 4567',
  '+233 (0)24 123 4567',
  '(+233) 024 123 4567',
  '+2330241234567',
  '00233241234567',
  '00 233 (0) 24 123 4567',
  '233241234567',
  '2330241234567',
  ' 233 24 123 4567 ',
])("'%s' is one and the same number of Ghana", (raw) => {
  expect(normalisePhone(raw, 'GHS')).toEqual(ghana)
})

test.each([
  '',
  ' ',
  '+',
  '00',
  '0',
  '024123456',
  '02412345678',
  '+23324123456',
  '+2332412345678',
  '+233 00 24123456',
  '+0233241234567',
  '++233241234567',
  '233+241234567',
  '024 123 456x',
  'tel:+233241234567',
  '024,123,4567',
  '024\n1234567',
  '\u0660\u0662\u0664\u0661\u0662\u0663\u0664\u0665\u0666\u0667',
  '\uff0b233241234567',
  '+233\uff12\uff14\uff11\uff12\uff13\uff14\uff15\uff16\uff17',
  `+1${'2'.repeat(15)}`,
])("'%s' is no number", (raw) => {
  expect(normalisePhone(raw, 'GHS')).toBeNull()
})

test('a magic number keeps its digits', () => {
  expect(normalisePhone('0240009110', 'GHS')).toEqual({ international: '233240009110', local: '0240009110' })
  expect(normalisePhone('233 24 000 9110', 'GHS')?.local).toBe('0240009110')
})

test('an international number of another known country is that country’s (D17)', () => {
  const senegal = { international: '221771234567', local: '771234567' }
  expect(normalisePhone('+221 77 123 45 67', 'XOF')).toEqual(senegal)
  expect(normalisePhone('00221771234567', 'XOF')).toEqual(senegal)
  expect(normalisePhone('221771234567', 'XOF')).toEqual(senegal)
  expect(normalisePhone('+241 077 12 34 56', 'XAF')).toEqual({ international: '24177123456', local: '077123456' })
  expect(normalisePhone('+256712345678', 'GHS')).toEqual({ international: '256712345678', local: '0712345678' })
})

test('a local number of XOF is of Côte d’Ivoire, one of XAF of Cameroon (D17)', () => {
  expect(normalisePhone('07 07 12 34 56', 'XOF')?.international).toBe('2250707123456')
  expect(normalisePhone('6 71 23 45 67', 'XAF')?.international).toBe('237671234567')
  expect(normalisePhone('77 123 45 67', 'XOF')).toBeNull()
})

test.each(currencyCodes.filter((code) => currencies[code].country === null))(
  '%s has no country and needs an international number (D43)',
  (currency) => {
    expect(normalisePhone('0241234567', currency)).toBeNull()
    expect(normalisePhone('442079460000', currency)).toBeNull()
    expect(normalisePhone('233241234567', currency)).toEqual(ghana)
    expect(normalisePhone('+233241234567', currency)).toEqual(ghana)
    expect(normalisePhone('00233241234567', currency)).toEqual(ghana)
  },
)

test('an unknown calling code is accepted with a plus or 00, and its local form is the international one (D43)', () => {
  const abroad = { international: '447911123456', local: '447911123456' }
  expect(normalisePhone('+44 7911 123456', 'GBP')).toEqual(abroad)
  expect(normalisePhone('0044 7911 123456', 'GHS')).toEqual(abroad)
  expect(normalisePhone('447911123456', 'GHS')).toBeNull()
  expect(normalisePhone('+4479111', 'GBP')).toBeNull()
  expect(normalisePhone('+44791112345678901', 'GBP')).toBeNull()
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

function currenciesOf(code: CountryCode): CurrencyCode[] {
  return currencyCodes.filter((currency) => currencies[currency].country === code)
}

// Gabon's pattern also lists the numbers of before 2019: seven digits, or eight that begin with zero.
function mobileNumber(code: CountryCode): fc.Arbitrary<string> {
  const number = fc.stringMatching(new RegExp(`^(?:${numberingPlanOf(code).mobilePattern})$`))
  return code === 'GA' ? number.filter((national) => /^[1-9]\d{7}$/.test(national)) : number
}
