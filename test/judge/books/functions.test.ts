import { expect, test } from 'vitest'
import { functionProbe } from '../../../src/judge/books/function-probe.ts'

test('functions answer rows, and null or nothing for no row', async () => {
  const probe = functionProbe({
    order: async (reference) => (reference === 'a' ? { paid: true, credited: 10, order: 7 } : undefined),
    payout: () => ({ state: 'sent', taken: 5, withdrawal: 'w' }),
    balance: () => 12.5,
    sums: 'received',
  })
  expect(probe.sums).toBe('received')
  expect((await probe.orders?.ask('a'))?.row).toEqual({ paid: true, credited: 10, order: '7', price: null })
  expect(await probe.orders?.ask('b')).toEqual({ row: null, text: 'null' })
  expect((await probe.payouts?.ask('p'))?.row).toEqual({ state: 'sent', taken: 5, withdrawal: 'w' })
  expect((await probe.balance?.('1'))?.row).toBe(12.5)
  expect(functionProbe({ balance: () => null })).toMatchObject({ sums: 'price', orders: null, payouts: null })
})

test('a function that throws or returns another form is not checked, with its name', async () => {
  const probe = functionProbe({
    order: () => JSON.parse('{"paid":"yes"}'),
    payout: () => {
      throw new Error('no database')
    },
    balance: () => Number.NaN,
  })
  await expect(probe.orders?.ask('a')).rejects.toThrow('probe.order("a") returned {"paid":"yes"}: paid: ')
  await expect(probe.payouts?.ask('p')).rejects.toThrow('probe.payout("p") throws: no database')
  await expect(probe.balance?.('1')).rejects.toThrow('probe.balance("1") returned null: ')
})
