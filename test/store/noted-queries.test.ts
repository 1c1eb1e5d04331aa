import { expect, test } from 'vitest'
import { asLeftBy, insert, openStore, temporaryFolder, transactionOf } from '../support/opened-store.ts'

const key = 'test_shop'

test('status queries show at once, in order, however many come before a commit, and are stored by the next or a stop', async () => {
  const folder = temporaryFolder()
  const store = openStore({ folder })
  await store.perform(key, {}, () => ({ result: null, changes: [insert('a'), insert('b')] }))
  const [a, b] = [transactionOf('a'), transactionOf('b')]
  for (let n = 0; n < 5000; n += 1) store.noteQuery(key, n % 2 === 0 ? a : { ...b, status: 'PENDING' })
  const shown = store.eventsSince(key, 0)
  expect(shown.map(({ reference }) => reference).slice(-4)).toEqual(['a', 'b', 'a', 'b'])
  expect(store.timeline(key, b.id)).toHaveLength(2500)
  await store.perform(key, {}, () => ({ result: null, changes: [insert('c')] }))
  expect(stored(store)).toBe(5000)
  expect(store.eventsSince(key, 0)).toEqual(shown)
  store.noteQuery(key, a)
  store.close()
  const again = openStore({ folder })
  expect(stored(again)).toBe(5001)
  expect(again.eventsSince(key, 0).slice(0, 5000)).toEqual(shown)
  expect(again.timeline(key, b.id).at(-1)).toMatchObject({ event: 'status_queried', facts: { status: 'PENDING' } })
})

test('an id is given once, although a status query came when the disk had no room for the note of it', async () => {
  const folder = temporaryFolder()
  const store = openStore({ folder })
  await store.perform(key, {}, () => ({ result: null, changes: [insert('a')] }))
  const a = transactionOf('a')
  store.db.pragma('query_only = ON')
  store.noteQuery(key, a)
  store.db.pragma('query_only = OFF')
  store.noteQuery(key, a)
  await store.perform(key, {}, () => ({ result: null, changes: [insert('b')] }))
  const [shown] = store.eventsSince(key, 0)
  const again = openStore({ folder: asLeftBy(folder) })
  for (const _ of [1, 2]) again.noteQuery(key, a)
  await again.perform(key, {}, () => ({ result: null, changes: [insert('c')] }))
  expect(shown?.event).toBe('status_queried')
  expect(again.eventsSince(key, shown?.id ?? 0)).toHaveLength(2)
})

function stored({ db }: ReturnType<typeof openStore>): unknown {
  return db.prepare('SELECT count(*) FROM events').pluck().get()
}
