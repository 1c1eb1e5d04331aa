import { expect, test } from 'vitest'
import { StorageFailure } from '../../src/domain/refused.ts'
import { insert, type OpenedStore, opening, openStore, referencesIn } from '../support/opened-store.ts'

const key = 'test_shop'
const decide = (...references: string[]) => ({ result: references.length, changes: references.map(insert) })

/** Makes the commit of this turn fail, and not before: a reference that nothing satisfies, looked at only then. */
function spoilCommit(store: OpenedStore): void {
  store.db.pragma('defer_foreign_keys = ON')
  store.db
    .prepare('INSERT INTO events (business_id, id, transaction_id, at, entries) VALUES (99, 99, 99, 0, ?)')
    .run('[]')
}

test('a commit that fails rejects every command of its turn and stores nothing', async () => {
  const store = openStore()
  await store.perform(key, {}, () => decide('before'))
  const clock = { mode: 'frozen', rate: 1, at: opening + 1 } as const
  const results = await Promise.allSettled([
    store.perform(key, {}, () => decide('a')),
    store.perform('test_new', {}, () => decide('b')),
    store.perform(key, {}, () => ({ result: null, changes: [{ change: 'clock.set', clock }] })),
    store.perform(key, {}, () => {
      spoilCommit(store)
      return { result: 'reads only', changes: [] }
    }),
    store.reset(key),
  ])
  for (const result of results) {
    expect(result).toMatchObject({ status: 'rejected', reason: expect.any(StorageFailure) })
  }
  expect(store.commits).toHaveLength(1)
  expect(referencesIn(store, key)).toEqual(['before'])
  expect(store.now(key)).toBe(opening)
  expect([store.business(key).epoch, store.business('test_new').opened]).toEqual([0, false])
})

test('a store that is closed refuses, and says that it is', async () => {
  const store = openStore()
  expect(store.isOpen()).toBe(true)
  store.close()
  expect(store.isOpen()).toBe(false)
  await expect(store.perform(key, {}, () => decide('a'))).rejects.toBeInstanceOf(StorageFailure)
  await expect(store.reset(key)).rejects.toThrow('The database could not store the change: ')
})
