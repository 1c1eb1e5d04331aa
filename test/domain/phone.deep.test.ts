import fc from 'fast-check'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { expect, test } from 'vitest'
import { type CountryCode, countries } from '../../src/catalogue/countries.ts'
import { type CurrencyCode, countriesOf as countriesInTable, currencyCodes } from '../../src/catalogue/currencies.ts'
import { foreignCountries, foreignCountryOf, localForm, normalisePhone } from '../../src/domain/phone.ts'
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
  '\u202a+233\u2066 24 123\u2069 4567\u202c',
  '\u061c0241\u2064234567',
  '\u0660\u0662\u0664\u0661\u0662\u0663\u0664\u0665\u0666\u0667',
  '+\uff12\uff13\uff13 \uff12\uff14\uff11\uff12\uff13\uff14\uff15\uff16\uff17',
  '+233\u{1d7d0}\u{1d7d2}\u{1d7d9}\u{1d7e4}\u{1d7f9}4567',
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
  '\uff0b233241234567',
  '\u00b2\u2074\u00b9234567',
  '\u2460241234567',
  `+1${'2'.repeat(15)}`,
])("'%s' is not a number", (raw) => {
  expect(normalisePhone(raw, 'GHS')).toBeNull()
})

test('a magic number keeps its digits', () => {
  expect(normalisePhone('0240009110', 'GHS')).toEqual({ international: '233240009110', local: '0240009110' })
  expect(normalisePhone('233 24 000 9110', 'GHS')?.local).toBe('0240009110')
})

test.each(currencyCodes.filter((code) => countriesOf(code).length === 0))(
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

test.each([
  ['771234567', 'XOF', '221771234567'],
  ['70123456', 'XOF', '22670123456'],
  ['955012345', 'XOF', '245955012345'],
  ['077123456', 'XAF', '24177123456'],
  ['063012345', 'XAF', '242063012345'],
  ['222123456', 'XAF', '240222123456'],
] as const)(
  '%s in %s is not a number of the home country, but of another of the currency (D17)',
  (raw, currency, full) => {
    expect(normalisePhone(raw, currency)?.international).toBe(full)
  },
)

test.each([
  ['70123456', 'ORANGE', {}, '22670123456'],
  ['70123456', 'ORANGE_ML', {}, '22370123456'],
  ['70123456', 'MOOV_TG', {}, '22870123456'],
  ['70123456', 'MOOV_TG', { XOF: 'NE' }, '22870123456'],
  ['0197123456', 'MTN_BJ', {}, '2290197123456'],
  ['0712345678', 'WAVE_CI', { XOF: 'SN' }, '2250712345678'],
  // No numbering plan has it, so its number of digits is enough.
  ['11234567', 'SUNSHINE_BF', {}, '22611234567'],
] as const)(
  '%s of the network %s with home %j is of the country that the network names (D17)',
  (raw, network, homes, full) => {
    expect(normalisePhone(raw, 'XOF', { network, homes })?.international).toBe(full)
  },
)

test.each([
  ['70123456', 'ORANGE_SN', '22670123456'],
  ['07123456', 'ORANGE_CI', '22607123456'],
  ['771234567', 'ORANGE_CI', '221771234567'],
  ['955012345', 'ORANGE_SN', '245955012345'],
] as const)(
  '%s cannot be of the country that %s names, so it is of another of the currency (D17)',
  (raw, network, full) => {
    expect(normalisePhone(raw, 'XOF', { network })?.international).toBe(full)
  },
)

test.each([['11234567'], ['0241234567'], ['+2250712345'], ['12']])(
  '%s of the network ORANGE_CI is of no country of the currency (D17)',
  (raw) => {
    expect(normalisePhone(raw, 'XOF', { network: 'ORANGE_CI' })).toBeNull()
  },
)

test('a code that ends in no country of the currency binds no local number (D17)', () => {
  for (const network of ['MTN_GH', 'ORANGE_ci', 'TG', 'toString', '', 5, null])
    expect(normalisePhone('70123456', 'XOF', { network })?.international).toBe('22670123456')
})

test.each([
  ['0712345678', 'GHS', ['Kenya KES', 'Uganda UGX', 'Tanzania TZS', "Cote d'Ivoire XOF"]],
  ['771234567', 'GHS', ['Uganda UGX', 'Senegal XOF', 'Kenya KES', 'Tanzania TZS', 'Zambia ZMW']],
  ['0241234567', 'XOF', ['Ghana GHS']],
  ['077123456', 'XOF', ['Gabon XAF']],
  ['0241234567', 'USD', ['Ghana GHS']],
] as const)('%s in %s fits other countries only, so it is not a number (D17)', (raw, currency, fitting) => {
  expect(normalisePhone(raw, currency)).toBeNull()
  const named = foreignCountries(raw, currency).map(({ name, currency }) => `${name} ${currency}`)
  expect(named.sort()).toEqual([...fitting].sort())
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
