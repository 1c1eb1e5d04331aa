import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Change, record } from '../../src/domain/change.ts'
import { StorageFailure } from '../../src/domain/refusals.ts'
import { nextTurn } from '../../src/time.ts'
import type { WorldRecord } from '../../src/world-file/records.ts'
import {
  asLeftBy,
  deliveryOf,
  insert,
  insertWithJob,
  type OpenedStore,
  opening,
  openStore,
  referencesIn,
  temporaryFolder,
} from '../support/opened-store.ts'

const key = 'test_shop'
const many = Array.from({ length: 3000 }, (_, index) => `order-${index}`)

const perform = (store: OpenedStore, changes: readonly Change[]) =>
  store.perform(key, {}, () => ({ result: null, changes }))

async function filled(folder: string, references = many): Promise<OpenedStore> {
  const store = openStore({ folder })
  await perform(
    store,
    references.flatMap((reference) => insertWithJob(reference, opening + 60_000)),
  )
  return store
}

/** Creates one transaction after the other until an operation ends, and returns how many. */
async function createBeside(store: OpenedStore, name: string, operation: Promise<unknown>): Promise<number> {
  let isOver = false
  const end = operation.finally(() => {
    isOver = true
  })
  let created = 0
  while (!isOver) await perform(store, insertWithJob(`${name}-${created++}`, opening))
  await end
  return created
}

const numbered = (name: string, count: number) => Array.from({ length: count }, (_, index) => `${name}-${index}`)

test('a snapshot of many transactions holds no command, and is as of one moment', async () => {
  const folder = temporaryFolder()
  const store = await filled(folder)
  const created = await createBeside(store, 'beside', store.takeSnapshot(key, 'kept'))
  expect(created).toBeGreaterThan(20)
  expect(referencesIn(store, key)).toEqual([...many, ...numbered('beside', created)])
  expect(readdirSync(folder).filter((name) => name.includes('snapshot'))).toEqual([])
  await store.restoreSnapshot(key, 'kept')
  const kept = referencesIn(store, key)
  expect(kept.length).toBeLessThan(many.length + created)
  expect(kept).toEqual([...many, ...numbered('beside', kept.length - many.length)])
  expect(store.jobs(key, 10_000)).toHaveLength(kept.length)
})

test('a restore holds no command; what is created before its end goes with the world that it replaces', async () => {
  const store = await filled(temporaryFolder())
  await store.takeSnapshot(key, 'kept')
  const created = await createBeside(store, 'beside', store.restoreSnapshot(key, 'kept'))
  expect(created).toBeGreaterThan(20)
  // The last one may have been called when the world was already replaced.
  const beside = referencesIn(store, key).slice(many.length)
  expect(beside.length).toBeLessThan(3)
  expect(referencesIn(store, key)).toEqual([...many, ...numbered('beside', created).slice(created - beside.length)])
})

/** A row in every table of a business, most of them of the transaction that is one after the mark of the first slice. */
function changesOfAllKinds(): readonly Change[] {
  const reference = 'order-200'
  const [transactionId, delivery] = [`id-of-${reference}`, deliveryOf(reference)]
  const attempt = { deliveryId: delivery.id, isReplay: false }
  const outcome = { response: { status: 500, body: 'no' }, error: null, durationMs: 5, sent: true }
  return [
    record(transactionId, { kind: 'created', scenario: 'approve', by: 'file' }),
    record(transactionId, { kind: 'created', scenario: 'approve', by: 'file' }),
    { change: 'ledger.post', transactionId, currency: 'GHS', amountMinor: 500, why: 'sale' },
    { change: 'ledger.post', transactionId: null, currency: 'NGN', amountMinor: 700, why: 'set by hand' },
    { change: 'delivery.insert', delivery },
    { change: 'attempt.start', ...attempt, number: 1 },
    { change: 'attempt.finish', deliveryId: delivery.id, number: 1, headers: { a: 'b' }, outcome },
    { change: 'attempt.start', ...attempt, number: 2 },
    { change: 'queue.add', entry: { use: 'decline', remaining: 3, match: null } },
    { change: 'scenario.refused', scenario: 'decline' },
    { change: 'business.set', settings: { bearFee: 'business' } },
    { change: 'business.default', scenario: 'decline' },
    { change: 'clock.set', clock: { mode: 'driven', rate: 2, at: opening + 5, after: 'frozen' } },
  ]
}

async function contentsOf(store: OpenedStore): Promise<readonly WorldRecord[]> {
  const records: WorldRecord[] = []
  await store.contents(key, (record) => records.push(record), nextTurn)
  return records
}

test('a snapshot read from a copy keeps the same as one that commands wait for', async () => {
  const worlds: (readonly WorldRecord[])[] = []
  for (const folder of [':memory:', temporaryFolder()]) {
    const store = await filled(folder, many.slice(0, 600))
    await perform(store, changesOfAllKinds())
    worlds.push(await contentsOf(store))
    await store.takeSnapshot(key, 'kept')
    await store.reset(key)
    await store.restoreSnapshot(key, 'kept')
    worlds.push(await contentsOf(store))
    expect(store.db.pragma('foreign_key_check')).toEqual([])
  }
  const [before, fromMemory, beforeCopy, fromCopy] = worlds
  expect(new Set(before?.map(({ kind }) => kind)).size).toBe(9)
  expect(beforeCopy).toEqual(before)
  expect(fromCopy).toEqual(fromMemory)
  expect(fromCopy?.slice(1)).toEqual(before?.slice(1))
  expect(fromCopy?.[0]).toMatchObject({
    at: opening + 5,
    clock: { mode: 'frozen', rate: 2 },
    defaultScenario: 'decline',
  })
})

test('on a running clock the snapshot is of the moment of the copy, however long it is filled', async () => {
  let wall = opening
  const store = openStore({
    folder: temporaryFolder(),
    wall: () => wall,
    clock: { mode: 'real', rate: 1, sandboxAt: opening, wallAt: opening },
  })
  await perform(store, many.map(insert))
  const taking = store.takeSnapshot(key, 'kept')
  const rows = store.db.prepare<[], number>('SELECT count(*) FROM businesses').pluck()
  while (rows.get() === 1) await nextTurn()
  wall += 60_000
  expect((await taking).at).toBe(opening)
})

test('the commands of a business do not wait for a snapshot because a prune waits for it', async () => {
  const store = await filled(temporaryFolder())
  const order: string[] = []
  await Promise.all([
    store.takeSnapshot(key, 'kept').then(() => order.push('snapshot')),
    store.prune(key, 0).then(() => order.push('prune')),
    perform(store, [insert('beside')]).then(() => order.push('command')),
  ])
  expect(order).toEqual(['command', 'snapshot', 'prune'])
})

test('snapshots of two businesses wait for each other, and a snapshot that is taken twice is the second one', async () => {
  const store = await filled(temporaryFolder())
  const others = many.slice(0, 600)
  await store.perform('test_other', {}, () => ({ result: null, changes: others.map(insert) }))
  const first = store.takeSnapshot(key, 'kept')
  const other = store.takeSnapshot('test_other', 'kept')
  await perform(store, [insert('late')])
  await Promise.all([first, other, store.takeSnapshot(key, 'kept')])
  await store.restoreSnapshot(key, 'kept')
  await store.restoreSnapshot('test_other', 'kept')
  expect(referencesIn(store, key)).toEqual([...many, 'late'])
  expect(referencesIn(store, 'test_other')).toEqual(others)
})

test.each([1, 2])('a process that dies when there are %d worlds has taken no snapshot', async (worlds) => {
  const folder = temporaryFolder()
  const store = await filled(folder)
  const taking = store.takeSnapshot(key, 'kept')
  const rows = store.db.prepare<[], number>('SELECT count(*) FROM businesses').pluck()
  const isCopied = () => readdirSync(folder).some((name) => name === 'sandbox.db-snapshot')
  while ((rows.get() ?? 0) < worlds || !isCopied()) await nextTurn()
  const left = asLeftBy(folder)
  await taking
  const again = openStore({ folder: left })
  expect(readdirSync(left).filter((name) => name.includes('snapshot'))).toEqual([])
  expect(again.snapshots(key)).toEqual([])
  expect(referencesIn(again, key)).toEqual(many)
  await again.takeSnapshot(key, 'kept')
  expect(again.snapshots(key)).toMatchObject([{ name: 'kept', transactions: many.length, pendingJobs: many.length }])
})

test('a stop in the middle of a snapshot leaves no copy, and the next start deletes one that a crash left', async () => {
  const folder = temporaryFolder()
  const store = await filled(folder)
  const taking = store.takeSnapshot(key, 'kept')
  const rows = store.db.prepare<[], number>('SELECT count(*) FROM businesses').pluck()
  while (rows.get() === 1) await nextTurn()
  store.close()
  await expect(taking).rejects.toThrow(StorageFailure)
  expect(readdirSync(folder).filter((name) => name.includes('snapshot'))).toEqual([])
  writeFileSync(join(folder, 'sandbox.db-snapshot'), 'left')
  const again = openStore({ folder })
  expect(readdirSync(folder)).not.toContain('sandbox.db-snapshot')
  expect(again.snapshots(key)).toEqual([])
})
