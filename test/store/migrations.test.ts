import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { snapshots } from '../../src/store/sqlite/migrations/0013-snapshots.ts'
import { migrations } from '../../src/store/sqlite/migrations/index.ts'
import { insert, insertWithJob, opening, openStore, temporaryFolder, transactionOf } from '../support/opened-store.ts'

const key = 'test_shop'
const versions = migrations.map((_, index) => index + 1)

/** A folder that an earlier version left, with what every version could hold: one transaction, its job and its events. */
function folderOfVersion(version: number): string {
  const folder = temporaryFolder()
  const db = new Database(join(folder, 'sandbox.db'))
  for (const sql of migrations.slice(0, version)) db.exec(sql)
  db.pragma(`user_version = ${version}`)
  const { id, plan, ...facts } = transactionOf('a')
  const clock = JSON.stringify({ mode: 'frozen', rate: 1, at: opening })
  const work = JSON.stringify({ kind: 'act', transactionId: id, act: { act: 'expire', what: 'account' } })
  db.prepare('INSERT INTO businesses (id, key, epoch, clock, seen_at) VALUES (1, ?, 0, ?, 0)').run(key, clock)
  db.prepare('INSERT INTO plans (id, plan) VALUES (1, ?)').run(JSON.stringify(plan))
  db.prepare(`
    INSERT INTO transactions (id, business_id, public_id, reference, flow, status, currency, amount_minor, fee_minor,
      received_minor, account_number, result, facts, plan_id, created_at, updated_at)
    VALUES (1, 1, ?, 'a', 'mobile-money', 'INITIATED', 'GHS', 10000, 150, 0, NULL, NULL, ?, 1, ?, ?)`).run(
    id,
    JSON.stringify(facts),
    opening,
    opening,
  )
  db.prepare('INSERT INTO jobs VALUES (?, 1, 1, ?, ?, ?)').run(7, opening + 5, 'expire', work)
  db.prepare('INSERT INTO jobs VALUES (?, 1, 1, ?, ?, ?)').run(8, opening + 5, 'expire', work)
  db.exec('DELETE FROM jobs WHERE id = 8')
  const isOldForm = db.prepare("SELECT 1 FROM pragma_table_info('events') WHERE name = 'facts'").get() !== undefined
  const entries = isOldForm ? '\'created\', \'{"by":"file"}\'' : '\'[["created",{"by":"file"}]]\''
  db.exec(`INSERT INTO events VALUES (3, 1, 1, ${opening}, ${entries})`)
  db.exec("UPDATE meta SET value = '8' WHERE name = 'last_job'")
  db.exec("UPDATE meta SET value = '3' WHERE name = 'last_event'")
  keepInSnapshot(db)
  db.close()
  return folder
}

/** Where that version has snapshots, one that holds the same. */
function keepInSnapshot(db: Database.Database): void {
  const tables = db.prepare<[], string>(
    "SELECT name FROM sqlite_schema WHERE name GLOB 'snapshot_*' AND type = 'table'",
  )
  if (tables.pluck().all().length === 0) return
  db.exec(`INSERT INTO snapshots (id, business_id, name, at, clock)
    SELECT 5, id, 'kept', ${opening}, clock FROM businesses`)
  for (const kept of tables.pluck().all()) {
    const live = kept.replace('snapshot_', '')
    const columns = db.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck().all(live)
    const others = columns.filter((name) => name !== 'business_id').join(', ')
    db.exec(`INSERT INTO ${kept} (business_id, ${others}) SELECT 5, ${others} FROM ${live}`)
  }
}

test.each(versions)(
  'a folder of version %i is brought up to date, keeps what it holds, and goes on',
  async (version) => {
    const store = openStore({ folder: folderOfVersion(version) })
    expect(store.transaction(key, 'id-of-a')).toEqual(transactionOf('a'))
    expect(store.transactions(key, { limit: 10 })).toEqual([transactionOf('a')])
    expect(store.jobs(key, 10)).toMatchObject([{ id: 7, dueAt: opening + 5, transactionId: 'id-of-a' }])
    const created = { id: 3, at: opening, transactionId: 'id-of-a', event: 'created', facts: { by: 'file' } }
    expect(store.timeline(key, 'id-of-a')).toEqual([created])
    expect(store.eventsSince(key, 2)).toEqual([created])
    const event = { change: 'event.append', transactionId: 'id-of-b', event: 'created', facts: {} } as const
    const changes = [...insertWithJob('b', opening + 9), event]
    await store.perform(key, {}, () => ({ result: null, changes }))
    // A job of id 8 was there once, and no id comes again.
    expect(store.jobs(key, 10).map(({ id }) => id)).toEqual([7, 9])
    expect(store.eventsSince(key, 3).map(({ id }) => id)).toEqual([4])
    await expect(store.perform(key, {}, () => ({ result: null, changes: [insert('a')] }))).rejects.toThrow('UNIQUE')
    const set = [{ change: 'business.set', settings: { bearFee: 'business' } }] as const
    await store.perform(key, {}, () => ({ result: null, changes: set }))
    expect(store.business(key).settings.bearFee).toBe('business')
  },
)

test.each(versions.slice(migrations.indexOf(snapshots)))(
  'a snapshot in a folder of version %i gives back what it held',
  async (version) => {
    const store = openStore({ folder: folderOfVersion(version) })
    const events = store.eventsSince(key, 0)
    await store.restoreSnapshot(key, 'kept')
    expect(store.transactions(key, { limit: 10 })).toEqual([transactionOf('a')])
    expect(store.jobs(key, 10)).toMatchObject([{ id: 9, dueAt: opening + 5, transactionId: 'id-of-a' }])
    expect(store.eventsSince(key, 0)).toEqual(events)
  },
)
