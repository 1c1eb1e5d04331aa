import fc from 'fast-check'
import { expect, test } from 'vitest'
import { feeMinor, maxMinor } from '../../src/domain/money.ts'

test.each([
  [10_000, 1.5, 150],
  [10_050, 1.5, 151], // 150.75
  [100, 1.5, 2], // 1.5
  [99, 1.5, 1], // 1.485
  [50, 1, 1], // 0.5
  [49, 1, 0], // 0.49
  [1, 1, 0],
  [10_000, 0, 0],
  [35, 10, 4], // 3.5
  [3_000, 1.15, 35], // 34.5, which floating point puts at 34.49999999999999
  [maxMinor, 1.5, 15_000_000_000_000],
  [maxMinor - 1, 100, maxMinor - 1],
  [maxMinor, 0.00000000000005, 1], // 0.5
])('on %d minor units %d %% is a fee of %d, half rounded up (D21)', (amountMinor, percent, fee) => {
  expect(feeMinor(amountMinor, percent)).toBe(fee)
})

test('a fee is what whole-number arithmetic says, up to the largest amount', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: maxMinor }),
      fc.integer({ min: 0, max: 10_000 }),
      (amountMinor, basisPoints) => {
        const exact = (BigInt(amountMinor) * BigInt(basisPoints) + 5_000n) / 10_000n
        expect(feeMinor(amountMinor, basisPoints / 100)).toBe(Number(exact))
      },
    ),
  )
})
