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
  expect((await probe.payouts?.ask('p'))?.row).toEqual({ state: 'sent', taken: 5, fee: null, withdrawal: 'w' })
  expect((await probe.balance?.({ number: '1' }))?.row).toBe(12.5)
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
  await expect(probe.balance?.({ number: '1' })).rejects.toThrow('probe.balance("1") returned null: ')
})

test('a balance is asked under both forms of a number, and null or 0 under one gives way', async () => {
  const asked: string[] = []
  const rows: Readonly<Record<string, number | null>> = { '233241234567': 0, '0241234567': 12.5, '0200000000': null }
  const probe = functionProbe({
    balance: (customer) => {
      asked.push(customer)
      return rows[customer]
    },
  })
  const ama = { number: '233241234567', local: '0241234567' }
  expect(await probe.balance?.(ama)).toEqual({ row: 12.5, text: '12.5 (under 0241234567)' })
  expect(await probe.balance?.({ number: '233200000000', local: '0200000000' })).toEqual({ row: null, text: 'null' })
  expect(await probe.balance?.({ number: '0011223344' })).toEqual({ row: null, text: 'null' })
  expect(asked).toEqual(['233241234567', '0241234567', '233200000000', '0200000000', '0011223344'])
})
