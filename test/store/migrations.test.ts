import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { record } from '../../src/domain/change.ts'
import { openDatabase } from '../../src/store/sqlite/file/database.ts'
import { DataFolderError } from '../../src/store/sqlite/file/errors.ts'
import { schemaSteps } from '../../src/store/sqlite/file/schema.ts'
import { insert, insertWithJob, opening, openStore, temporaryFolder, transactionOf } from '../support/opened-store.ts'

const key = 'test_shop'
const created = record('id-of-a', { kind: 'created', scenario: 'approve', by: 'file' })

/** A folder of this version with a transaction, its job, an event, and a snapshot of all that; then one job is done. */
async function filledFolder(): Promise<string> {
  const folder = temporaryFolder()
  const store = openStore({ folder })
  const changes = [...insertWithJob('a', opening + 5), ...insertWithJob('b', opening + 5), created]
  await store.perform(key, {}, () => ({ result: null, changes }))
  await store.takeSnapshot(key, 'kept')
  const job = { dueAt: opening + 5, id: 2 }
  await store.perform(key, {}, () => ({ result: null, changes: [{ change: 'job.done', job }] }))
  store.close()
  return folder
}

/** The number of this version. */
const newest = schemaSteps.length + 11

/** Opens and closes a folder as a version would that has these steps after today's. */
function openWith(folder: string, ...later: readonly string[]): number {
  const { db } = openDatabase({ folder, durable: false, seed: null, steps: [...schemaSteps, ...later] })
  const version = Number(db.pragma('user_version', { simple: true }))
  db.close()
  return version
}

/** A step of a later version that changes what is stored. */
const raised = 'ALTER TABLE transactions ADD COLUMN note TEXT; UPDATE transactions SET amount_minor = amount_minor + 1;'

test('a folder is brought up to date once, keeps what it holds, and goes on', async () => {
  const folder = await filledFolder()
  expect(openWith(folder, raised, 'CREATE TABLE notes (id INTEGER PRIMARY KEY) STRICT')).toBe(newest + 2)
  expect(openWith(folder, raised, 'CREATE TABLE notes (id INTEGER PRIMARY KEY) STRICT')).toBe(newest + 2)
  const { db } = openDatabase({ folder, durable: false, seed: null, steps: [...schemaSteps, '', ''] })
  db.pragma(`user_version = ${newest}`)
  db.close()
  const store = openStore({ folder })
  const kept = { ...transactionOf('a'), amountMinor: transactionOf('a').amountMinor + 1 }
  expect(store.transaction(key, 'id-of-a')).toEqual(kept)
  expect(store.jobs(key, 10)).toMatchObject([{ id: 1, dueAt: opening + 5, transactionId: 'id-of-a' }])
  const event = {
    id: 1,
    at: opening,
    transactionId: 'id-of-a',
    reference: 'a',
    kind: 'created',
    scenario: 'approve',
    by: 'file',
  }
  expect(store.timeline(key, 'id-of-a')).toEqual([event])
  const changes = [...insertWithJob('c', opening + 9), { ...created, transactionId: 'id-of-c' }]
  await store.perform(key, {}, () => ({ result: null, changes }))
  // Jobs of the ids 1 and 2 were there, and no id comes again.
  expect(store.jobs(key, 10).every(({ id }, index) => (index === 0 ? id === 1 : id > 2))).toBe(true)
  expect(store.eventsSince(key, 1)).toHaveLength(1)
  await expect(store.perform(key, {}, () => ({ result: null, changes: [insert('a')] }))).rejects.toThrow('UNIQUE')
  await store.restoreSnapshot(key, 'kept')
  expect(store.transaction(key, 'id-of-a')).toEqual(kept)
  expect(store.eventsSince(key, 0)).toEqual([event])
  expect(store.jobs(key, 10)).toHaveLength(2)
})

test('a step that breaks off leaves nothing of itself, and those before it stay', async () => {
  const folder = await filledFolder()
  const broken = `${raised} INSERT INTO nowhere VALUES (1);`
  for (let round = 0; round < 2; round += 1) {
    expect(() => openWith(folder, 'CREATE TABLE notes (id INTEGER)', broken)).toThrow('no such table: nowhere')
  }
  expect(openWith(folder, 'CREATE TABLE notes (id INTEGER)', raised)).toBe(newest + 2)
  const { db } = openDatabase({ folder, durable: false, seed: null, steps: [...schemaSteps, '', ''] })
  expect(db.prepare('SELECT DISTINCT amount_minor FROM transactions').pluck().all()).toEqual([10_001])
  db.close()
})

test('a folder of a later version is refused', async () => {
  const folder = await filledFolder()
  openWith(folder, raised)
  const refused = expect.objectContaining({
    message: `The data folder ${folder} was written by a newer version of payments-sandbox: update the package, or delete the folder`,
  })
  for (let round = 0; round < 2; round += 1) {
    expect(() => openWith(folder)).toThrow(DataFolderError)
    expect(() => openWith(folder)).toThrow(refused)
  }
})

// Development versions counted from 1 to 12 without saying whose database it is; 0 is one of another program. Later ones said
// whose it is, and counted from 1 to 11.
test.each([
  [0, 0],
  [0, 1],
  [0, 12],
  [0x70736278, 1],
  [0x70736278, 11],
])(
  'a database of before the first release is refused and left as it is: application %i, version %i',
  (application, version) => {
    const folder = temporaryFolder()
    const file = join(folder, 'sandbox.db')
    const db = new Database(file)
    db.exec("CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT); INSERT INTO meta VALUES ('seed', '1')")
    db.pragma(`application_id = ${application}`)
    db.pragma(`user_version = ${version}`)
    db.close()
    const before = readFileSync(file)
    const refused = expect.objectContaining({
      message: `The data folder ${folder} was written by payments-sandbox before its first release, or not by it at all: delete the folder, or name another with --data`,
    })
    for (let round = 0; round < 2; round += 1) {
      expect(() => openWith(folder)).toThrow(DataFolderError)
      expect(() => openWith(folder)).toThrow(refused)
    }
    expect(readFileSync(file).equals(before)).toBe(true)
  },
)
