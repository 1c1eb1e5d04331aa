import { expect, test } from 'vitest'
import { createQueryStatus } from '../../src/engine/settle/status-query.ts'
import { asLeftBy, insert, openStore, temporaryFolder, transactionOf } from '../support/opened-store.ts'

const key = 'test_shop'
const maker = { seed: 1, webhookBody: () => '' }

test('status queries are stored in order, each in a commit that listeners hear of, and a crash loses none', async () => {
  const folder = temporaryFolder()
  const store = openStore({ folder })
  const queryStatus = createQueryStatus(store, maker)
  await store.perform(key, {}, () => ({ result: null, changes: [insert('a'), insert('b')] }))
  const [a, b] = [transactionOf('a'), transactionOf('b')]
  for (const { id } of [a, b, a]) expect(await queryStatus(key, id)).toMatchObject({ id })
  expect(store.commits).toHaveLength(4)
  await Promise.all([a, b, a, b].map(({ id }) => queryStatus(key, id)))
  expect(store.commits).toHaveLength(5)
  const left = openStore({ folder: asLeftBy(folder) })
  expect(left.eventsSince(key, 0).map(({ reference }) => reference)).toEqual(['a', 'b', 'a', 'a', 'b', 'a', 'b'])
  expect(left.timeline(key, b.id).at(-1)).toMatchObject({ kind: 'status_queried', status: 'INITIATED' })
})

test('a query of a transaction that is not there stores nothing', async () => {
  const store = openStore()
  const queryStatus = createQueryStatus(store, maker)
  expect(await queryStatus(key, 'unknown')).toBeNull()
  expect([store.commits, store.businesses()]).toEqual([[], []])
})
