import { expect, test } from 'vitest'
import { record } from '../../src/domain/change.ts'
import { worldTables } from '../../src/store/sqlite/whole/world-rows.ts'
import { insert, insertWithJob, type OpenedStore, opening, openStore, referencesIn } from '../support/opened-store.ts'

const key = 'test_shop'

const columnsOf = ({ db }: OpenedStore, table: string) =>
  db.prepare<[string], string>('SELECT name FROM pragma_table_info(?) ORDER BY name').pluck().all(table)

/** The tables whose rows belong to a business, directly or through another. */
function tablesOfBusinesses({ db }: OpenedStore): string[] {
  const tables = db.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all()
  const parents = db.prepare<[string], string>('SELECT "table" FROM pragma_foreign_key_list(?)').pluck()
  const belongs = (table: string): boolean =>
    parents.all(table).some((parent) => parent === 'businesses' || belongs(parent))
  return tables.filter((table) => table !== 'snapshots' && belongs(table))
}

test('a snapshot keeps the rows of every table that belongs to a business', () => {
  const store = openStore()
  expect(tablesOfBusinesses(store).sort()).toEqual([...worldTables, 'attempts'].sort())
  // What a business is called, and what rises for ever, is not its state.
  const identity = ['id', 'key', 'epoch', 'reset_event']
  expect(columnsOf(store, 'businesses').filter((column) => !identity.includes(column))).toEqual([
    'clock',
    'default_scenario',
    'pruned_before',
    'seen_at',
    'settings',
  ])
})

const perform = (store: OpenedStore, changes: readonly ReturnType<typeof insert>[], of = key) =>
  store.perform(of, {}, () => ({ result: null, changes }))
const created = (reference: string) =>
  record(`id-of-${reference}`, { kind: 'created', scenario: reference, by: 'file' })

test('a restored event keeps its id, a restored job gets a new one, and neither comes again', async () => {
  const store = openStore()
  await perform(store, [...insertWithJob('a', opening + 9), created('a')])
  await perform(store, [...insertWithJob('b', opening + 9), created('b')], 'test_other')
  await perform(store, [...insertWithJob('c', opening + 9), created('c')])
  const eventsBefore = store.eventsSince(key, 0)
  await store.takeSnapshot(key, 'kept')
  await perform(store, [...insertWithJob('d', opening + 9), created('d')])
  expect(store.jobs(key, 9).map(({ id }) => id)).toEqual([1, 3, 6])
  await store.restoreSnapshot(key, 'kept')
  expect(store.eventsSince(key, 0)).toEqual(eventsBefore)
  expect(store.jobs(key, 9).map(({ id, transactionId }) => [id, transactionId])).toEqual([
    [7, 'id-of-a'],
    [8, 'id-of-c'],
  ])
  await perform(store, [...insertWithJob('e', opening + 9), created('e')])
  expect(store.jobs(key, 9).map(({ id }) => id)).toEqual([7, 8, 9])
  // A reader that has read up to the last event of the world that is gone gets the new ones only.
  expect(store.eventsSince(key, 4)).toMatchObject([{ scenario: 'e' }])
})

test('rows of others that took the places of a business do not hinder its return', async () => {
  const store = openStore()
  const references = ['a', 'b', 'c']
  await perform(
    store,
    references.flatMap((reference) => insertWithJob(reference, opening + 5)),
  )
  await store.takeSnapshot(key, 'kept')
  await store.reset(key)
  await perform(
    store,
    references.flatMap((reference) => insertWithJob(reference, opening + 5)),
    'test_other',
  )
  await store.restoreSnapshot(key, 'kept')
  await perform(store, [insert('d')])
  expect(referencesIn(store, key)).toEqual(['a', 'b', 'c', 'd'])
  expect(referencesIn(store, 'test_other')).toEqual(references)
  expect(store.jobs(key, 9).map(({ transactionId }) => transactionId)).toEqual(['id-of-a', 'id-of-b', 'id-of-c'])
  expect(store.transaction(key, 'id-of-b')?.reference).toBe('b')
})

test('what cannot be written is undone as a whole: the business is as it was', async () => {
  const store = openStore()
  await perform(store, [...insertWithJob('a', opening + 9), created('a')])
  await store.takeSnapshot(key, 'kept')
  await perform(store, [...insertWithJob('b', opening + 9), created('b')])
  store.db.exec("CREATE TRIGGER broken BEFORE INSERT ON jobs BEGIN SELECT RAISE(ABORT, 'broken'); END")
  await expect(store.restoreSnapshot(key, 'kept')).rejects.toThrow('broken')
  store.db.exec('DROP TRIGGER broken')
  expect(referencesIn(store, key)).toEqual(['a', 'b'])
  expect(store.jobs(key, 9)).toHaveLength(2)
  await store.restoreSnapshot(key, 'kept')
  expect(referencesIn(store, key)).toEqual(['a'])
})
