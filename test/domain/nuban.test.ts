import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accountNumberFor } from '../../src/domain/derived-ids.ts'

// The two examples of the central bank's NUBAN standard, both of First Bank (011); weights 373 373373373.
// 011 000001457: 1*7 + 1*3 + 1*3 + 4*3 + 5*7 + 7*3 = 81, and 10 - 1 = 9.
// 011 000000022: 1*7 + 1*3 + 2*7 + 2*3 = 30, and 10 - 0 = 10, which is written 0.
// And one by hand, 058 123456789: 5*7 + 8*3 + 1*3 + 2*7 + 3*3 + 4*3 + 5*7 + 6*3 + 7*3 + 8*7 + 9*3 = 254, and 10 - 4 = 6.
test.each([
  ['011', '000001457', 9],
  ['011', '000000022', 0],
  ['058', '123456789', 6],
])('the check digit of bank %s and serial %s is %d', (bankCode, serial, digit) => {
  expect(accountNumberFor(bankCode, `${serial}0`)).toBe(`${serial}${digit}`)
})

test('a NUBAN with one wrong digit is none', () => {
  fc.assert(
    fc.property(digits(3), digits(9), fc.nat({ max: 9 }), fc.integer({ min: 1, max: 9 }), (bank, serial, place, by) => {
      const right = accountNumberFor(bank, `${serial}0`)
      const wrongDigit = (Number(right.charAt(place)) + by) % 10
      const wrong = right.slice(0, place) + wrongDigit + right.slice(place + 1)
      expect(accountNumberFor(bank, right)).toBe(right)
      expect(accountNumberFor(bank, wrong)).not.toBe(wrong)
    }),
  )
})

test('a bank with a three-digit code has NUBANs, any other the derived digits (D30)', () => {
  expect(accountNumberFor('011', '0000014570')).toBe('0000014579')
  expect(accountNumberFor('000014', '0000014570')).toBe('0000014570')
  expect(accountNumberFor('GCB', '0123456789')).toBe('0123456789')
})

function digits(count: number): fc.Arbitrary<string> {
  return fc.stringMatching(new RegExp(`^\\d{${count}}$`))
}
