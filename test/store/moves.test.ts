import { expect, test } from 'vitest'
import type { Change } from '../../src/domain/change.ts'
import { deliveryOf, insert, openStore, transactionOf } from '../support/opened-store.ts'

const key = 'test_shop'

/** A store with a transaction that waits and a webhook on its way; gives what a change of them comes to. */
async function stored() {
  const store = openStore()
  const perform = (...changes: Change[]) => store.perform(key, {}, () => ({ result: 'done', changes }))
  await perform(insert('a'), { change: 'delivery.insert', delivery: deliveryOf('a') })
  const delivery = () => store.deliveries(key, { limit: 1 })[0]
  return { perform, delivery, transaction: () => store.transaction(key, 'id-of-a') }
}

test('a transaction that is not where a move starts from stays, and the error names both statuses', async () => {
  const { perform, transaction } = await stored()
  const to = { ...transactionOf('a'), status: 'FAILED' } as const
  const refusal = 'Cannot move id-of-a to FAILED: it is INITIATED'
  await expect(perform({ change: 'transaction.move', from: 'PENDING', to })).rejects.toThrow(refusal)
  expect(transaction()).toEqual(transactionOf('a'))
  expect(await perform({ change: 'transaction.move', from: 'INITIATED', to })).toBe('done')
  expect(transaction()?.status).toBe('FAILED')
})

test('a delivery that is not where a move starts from stays, and the error names both statuses', async () => {
  const { perform, delivery } = await stored()
  const { id } = deliveryOf('a')
  const refusal = 'Cannot move webhook-of-a to pending: it is pending'
  await expect(perform({ change: 'delivery.move', id, from: 'held', to: 'pending' })).rejects.toThrow(refusal)
  expect(delivery()).toEqual(deliveryOf('a'))
  expect(await perform({ change: 'delivery.move', id, from: 'pending', to: 'exhausted' })).toBe('done')
  expect(delivery()?.status).toBe('exhausted')
})

test('a move of a delivery that is not there is an error, and undoes what came before it', async () => {
  const { perform, transaction } = await stored()
  const to = { ...transactionOf('a'), status: 'PENDING' } as const
  await expect(
    perform(
      { change: 'transaction.move', from: 'INITIATED', to },
      { change: 'delivery.move', id: 'unknown', from: 'pending', to: 'delivered' },
    ),
  ).rejects.toThrow('There is no delivery unknown')
  expect(transaction()?.status).toBe('INITIATED')
})
