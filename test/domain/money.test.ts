import Big from 'big.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { currencies, currencyCodes } from '../../src/catalogue/currencies.ts'
import { maxAmount, maxMinor, toDecimalString, toMajor, toMinor } from '../../src/domain/money.ts'

test.each([
  [19.99, 1999],
  [4.35, 435],
  [0.01, 1],
  [0.1, 10],
  [1.1, 110],
  [1000, 100_000],
  [9_999_999_999_999.99, 999_999_999_999_999],
  [10_000_000_000_000, maxMinor],
  [-0.05, -5],
  [0, 0],
])('%d GHS is exactly %d minor units', (amount, minor) => {
  expect(toMinor(amount, 'GHS')).toBe(minor)
})

test.each([1.005, 0.1 + 0.2, 1e-7, 0.001, 19.999, 100.123, 5e-324, 9_999_999_999_999.994, Number.NaN])(
  '%d GHS is not exact in the minor unit (D12)',
  (amount) => {
    expect(toMinor(amount, 'GHS')).toBeNull()
  },
)

test('currencies without a minor unit take whole amounts only, stablecoins take six places (D12)', () => {
  expect(toMinor(500, 'UGX')).toBe(500)
  expect(toMinor(500.5, 'XOF')).toBeNull()
  expect(toMinor(0.000001, 'USDC')).toBe(1)
  expect(toMinor(1.234567, 'USDT')).toBe(1_234_567)
  expect(toMinor(1e-7, 'USDC')).toBeNull()
})

test('an amount above the maximum is above it in minor units too, so that only the maximum refuses it', () => {
  for (const amount of [10_000_000_000_000.01, 1e14, 1e17, 1e21, 1e300, Number.POSITIVE_INFINITY]) {
    expect(toMinor(amount, 'GHS')).toBeGreaterThan(maxMinor)
  }
})

test('the largest amount is 10^15 minor units in major units (D12)', () => {
  expect(maxAmount('GHS')).toBe(10_000_000_000_000)
  expect(maxAmount('UGX')).toBe(1_000_000_000_000_000)
  expect(maxAmount('USDC')).toBe(1_000_000_000)
})

test.each([
  [10_050, 'GHS', '100.5'],
  [100_000, 'GHS', '1000'],
  [5, 'GHS', '0.05'],
  [-5, 'GHS', '-0.05'],
  [-150, 'GHS', '-1.5'],
  [0, 'GHS', '0'],
  [1000, 'UGX', '1000'],
  [1, 'USDC', '0.000001'],
  [1_000_000, 'USDC', '1'],
  [maxMinor, 'USDC', '1000000000'],
  [maxMinor - 1, 'GHS', '9999999999999.99'],
  [Number.MAX_SAFE_INTEGER, 'GHS', '90071992547409.91'],
  [Number.MAX_SAFE_INTEGER, 'USDT', '9007199254.740991'],
] as const)('%d minor units of %s are written %s', (minor, currency, text) => {
  expect(toDecimalString(minor, currency)).toBe(text)
})

test.each(currencyCodes)('minor units of %s come back from major units unchanged', (currency) => {
  fc.assert(
    fc.property(fc.integer({ min: -maxMinor, max: maxMinor }), (minor) => {
      expect(toMinor(toMajor(minor, currency), currency)).toBe(minor)
      expect(toMinor(Number(toDecimalString(minor, currency)), currency)).toBe(minor)
    }),
  )
})

test.each(currencyCodes)('an amount of %s that has minor units comes back from them unchanged', (currency) => {
  fc.assert(
    fc.property(amounts, (amount) => {
      const minor = toMinor(amount, currency)
      if (minor !== null && Math.abs(minor) <= maxMinor) expect(toMajor(minor, currency)).toBe(amount)
    }),
  )
})

test.each(currencyCodes)('an amount of %s is exact when its decimal form is', (currency) => {
  const { decimals } = currencies[currency]
  fc.assert(
    fc.property(amounts, (amount) => {
      const minor = Big(amount).times(10 ** decimals)
      fc.pre(minor.abs().lte(maxMinor))
      expect(toMinor(amount, currency)).toBe(minor.eq(minor.round()) ? minor.toNumber() : null)
    }),
  )
})

test.each(currencyCodes)('the decimal string of %s is the shortest one', (currency) => {
  const { decimals } = currencies[currency]
  fc.assert(
    fc.property(fc.maxSafeInteger(), (minor) => {
      expect(toDecimalString(minor, currency)).toBe(Big(minor).times(`1e-${decimals}`).toFixed())
    }),
  )
})

// Any double, and doubles as people write them: some digits and some places.
const amounts = fc
  .oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc
      .tuple(fc.integer({ min: -maxMinor, max: maxMinor }), fc.integer({ min: 0, max: 9 }))
      .map(([n, p]) => n / 10 ** p),
  )
  .filter((amount) => amount !== 0)
