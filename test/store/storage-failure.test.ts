import { expect, test } from 'vitest'
import { StorageFailure } from '../../src/domain/refused.ts'
import { insert, leaveRoom, type OpenedStore, opening, openStore, referencesIn } from '../support/opened-store.ts'

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

test('after a commit that failed the next one works, for businesses new and old', async () => {
  const store = openStore()
  await store.perform(key, {}, () => decide('before'))
  const failing = [
    store.perform(key, {}, () => decide('a')),
    store.perform('test_new', {}, () => {
      spoilCommit(store)
      return decide('b')
    }),
  ]
  await Promise.allSettled(failing)
  await Promise.all([
    store.perform(key, { referenceTaken: 'a' }, ({ referenceTaken }) => ({
      result: expect(referenceTaken).toBe(false),
      changes: [insert('a')],
    })),
    store.perform('test_new', {}, () => decide('b')),
  ])
  expect(referencesIn(store, key)).toEqual(['before', 'a'])
  expect(referencesIn(store, 'test_new')).toEqual(['b'])
  expect(store.commits.at(-1)?.map((commit) => commit.key)).toEqual([key, 'test_new'])
})

test('what a reset left is deleted, also in the place of a snapshot that could not be stored', async () => {
  const store = openStore()
  await store.perform(key, {}, () => decide('a'))
  const failing = [
    store.takeSnapshot(key, 'kept'),
    store.perform('test_other', {}, () => {
      spoilCommit(store)
      return { result: null, changes: [] }
    }),
  ]
  for (const result of await Promise.allSettled(failing)) expect(result.status).toBe('rejected')
  await store.perform('test_new', {}, () => decide('b'))
  await store.reset('test_new')
  const rows = store.db.prepare<[], number>('SELECT count(*) FROM transactions').pluck()
  while ((rows.get() ?? 0) > 1) await store.perform(key, {}, () => ({ result: null, changes: [] }))
  expect(referencesIn(store, key)).toEqual(['a'])
})

test('a full disk rejects with StorageFailure; what was promised is stored, what was refused is not', async () => {
  const store = openStore()
  await store.perform(key, {}, () => decide('before'))
  leaveRoom(store, 4)
  const references = Array.from({ length: 200 }, (_, index) => `order-${index}`)
  const results = await Promise.allSettled(
    references.map((reference) => store.perform(key, {}, () => decide(reference))),
  )
  const kept = references.filter((_, index) => results[index]?.status === 'fulfilled')
  for (const result of results) {
    if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(StorageFailure)
  }
  expect(kept.length).toBeLessThan(references.length)
  expect(referencesIn(store, key)).toEqual(['before', ...kept])
  leaveRoom(store, 100_000)
  const refused = references.filter((reference) => !kept.includes(reference))
  await Promise.all(refused.map((reference) => store.perform(key, {}, () => decide(reference))))
  expect(referencesIn(store, key)).toEqual(['before', ...kept, ...refused])
})

test('a database that is closed in the middle of a turn rejects all of it', async () => {
  const store = openStore()
  const commands = Promise.allSettled([
    store.perform(key, {}, () => decide('a')),
    store.perform(key, {}, () => decide('b')),
  ])
  store.close()
  for (const result of await commands) {
    expect(result).toMatchObject({ status: 'rejected', reason: expect.any(StorageFailure) })
  }
  expect([store.isOpen(), store.commits]).toEqual([false, []])
})

test('a store that is closed refuses, and says that it is', async () => {
  const store = openStore()
  expect(store.isOpen()).toBe(true)
  store.close()
  expect(store.isOpen()).toBe(false)
  await expect(store.perform(key, {}, () => decide('a'))).rejects.toBeInstanceOf(StorageFailure)
  await expect(store.reset(key)).rejects.toThrow('The database could not store the change: ')
})
