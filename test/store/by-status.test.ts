import { expect, test } from 'vitest'
import { insert, openStore } from '../support/opened-store.ts'

const key = 'test_shop'

test('transactions and webhooks are counted by status', async () => {
  const store = openStore()
  const changes = ['a', 'b', 'c', 'd'].map((reference) => insert(reference))
  await store.perform(key, {}, () => ({ result: null, changes }))
  store.db.exec("UPDATE transactions SET status = 'COMPLETED' WHERE reference IN ('a', 'b')")
  store.db.exec("UPDATE transactions SET status = 'FAILED' WHERE reference = 'c'")
  expect(store.counts(key)).toMatchObject({
    transactions: { INITIATED: 1, PENDING: 0, COMPLETED: 2, FAILED: 1 },
    deliveries: { delivered: 0, pending: 0 },
  })
  expect(store.transactions(key, { status: 'FAILED', limit: 9 }).map(({ reference }) => reference)).toEqual(['c'])
  expect(store.transactions(key, { status: 'COMPLETED', limit: 9 })).toHaveLength(2)
})

test('counts are right after commands, undone ones, resets, restores and prunes', async () => {
  const store = openStore()
  const counted = () => Object.values(store.counts(key).transactions).reduce((sum, count) => sum + count)
  const add = (...references: readonly string[]) =>
    store.perform(key, {}, () => ({ result: null, changes: references.map((reference) => insert(reference)) }))
  await add('a', 'b')
  expect(counted()).toBe(2)
  await add('c')
  expect(counted()).toBe(3)
  await expect(add('d', 'a')).rejects.toThrow()
  expect(counted()).toBe(3)
  await store.takeSnapshot(key, 'kept')
  await add('d')
  await store.reset(key)
  expect(counted()).toBe(0)
  await store.restoreSnapshot(key, 'kept')
  expect(counted()).toBe(3)
  await add('e')
  expect(counted()).toBe(4)
  store.db.exec("UPDATE transactions SET status = 'COMPLETED', updated_at = 0 WHERE reference IN ('a', 'b')")
  await store.prune(key, 0)
  expect(counted()).toBe(2)
})
