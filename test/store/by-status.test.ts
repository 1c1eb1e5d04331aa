import { expect, test } from 'vitest'
import { eachSlice } from '../../src/store/sqlite/tables/world-rows.ts'
import { insert, openStore } from '../support/opened-store.ts'

const key = 'test_shop'

/** The steps of the plan of the last statement that reads a table, as SQLite would run it. */
function plansOf(store: ReturnType<typeof openStore>, sql: string): readonly string[] {
  return store.db
    .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
    .all(1)
    .map(({ detail }) => detail)
}

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

test('what is not in the usual last status is found by an index', () => {
  const store = openStore()
  const rows = 'WHERE business_id = ?'
  expect(
    plansOf(
      store,
      `SELECT * FROM transactions ${rows} AND (status <> 'COMPLETED' AND status = 'FAILED') ORDER BY first_event DESC`,
    ),
  ).toEqual(['SEARCH transactions USING INDEX transactions_unusual (business_id=? AND status=?)'])
  expect(
    plansOf(store, `SELECT * FROM deliveries ${rows} AND (status <> 'delivered' AND status = 'held') ORDER BY id DESC`),
  ).toEqual([expect.stringContaining('deliveries_')])
})

test('a slice of the ledger begins and ends by the index, the first and later ones', () => {
  const { db } = openStore()
  db.exec(`
    INSERT INTO businesses (id, key, epoch, reset_event, clock, seen_at) VALUES (1, '${key}', 0, 0, '{}', 0);
    WITH RECURSIVE n AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM n WHERE n < 9)
    INSERT INTO ledger (business_id, currency, at, amount_minor, opening_minor, closing_minor, why)
    SELECT 1, iif(n % 3, 'GHS', 'KES'), 0, 1, n, n + 1, 'set' FROM n`)
  const seen: (readonly [id: number, plans: readonly string[]])[] = []
  const step = eachSlice(
    db,
    'ledger',
    1,
    ({ condition, parameters }) => {
      const sql = `SELECT id FROM ledger WHERE ${condition} ORDER BY currency, id`
      const plans = db.prepare<object, { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all(parameters)
      const ids = db.prepare<object, number>(sql).pluck().all(parameters)
      for (const id of ids) seen.push([id, plans.map(({ detail }) => detail)])
      return undefined
    },
    { size: 2 },
  )
  for (let mark = step(null); mark !== null; ) mark = step(mark)
  expect(seen.map(([id]) => id)).toEqual([1, 2, 4, 5, 7, 8, 3, 6, 9])
  for (const [, plans] of seen)
    expect(plans).toEqual([expect.stringMatching(/^SEARCH .*business_id=\? AND currency=\?/)])
  const within = seen.filter(([id]) => [4, 5, 7, 8, 9].includes(id))
  for (const [, plans] of within) expect(plans).toEqual([expect.stringContaining('AND rowid>?')])
})
