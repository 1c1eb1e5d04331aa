import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { createOneByOne } from './calls.mjs'

const yearMs = 365 * 86_400_000

/**
 * Opens a sandbox with `count` transactions. It creates one, `settle` may settle it, and then its rows are copied while the
 * sandbox is stopped: this takes seconds, and creating them all would take minutes. Jobs become due in a year. Webhooks go to
 * `callbackUrl`, if it is given. Backups go to the path `backup`.
 */
export async function openFilled(open, count, settle = () => {}, callbackUrl = null) {
  const cwd = open.folder()
  const own = ['--clock', 'frozen', '--backup-to', cwd]
  const args = callbackUrl === null ? own : [...own, '--callback-url', callbackUrl]
  const first = await open.sandbox({ args, cwd })
  await createOneByOne(first, 1)
  await settle(first)
  await first.stop()
  copyRows(join(cwd, '.payments-sandbox'), count - 1)
  return { ...(await open.sandbox({ args, cwd })), backup: join(cwd, 'backup.db') }
}

function copyRows(folder, copies) {
  const file = readdirSync(folder).find((name) => /\.(db|sqlite3?)$/.test(name)) ?? 'no database'
  const db = new Database(join(folder, file), { fileMustExist: true })
  db.pragma('cache_size = -500000')
  db.pragma('synchronous = OFF')
  db.transaction(() => {
    const publicId = "printf('%08x', i) || substr(public_id, 9)"
    const { stride } = db.prepare('SELECT coalesce(max(id), 0) AS stride FROM jobs').get()
    const jobs = `(SELECT json_group_object(key + i * ${stride}, json_set(
      value, '$.id', key + i * ${stride}, '$.dueAt', (value ->> '$.dueAt') + i, '$.transactionId', ${publicId})) FROM json_each(jobs))`
    db.prepare('UPDATE jobs SET due_at = due_at + ?').run(yearMs)
    db.prepare(`UPDATE transactions SET jobs = (
      SELECT json_group_object(key, json_set(value, '$.dueAt', (value ->> '$.dueAt') + ?)) FROM json_each(jobs))`).run(
      yearMs,
    )
    copy(db, copies, 'transactions', {
      public_id: publicId,
      reference: "'stored-' || i",
      first_event: 'first_event + 100 * i',
      jobs,
    })
    copy(db, copies, 'events', { id: 'id + 100 * i', transaction_id: '1 + i' })
    copy(db, copies, 'ledger', {
      transaction_id: '1 + i',
      opening_minor: 'opening_minor + i * amount_minor',
      closing_minor: 'closing_minor + i * amount_minor',
    })
    copy(db, copies, 'deliveries', { transaction_id: '1 + i', public_id: publicId })
    copy(db, copies, 'attempts', { delivery_id: '1 + i' })
    copy(db, copies, 'jobs', {
      transaction_id: '1 + i',
      due_at: 'due_at + i',
    })
    // The sandbox takes the next ids of jobs and events from here.
    for (const [name, ids] of [
      ['last_job', 'SELECT id FROM jobs'],
      ['last_event', 'SELECT id FROM events UNION ALL SELECT first_event FROM transactions'],
    ]) {
      const { last } = db.prepare(`SELECT coalesce(max(id), 0) AS last FROM (${ids})`).get()
      const noted = 'CAST(max(CAST(value AS INTEGER), ?) AS TEXT)'
      db.prepare(`UPDATE meta SET value = ${noted} WHERE name = ?`).run(last, name)
    }
  })()
  db.close()
}

/** Copies all rows of a table `copies` times. `changed` holds an SQL expression for each column that differs; `i` is the number of the copy. */
function copy(db, copies, table, changed) {
  const rows = `(SELECT * FROM ${table})`
  const names = db.pragma(`table_info(${table})`).map(({ name }) => name)
  const last = names.includes('id') ? 'id' : '0'
  const { stride } = db.prepare(`SELECT coalesce(max(${last}), 0) AS stride FROM ${table}`).get()
  const expression = (name) => changed[name] ?? (name === 'id' ? `id + i * ${stride}` : name)
  db.prepare(`
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
    INSERT INTO ${table} (${names}) SELECT ${names.map(expression)} FROM n, ${rows} WHERE i <= ?
  `).run(copies, copies)
}
