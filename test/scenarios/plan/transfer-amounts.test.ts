import fc from 'fast-check'
import { expect, test } from 'vitest'
import { transferAmounts } from '../../../src/scenarios/plan/transfer-amounts.ts'

function shares(...percents: readonly number[]) {
  return percents.map((percent) => ({ shareBasisPoints: percent * 100 }))
}

test('a share is rounded half up to the minor unit', () => {
  expect(transferAmounts(shares(50), 3, 'NGN')).toEqual([2])
  expect(transferAmounts(shares(60), 1001, 'NGN')).toEqual([601])
  expect(transferAmounts(shares(150), 1001, 'NGN')).toEqual([1502])
})

test('a fixed amount is in major units', () => {
  expect(transferAmounts([{ amount: 19.99 }, { amount: 5000 }], 100, 'NGN')).toEqual([1999, 500_000])
})

test('parts of any sum, cut into any shares of the whole, are that sum and never below 0', () => {
  const cuts = fc.uniqueArray(fc.integer({ min: 1, max: 9999 }), { maxLength: 12 })
  fc.assert(
    fc.property(cuts, fc.integer({ min: 1, max: 10 ** 15 }), (points, asked) => {
      const ends = [0, ...points.sort((one, other) => one - other), 10_000]
      const pays = ends.slice(1).map((end, index) => ({ shareBasisPoints: end - (ends[index] ?? 0) }))
      const amounts = transferAmounts(pays, asked, 'NGN')
      expect(amounts.reduce((sum, amount) => sum + BigInt(amount), 0n)).toBe(BigInt(asked))
      expect(amounts.every((amount) => amount >= 0)).toBe(true)
    }),
  )
})
