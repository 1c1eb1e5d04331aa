import { expect, test } from 'vitest'
import { insert, openStore } from '../support/opened-store.ts'

const key = 'test_shop'
const count = 25_000

/** A business in which each 5,000th transaction is a payout, in three parts of a search. */
async function filled() {
  const store = openStore()
  const changes = Array.from({ length: count }, (_, index) => insert(`order-${index}`))
  await store.perform(key, {}, () => ({ result: null, changes }))
  // A command has one event for all that it inserts; a create call inserts one transaction.
  store.db.exec(
    "UPDATE transactions SET first_event = id; UPDATE transactions SET flow = 'bank-payout' WHERE id % 5000 = 0",
  )
  return store
}

test('a search by flow finds what a list does, from the newest on, with any limit and from any transaction on', async () => {
  const store = await filled()
  const filter = { flow: 'bank-payout', limit: 100 } as const
  const listed = store.transactions(key, filter)
  expect(listed).toHaveLength(5)
  expect(await store.searchTransactions(key, filter)).toEqual(listed)
  expect(await store.searchTransactions(key, { ...filter, limit: 3 })).toEqual(listed.slice(0, 3))
  expect(await store.searchTransactions(key, { ...filter, after: listed[1]?.id })).toEqual(listed.slice(2))
  expect(await store.searchTransactions(key, { flow: 'virtual-account', limit: 1 })).toEqual([])
  expect(await store.searchTransactions('test_unused', filter)).toEqual([])
})

test('commands are committed while a search goes on, and a reset leaves it nothing', async () => {
  const store = await filled()
  let committed = 0
  const searching = store.searchTransactions(key, { flow: 'virtual-account', limit: 1 }).then(() => committed)
  for (; committed < 10; committed += 1) {
    await store.perform(key, {}, () => ({ result: null, changes: [insert(`beside-${committed}`)] }))
  }
  expect(await searching).toBeGreaterThan(0)
  const [found] = await Promise.all([
    store.searchTransactions(key, { flow: 'bank-payout', limit: 100 }),
    store.reset(key),
  ])
  expect(found).toEqual([])
})
