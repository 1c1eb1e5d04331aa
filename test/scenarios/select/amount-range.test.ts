import fc from 'fast-check'
import { expect, test } from 'vitest'
import { amountRange } from '../../../src/scenarios/select/amount-range.ts'

test.each([
  [100.55, 'GHS', 10055, 10055],
  [1.15, 'GHS', 115, 115],
  [{ gt: 1000 }, 'GHS', 100_001, Number.MAX_SAFE_INTEGER],
  [{ gte: 1000, lte: 2000 }, 'GHS', 100_000, 200_000],
  [{ lt: 0.3 }, 'GHS', 0, 29],
  [{ gt: 0.005, lt: 0.015 }, 'GHS', 1, 1],
  [{ gte: 0.005, lte: 0.015 }, 'GHS', 1, 1],
  [{ gt: 1000.5 }, 'UGX', 1001, Number.MAX_SAFE_INTEGER],
  [{ lte: 0.000001 }, 'USDT', 0, 1],
] as const)('%j %s is %d to %d minor units', (condition, currency, leastMinor, mostMinor) => {
  expect(amountRange(condition, currency)).toEqual({ leastMinor, mostMinor })
})

test('an amount that a currency cannot have fits nothing', () => {
  const { leastMinor, mostMinor } = amountRange(100.5, 'UGX')
  expect(leastMinor).toBeGreaterThan(mostMinor)
})

test('bounds agree with exact arithmetic on any decimals', () => {
  const micros = fc.integer({ min: 1, max: 10 ** 12 })
  fc.assert(
    fc.property(micros, micros, (bound, minor) => {
      const { leastMinor } = amountRange({ gt: bound / 10 ** 6 }, 'GHS')
      expect(minor >= leastMinor).toBe(BigInt(minor) * 10n ** 4n > BigInt(bound))
    }),
  )
})
