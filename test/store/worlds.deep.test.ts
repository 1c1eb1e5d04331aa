import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { StorageFailure } from '../../src/domain/refusals.ts'
import { nextTurn } from '../../src/time.ts'
import type { WorldRecord } from '../../src/world-file/records.ts'
import {
  asLeftBy,
  insert,
  insertWithJob,
  opening,
  openStore,
  referencesIn,
  temporaryFolder,
} from '../support/opened-store.ts'

const key = 'test_shop'
const neighbour = 'test_other'
const many = Array.from({ length: 3000 }, (_, index) => `order-${index}`)

type Filled = ReturnType<typeof openStore>

/** A business of 3,000 transactions, each with work to come, and a snapshot of them. */
async function filled(folder?: string): Promise<Filled> {
  const store = openStore(folder === undefined ? {} : { folder })
  const changes = many.flatMap((reference) => insertWithJob(reference, opening + 60_000))
  await store.perform(key, {}, () => ({ result: null, changes }))
  await store.perform(neighbour, {}, () => ({ result: null, changes: [insert('first')] }))
  await store.takeSnapshot(key, 'kept')
  return store
}

/** All that is final can be pruned: no work waits for it. */
function finish({ db }: Filled): void {
  db.exec("DELETE FROM jobs; UPDATE transactions SET status = 'COMPLETED', updated_at = 0")
}

const operations: readonly [string, (store: Filled) => Promise<unknown>, (store: Filled) => void][] = [
  ['a snapshot', (store) => store.takeSnapshot(key, 'again'), () => {}],
  ['a restore', (store) => store.restoreSnapshot(key, 'kept'), () => {}],
  ['a prune', (store) => store.prune(key, 0), finish],
]

test.each(operations)(
  'the commands of another business are committed while %s goes on',
  async (_, operate, prepare) => {
    const store = await filled()
    prepare(store)
    let isOver = false
    const operating = operate(store).then(() => {
      isOver = true
    })
    let committed = 0
    while (!isOver) {
      await store.perform(neighbour, {}, () => ({ result: null, changes: [insert(`beside-${committed}`)] }))
      committed++
    }
    await operating
    expect(committed).toBeGreaterThan(3)
    expect(referencesIn(store, neighbour)).toHaveLength(committed + 1)
  },
)

const holding = operations.filter(([name]) => name !== 'a restore')

test.each(holding)(
  'in memory the commands of the business itself wait for the end of %s',
  async (_, operate, prepare) => {
    const store = await filled()
    prepare(store)
    const order: string[] = []
    const operating = operate(store).then(() => order.push('operated'))
    const commanding = store
      .perform(key, {}, () => ({ result: null, changes: [insert('after')] }))
      .then(() => order.push('commanded'))
    await Promise.all([operating, commanding])
    expect(order).toEqual(['operated', 'commanded'])
    expect(referencesIn(store, key)).toContain('after')
  },
)

/** The folder of a process that dies in the middle of an operation: once the neighbour had three commits. */
async function leftInTheMiddle(folder: string, store: Filled, operation: Promise<unknown>): Promise<string> {
  for (let count = 0; count < 3; count++) {
    await store.perform(neighbour, {}, () => ({ result: null, changes: [insert(`beside-${count}`)] }))
  }
  const left = asLeftBy(folder)
  await operation
  store.close()
  return left
}

test.each(operations.slice(0, 2))('a process that dies in the middle of %s has changed nothing', async (_, operate) => {
  const folder = temporaryFolder()
  const store = await filled(folder)
  const left = await leftInTheMiddle(folder, store, operate(store))
  const again = openStore({ folder: left })
  expect(referencesIn(again, key)).toEqual(many)
  expect(again.snapshots(key).map(({ name }) => name)).toEqual(['kept'])
  expect(again.businesses().map((one) => one.key)).toEqual([key, neighbour])
  // What was copied is deleted in the background, and does not hinder the same operation.
  await again.restoreSnapshot(key, 'kept')
  expect(referencesIn(again, key)).toEqual(many)
})

test('a prune that a process died in is ended by the next one, before its commands', async () => {
  const folder = temporaryFolder()
  const store = await filled(folder)
  finish(store)
  const left = await leftInTheMiddle(folder, store, store.prune(key, 0))
  const again = openStore({ folder: left })
  expect(again.gate(key, 'read')).not.toBeNull()
  await again.perform(key, {}, () => ({ result: null, changes: [] }))
  expect(again.gate(key, 'read')).toBeNull()
  expect(referencesIn(again, key)).toEqual([])
  expect(again.prunedBefore(key)).toBe(opening)
})

test('what a reset, a restore and a dropped snapshot left is deleted in the background', async () => {
  const store = await filled()
  await store.restoreSnapshot(key, 'kept')
  await store.reset(key)
  await store.dropSnapshot(key, 'kept')
  const rows = store.db.prepare<[], number>('SELECT count(*) FROM transactions').pluck()
  while ((rows.get() ?? 0) > 1) await store.perform(neighbour, {}, () => ({ result: null, changes: [] }))
  expect(store.db.prepare('SELECT count(*) FROM jobs').pluck().get()).toBe(0)
  expect(referencesIn(store, neighbour)).toEqual(['first'])
})

function referencesOf(records: readonly WorldRecord[]): readonly string[] {
  return records.flatMap((record) => (record.kind === 'transaction' ? [record.reference] : [])).toSorted()
}

test('an export of many transactions holds no command, and is as of one moment', async () => {
  const folder = temporaryFolder()
  const store = await filled(folder)
  const records: WorldRecord[] = []
  let isOver = false
  const exporting = store
    .contents(key, (record) => records.push(record), nextTurn)
    .then(() => {
      isOver = true
    })
  let committed = 0
  while (!isOver) {
    await store.perform(key, {}, () => ({ result: null, changes: insertWithJob(`beside-${committed}`, opening) }))
    committed++
  }
  await exporting
  const beside = referencesOf(records).filter((reference) => reference.startsWith('beside'))
  expect(committed).toBeGreaterThan(20)
  expect(committed).toBeGreaterThan(beside.length)
  expect(referencesOf(records)).toEqual([...many, ...beside.map((_, index) => `beside-${index}`)].toSorted())
  expect(records.filter(({ kind }) => kind === 'job')).toHaveLength(many.length + beside.length)
  expect(readdirSync(folder).filter((name) => name.includes('copy'))).toEqual([])
})

test('an export waits for a prune under way, and a prune for the copy of an export', async () => {
  const store = await filled(temporaryFolder())
  finish(store)
  const records: WorldRecord[] = []
  const pruning = store.prune(key, 0)
  await Promise.all([store.contents(key, (record) => records.push(record), nextTurn), pruning])
  expect(referencesOf(records)).toEqual([])
  await store.restoreSnapshot(key, 'kept')
  finish(store)
  const exporting = store.contents(key, (record) => records.push(record), nextTurn)
  await nextTurn()
  await Promise.all([exporting, store.prune(key, 0)])
  expect(referencesOf(records)).toEqual(many.toSorted())
})

test('a stop in the middle of an export leaves no copy, and the next start deletes one that a crash left', async () => {
  const folder = temporaryFolder()
  const store = await filled(folder)
  const exporting = store.contents(key, () => store.close(), nextTurn)
  await expect(exporting).rejects.toThrow(StorageFailure)
  const names = readdirSync(folder)
  expect(names.filter((name) => name.includes('copy'))).toEqual([])
  writeFileSync(join(folder, 'sandbox.db-copy'), 'left')
  openStore({ folder })
  expect(readdirSync(folder)).not.toContain('sandbox.db-copy')
})
