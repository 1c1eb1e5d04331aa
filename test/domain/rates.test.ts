import fc from 'fast-check'
import { expect, test } from 'vitest'
import { currencyCodes } from '../../src/catalogue/currencies.ts'
import { amountAt, convert, rateBetween, ratesOf } from '../../src/domain/rates.ts'

const declared = {
  ...{ GHS: 11.2, NGN: 1450, UGX: 3600, XOF: 565, XAF: 565, KES: 129, TZS: 2450, ZMW: 22.5, GBP: 0.76, EUR: 0.86 },
  ...{ USD: 1, USDC: 1, USDT: 1 },
}
const rates = ratesOf(declared)

test('a currency without a rate is refused when the rates are read', () => {
  const { ZMW: _, ...rest } = declared
  expect(() => ratesOf(rest)).toThrow('There is no rate of ZMW')
})

test.each([
  [1, 0.005, 'GHS', 0.01],
  [1, 0.0049999, 'GHS', 0],
  [1.005, 100, 'UGX', 101], // 100.5, which floating point puts at 100.49999999999999
  [3, 0.3333335, 'USDC', 1.000001], // 1.0000005
  [0.1, 3, 'GHS', 0.3],
] as const)('%d at %d is in %s %d, half rounded up to the minor unit', (amount, rate, destination, sum) => {
  expect(amountAt(amount, rate, destination)).toBe(sum)
})

test('a payment that stays in its currency, or is none, is not converted', () => {
  expect(convert(rates, { amount: 1, currency: 'GHS' }, null)).toBe(null)
  expect(convert(rates, undefined, 'GHS')).toBe(null)
})

test('there and back again is one, but for the eighth digit', () => {
  const code = fc.constantFrom(...currencyCodes)
  fc.assert(
    fc.property(code, code, (one, other) => {
      expect(rateBetween(rates, one, other) * rateBetween(rates, other, one)).toBeCloseTo(1, 6)
    }),
  )
})
