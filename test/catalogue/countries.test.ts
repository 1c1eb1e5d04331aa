import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countries } from '../../src/catalogue/countries.ts'
import { countriesOf, currencyCodes } from '../../src/catalogue/currencies.ts'
import { countryCodes, numberingPlanOf } from './numbering-plan.ts'

test.each(countryCodes.filter((code) => code !== 'GA'))(
  '%s writes its mobile numbers as libphonenumber says',
  (code) => {
    const { callingCode, trunkPrefix, mobileDigits, mobile } = countries[code]
    const plan = numberingPlanOf(code)
    expect({ callingCode, trunkPrefix, mobileDigits: [mobileDigits], mobile: mobile.source }).toEqual({
      callingCode: plan.callingCode,
      trunkPrefix: plan.trunkPrefix,
      mobileDigits: plan.mobileDigits,
      mobile: `^(?:${plan.mobilePattern})$`,
    })
  },
)

// libphonenumber still lists Gabon's seven-digit numbers of before 2019, and gives the zero of the eight-digit ones in a
// parsing rule instead of the trunk prefix.
test('GA writes its mobile numbers as libphonenumber says of the plan of 2019', () => {
  const plan = numberingPlanOf('GA')
  expect(plan.mobileDigits).toEqual([7, 8])
  expect(countries.GA).toMatchObject({ callingCode: plan.callingCode, trunkPrefix: '0', mobileDigits: 8 })
  fc.assert(
    fc.property(
      fc.stringMatching(/^\d{8}$/),
      fc.stringMatching(new RegExp(`^(?:${plan.mobilePattern})$`)),
      (any, one) => {
        for (const digits of [any, one, `0${one}`]) {
          const isOne = /^[67]\d{7}$/.test(digits) && new RegExp(`^(?:${plan.mobilePattern})$`).test(digits)
          expect(countries.GA.mobile.test(digits), digits).toBe(isOne)
        }
      },
    ),
  )
})

test('hints can name every country: in ASCII letters', () => {
  expect(Object.values(countries).filter(({ name }) => !/^[A-Z][A-Za-z '-]+$/.test(name))).toEqual([])
})

test('every calling code has three digits and belongs to one country', () => {
  const callingCodes = countryCodes.map((code) => countries[code].callingCode)
  expect(callingCodes.every((code) => /^\d{3}$/.test(code))).toBe(true)
  expect(new Set(callingCodes).size).toBe(countryCodes.length)
})

test('a number with a calling code is longer than any local number of a country with a currency', () => {
  const local = currencyCodes.flatMap(countriesOf).map((country) => countries[country])
  const shortest = Math.min(...Object.values(countries).map(({ mobileDigits }) => 3 + mobileDigits))
  expect(Math.max(...local.map(({ mobileDigits }) => mobileDigits))).toBeLessThan(shortest)
})
