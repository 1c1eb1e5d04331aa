import { expect, test } from 'vitest'
import type { Change } from '../../src/domain/change.ts'
import { deliveryOf, insert, openStore } from '../support/opened-store.ts'

const key = 'test_shop'

/** A store with a transaction that waits and a webhook on its way; gives what a change of them comes to. */
async function stored() {
  const store = openStore()
  const perform = (...changes: Change[]) => store.perform(key, {}, () => ({ result: 'done', changes }))
  await perform(insert('a'), { change: 'delivery.insert', delivery: deliveryOf('a') })
  const delivery = () => store.deliveries(key, { limit: 1 })[0]
  return { perform, delivery, transaction: () => store.transaction(key, 'id-of-a') }
}

test('a delivery that is not where a move starts from stays, and the error names both statuses', async () => {
  const { perform, delivery } = await stored()
  const { id } = deliveryOf('a')
  const refusal = 'Cannot move webhook-of-a to pending: it is pending'
  await expect(perform({ change: 'delivery.move', id, from: 'held', to: 'pending' })).rejects.toThrow(refusal)
  expect(delivery()).toEqual(deliveryOf('a'))
  expect(await perform({ change: 'delivery.move', id, from: 'pending', to: 'exhausted' })).toBe('done')
  expect(delivery()?.status).toBe('exhausted')
})
