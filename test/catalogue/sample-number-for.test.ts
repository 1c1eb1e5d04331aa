import { expect, test } from 'vitest'
import { sampleNumberFor } from '../../src/catalogue/sample-numbers.ts'
import { normalisePhone } from '../../src/domain/phone.ts'
import type { CurrencyCode } from '../../src/domain/transaction.ts'

test.each<readonly [string, readonly unknown[], string, CurrencyCode]>([
  ['no currency', [{ amount: 5 }, undefined], '0241234567', 'GHS'],
  ['cedis and a network', [{ currency: 'GHS', network: 'MTN' }], '0241234567', 'GHS'],
  ['naira, within another object', [{ order: { sums: [{ currency: 'NGN' }] } }], '', 'NGN'],
  ['the currency of the order, for a withdrawal too', [{ currency: 'KES', network: 'MPS' }, { amount: 5 }], '', 'KES'],
  ['francs of the country that the network names', [{ currency: 'XOF', network: 'ORANGE_SN' }], '', 'XOF'],
  ['a currency without phones', [{ currency: 'USDC' }], '0241234567', 'GHS'],
])('a plan with %s has a customer of it', (_what, bodies, expected, currency) => {
  const { local: number } = sampleNumberFor(bodies)
  if (expected !== '') expect(number).toBe(expected)
  expect(normalisePhone(number, currency)).toMatchObject({ international: expect.any(String) })
})
