import { expect, test } from 'vitest'
import { type Change, record } from '../../src/domain/change.ts'
import { StorageFailure } from '../../src/domain/refused.ts'
import { openDatabase } from '../../src/store/sqlite/file/database.ts'
import { nextTurn } from '../../src/time.ts'
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
import { contentsOf, importAgain } from '../support/whole-world.ts'

const key = 'test_shop'
const neighbour = 'test_other'
const many = Array.from({ length: 3000 }, (_, index) => `order-${index}`)

const perform = (store: OpenedStore, changes: readonly Change[], of = key) =>
  store.perform(of, {}, () => ({ result: null, changes }))

/** A business of 3,000 transactions, each with work to come, and a snapshot of them; a neighbour with one. */
async function filled(folder = ':memory:'): Promise<OpenedStore> {
  const store = openStore({ folder })
  await perform(
    store,
    many.flatMap((reference) => insertWithJob(reference, opening + 60_000)),
  )
  await perform(store, [insert('first')], neighbour)
  await store.takeSnapshot(key, 'kept')
  await perform(store, [insertWithJob('later', opening)].flat())
  return store
}

const now = [...many, 'later']

/** All that is final can be pruned: no work waits for it. */
function finish({ db }: OpenedStore): void {
  db.exec("DELETE FROM jobs; UPDATE transactions SET jobs = '{}', status = 'COMPLETED', updated_at = 0")
}

interface Operation {
  readonly name: string
  readonly operate: (store: OpenedStore) => Promise<unknown>
  readonly prepare?: (store: OpenedStore) => void
  /** What the business has afterwards. */
  readonly after: readonly string[]
}

const operations: readonly Operation[] = [
  { name: 'a snapshot', operate: (store) => store.takeSnapshot(key, 'kept'), after: now },
  { name: 'a restore', operate: (store) => store.restoreSnapshot(key, 'kept'), after: many },
  { name: 'an export', operate: (store) => contentsOf(store, key), after: now },
  { name: 'an import', operate: (store) => importAgain(store, key), after: now },
  { name: 'a prune', operate: (store) => store.prune(key, 0), prepare: finish, after: [] },
]

test.each(operations)('other keys are served beside $name, which leaves nothing behind', async (operation) => {
  const store = await filled()
  operation.prepare?.(store)
  let isOver = false
  const operating = operation.operate(store).finally(() => {
    isOver = true
  })
  let served = 0
  for (; !isOver; served++) await perform(store, [insert(`beside-${served}`)], neighbour)
  await operating
  expect(served).toBeGreaterThan(3)
  expect(referencesIn(store, key)).toEqual(operation.after)
  expect(referencesIn(store, neighbour)).toHaveLength(served + 1)
  const worlds = store.db.prepare<[], number>('SELECT count(*) FROM businesses').pluck()
  while ((worlds.get() ?? 0) > 3) await perform(store, [], neighbour)
  expect(store.db.pragma('foreign_key_check')).toEqual([])
})

test.each(operations.slice(0, 3))('commands of the business itself come after $name', async ({ operate, after }) => {
  const store = await filled()
  const order: string[] = []
  await Promise.all([
    operate(store).then(() => order.push('operated')),
    perform(store, [insert('command')]).then(() => order.push('commanded')),
  ])
  expect(order).toEqual(['operated', 'commanded'])
  expect(referencesIn(store, key)).toEqual([...after, 'command'])
  await store.restoreSnapshot(key, 'kept')
  expect(referencesIn(store, key)).not.toContain('command')
})

/** A row in every table of a business, most of them of the first transaction after a part. */
function changesOfAllKinds(): readonly Change[] {
  const reference = 'order-1000'
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

test('a restored world is the one that was kept, row by row', async () => {
  const store = await filled()
  await perform(store, changesOfAllKinds())
  const before = await contentsOf(store, key)
  await store.takeSnapshot(key, 'all')
  await store.reset(key)
  expect(referencesIn(store, key)).toEqual([])
  await store.restoreSnapshot(key, 'all')
  const after = await contentsOf(store, key)
  expect(new Set(before.map(({ kind }) => kind)).size).toBe(9)
  expect(after.slice(1)).toEqual(before.slice(1))
  expect(after[0]).toMatchObject({ at: opening + 5, clock: { mode: 'frozen', rate: 2 }, defaultScenario: 'decline' })
})

/** The folder of a process that dies in the middle of an operation: once the neighbour had two commits. */
async function leftInTheMiddle({ operate, prepare }: Operation): Promise<string> {
  const folder = temporaryFolder()
  const store = await filled(folder)
  prepare?.(store)
  let isOver = false
  const operating = operate(store).finally(() => {
    isOver = true
  })
  for (const reference of ['a', 'b']) await perform(store, [insert(reference)], neighbour)
  expect(isOver).toBe(false)
  const left = asLeftBy(folder)
  await operating
  store.close()
  return left
}

test.each(operations.slice(0, 4))(
  'a process that dies in the middle of $name has changed nothing',
  async (operation) => {
    const store = openStore({ folder: await leftInTheMiddle(operation) })
    expect(referencesIn(store, key)).toEqual(now)
    expect(store.jobs(key, 10_000)).toHaveLength(now.length)
    expect(store.snapshots(key)).toMatchObject([{ name: 'kept', transactions: many.length, pendingJobs: many.length }])
    expect(store.businesses().map((one) => one.key)).toEqual([key, neighbour])
    // What it was filling is deleted by this start.
    const worlds = store.db.prepare<[], number>('SELECT count(*) FROM businesses').pluck()
    while ((worlds.get() ?? 0) > 3) await perform(store, [], neighbour)
    await store.restoreSnapshot(key, 'kept')
    expect(referencesIn(store, key)).toEqual(many)
  },
)

test('the next start ends the prune in whose middle a process died', async () => {
  const prune = operations.find(({ name }) => name === 'a prune')
  if (prune === undefined) throw new Error('There is no prune')
  const folder = await leftInTheMiddle(prune)
  const { db } = openDatabase({ folder, durable: false, seed: null })
  const count = 'SELECT count(*) FROM transactions WHERE business_id = (SELECT id FROM businesses WHERE key = ?)'
  const left = db.prepare<[string], number>(count).pluck().get(key)
  db.close()
  expect(left).toBeGreaterThan(0)
  expect(left).toBeLessThan(now.length)
  const store = openStore({ folder })
  expect(referencesIn(store, key)).toEqual([])
  expect(store.prunedBefore(key)).toBe(opening)
  await perform(store, [insert('new')])
  store.close()
  expect(referencesIn(openStore({ folder }), key)).toEqual(['new'])
})

test('what a reset, a restore and a dropped snapshot left is deleted afterwards', async () => {
  const store = await filled()
  await store.restoreSnapshot(key, 'kept')
  await store.reset(key)
  await store.dropSnapshot(key, 'kept')
  const rows = store.db.prepare<[], number>('SELECT count(*) FROM transactions').pluck()
  while ((rows.get() ?? 0) > 1) await perform(store, [], neighbour)
  for (const table of ['jobs', 'ledger', 'events', 'deliveries', 'attempts']) {
    expect(store.db.prepare(`SELECT count(*) FROM ${table}`).pluck().get(), table).toBe(0)
  }
  expect(referencesIn(store, neighbour)).toEqual(['first'])
})

test('a stop in the middle of an export or a snapshot ends it', async () => {
  const store = await filled(temporaryFolder())
  const operations = Promise.allSettled([store.contents(key, () => {}, nextTurn), store.takeSnapshot(key, 'more')])
  await perform(store, [insert('a')], neighbour)
  store.close()
  for (const ended of await operations) {
    expect(ended).toMatchObject({ status: 'rejected', reason: expect.any(StorageFailure) })
  }
})
