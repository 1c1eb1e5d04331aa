import { expect, test } from 'vitest'
import { payerName } from '../../src/domain/names.ts'

const origin = { seed: 1, key: 'test_shop', reference: 'order-1' }

test('the same origin always has the same payer, also when others were asked for in between', async () => {
  const [first] = await Promise.all([payerName(origin), payerName({ ...origin, seed: 2 }), payerName(origin)])
  expect(await payerName(origin)).toBe(first)
})

test('payers have a first and a last name, and different transactions have different ones', async () => {
  const origins = Array.from({ length: 1000 }, (_, n) => ({ ...origin, reference: `order-${n}` }))
  const names = await Promise.all(origins.map(payerName))
  expect(names.every((name) => /^\S+ \S+/.test(name))).toBe(true)
  expect(new Set(names).size).toBeGreaterThan(500)
})
