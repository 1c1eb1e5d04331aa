import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { openDatabase } from '../../src/store/sqlite/file/database.ts'
import { DataFolderError } from '../../src/store/sqlite/file/errors.ts'
import { schemaSteps } from '../../src/store/sqlite/file/schema.ts'
import {
  insert,
  insertWithJob,
  opening,
  openStore,
  referencesIn,
  temporaryFolder,
  transactionOf,
} from '../support/opened-store.ts'

const key = 'test_shop'
const created = {
  change: 'event.append',
  transactionId: 'id-of-a',
  reference: 'a',
  event: 'created',
  facts: { by: 'file' },
} as const

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
const newest = schemaSteps.length + 1

/** Opens and closes a folder as a version would that has these steps after today's. */
function openWith(folder: string, ...later: readonly string[]): number {
  const { db } = openDatabase({ folder, durable: false, seed: null, steps: [...schemaSteps, ...later] })
  const version = Number(db.pragma('user_version', { simple: true }))
  db.close()
  return version
}

/** A step of a later version that changes what is stored. */
const raised = 'ALTER TABLE transactions ADD COLUMN note TEXT; UPDATE transactions SET amount_minor = amount_minor + 1;'

/** A folder that version 4 wrote: a paid collection and one that waits, a snapshot of both, another collection, a prune of what is paid. */
function folderOfVersion4(change = ''): string {
  const folder = temporaryFolder()
  const db = new Database(join(folder, 'sandbox.db'))
  db.pragma('foreign_keys = OFF')
  db.exec(readFileSync(join(import.meta.dirname, 'folder-of-version-4.sql'), 'utf8'))
  db.exec(change)
  db.close()
  return folder
}

test('a folder whose snapshots had tables of their own shows what it showed, and gives its snapshots back', async () => {
  const store = openStore({ folder: folderOfVersion4() })
  expect(referencesIn(store, key)).toEqual(['waits'])
  expect(store.prunedBefore(key)).toBe(store.now(key) - 540_000)
  expect(store.snapshots(key)).toMatchObject([{ name: 'kept', transactions: 2, pendingJobs: 1 }])
  expect(store.businesses()).toEqual([{ key, transactions: 1 }])
  await store.restoreSnapshot(key, 'kept')
  expect(referencesIn(store, key)).toEqual(['paid', 'waits'])
  const [waits, paid] = store.transactions(key, { limit: 9 })
  const timeline = store.timeline(key, paid?.id ?? '').map(({ event }) => event)
  expect(timeline.slice(0, 2)).toEqual(['created', 'prompt_sent'])
  expect(timeline.slice(-2)).toEqual(['webhook_attempted', 'webhook_delivered'])
  expect(store.deliveries(key, { limit: 9 })).toMatchObject([
    { transactionId: paid?.id, status: 'delivered', attempts: [{ number: 1 }, { number: 2 }] },
  ])
  expect(store.ledger(key, 'GHS', 9)).toMatchObject([{ transactionId: paid?.id }])
  expect(store.jobs(key, 9)).toMatchObject([{ transactionId: waits?.id }])
  expect(store.business(key).queue).toMatchObject([{ use: 'wrong-pin', remaining: 2 }])
})

test('a folder that was brought up to date has the tables and columns of a new one', () => {
  const shape = (folder: string) => {
    const { db } = openDatabase({ folder, durable: false, seed: null })
    const columns = db
      .prepare(`
        SELECT tables.name, tables.type, columns.name, columns.type, "notnull", pk
        FROM sqlite_schema AS tables LEFT JOIN pragma_table_info(tables.name) AS columns
        WHERE tables.name NOT LIKE 'sqlite_%' ORDER BY 1, 3`)
      .raw()
      .all()
    const indexes = db
      .prepare(
        "SELECT name, replace(sql, '\n', ' ') FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL ORDER BY 1",
      )
      .raw()
      .all()
    db.close()
    return { columns, indexes }
  }
  expect(shape(folderOfVersion4())).toEqual(shape(temporaryFolder()))
})

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
    event: 'created',
    facts: { by: 'file' },
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

test('a folder whose public ids were indexed 1024 rows at a time is brought up to date', () => {
  const store = openStore({
    folder: folderOfVersion4(`
      DROP INDEX transactions_public_id;
      CREATE INDEX transactions_public_id ON transactions (id >> 10, substr(public_id, 1, 8));
      PRAGMA user_version = 1`),
  })
  expect(referencesIn(store, key)).toEqual(['waits'])
  expect(store.db.prepare("SELECT sql FROM sqlite_schema WHERE name = 'transactions_public_id'").pluck().get()).toBe(
    'CREATE UNIQUE INDEX transactions_public_id ON transactions (business_id, public_id)',
  )
})

test('a job that was stored without its step gets the step of its plan', async () => {
  const store = openStore({
    folder: folderOfVersion4("UPDATE snapshot_jobs SET work = json_remove(work, '$.step'); PRAGMA user_version = 2"),
  })
  await store.restoreSnapshot(key, 'kept')
  expect(store.jobs(key, 10)).toMatchObject([{ kind: 'act', step: 0 }])
})

test.each([
  ['1h', '60s'],
  ['2m', '60s'],
  ['1m30s', '60s'],
  ['90s', '60s'],
  ['60s1ms', '60s'],
  ['60001ms', '60s'],
  ['60s', '60s'],
  ['59s999ms', '59s999ms'],
  ['500ms', '500ms'],
])('a stored time-out of %s becomes %s, here and in snapshots', async (stored, now) => {
  const written = ['businesses', 'snapshots'].map(
    (table) => `UPDATE ${table} SET settings = json_object('timeout', '${stored}', 'pin', '1234');`,
  )
  const store = openStore({ folder: folderOfVersion4(`${written.join('')} PRAGMA user_version = 3`) })
  expect(store.business(key).settings).toMatchObject({ timeout: now, pin: '1234' })
  await store.restoreSnapshot(key, 'kept')
  expect(store.business(key).settings).toMatchObject({ timeout: now, pin: '1234' })
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
  expect(() => openWith(folder)).toThrow(
    `The data folder ${folder} was written by a newer version of payments-sandbox: update the package, or delete the folder`,
  )
})

// Development versions counted from 1 to 12 without saying whose database it is; 0 is one of another program.
test.each([0, 1, 12])('a database of before the first release is refused and left as it is: version %i', (version) => {
  const folder = temporaryFolder()
  const file = join(folder, 'sandbox.db')
  const db = new Database(file)
  db.exec("CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT); INSERT INTO meta VALUES ('seed', '1')")
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
})
