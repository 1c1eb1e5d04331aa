import { expect, test } from 'vitest'
import { customerName } from '../../src/domain/names.ts'

test('the same origin always has the same customer', () => {
  expect(customerName({ seed: 1, key: 'test_shop', reference: 'order-1' })).toBe('Ibrahim Adeyemi')
})

test('customers have a first and a last name, and many of them use every combination of twenty by twenty', () => {
  const names = Array.from({ length: 10_000 }, (_, seed) =>
    customerName({ seed, key: 'test_shop', reference: 'order-1' }),
  )
  expect(names.every((name) => /^[A-Z][a-z]+ [A-Z][a-z]+$/.test(name))).toBe(true)
  expect(new Set(names).size).toBe(400)
})
