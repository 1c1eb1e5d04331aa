import { expect, test } from 'vitest'
import { insert, type OpenedStore, openStore, transactionOf } from '../support/opened-store.ts'

const key = 'test_shop'
const queried = transactionOf('a')

test('who follows the timeline reads the newest status query as cheaply when thousands wait to be written', async () => {
  const store = openStore()
  const write = () => store.perform(key, {}, () => ({ result: null, changes: [insert(`at-${store.lastEventId()}`)] }))
  await store.perform(key, {}, () => ({ result: null, changes: [insert('a')] }))
  for (let round = 0; round < 20; round++) {
    readNewest(store) // the engine learns the way
    await write()
  }
  const few = readNewest(store)
  for (let count = 0; count < 3900; count++) store.noteQuery(key, queried)
  expect(readNewest(store)).toBeLessThan(4 * few)
})

/** The processor time that a hundred queries take, each read by one who has read all before it. */
function readNewest(store: OpenedStore): number {
  const before = process.cpuUsage()
  let read = 0
  for (let count = 0; count < 100; count++) {
    const after = store.lastEventId()
    store.noteQuery(key, queried)
    read += store.eventsSince(key, after, 100).length
  }
  const { user, system } = process.cpuUsage(before)
  expect(read).toBe(100)
  return user + system
}
