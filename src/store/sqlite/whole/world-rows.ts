import type Database from 'better-sqlite3'
import type { JobKey } from '../../../domain/job.ts'
import { beforeAllJobs } from '../../store.ts'
import type { Tables } from '../open-tables.ts'
import { isShown } from '../tables/businesses.ts'
import { partRows, type Step } from './parts.ts'

/** The tables of what a business holds, parents before children: the keys of their rows, and the order. */
const tables = {
  transactions: { key: 'id', order: 'first_event, id' },
  ledger: { key: 'id', order: 'currency, id' },
  deliveries: { key: 'id', order: 'id' },
  events: { key: 'business_id, id', order: 'id' },
  jobs: { key: 'business_id, due_at, id', order: 'due_at, id' },
  queue: { key: 'id', order: 'id' },
  refused_scenarios: { key: 'business_id, scenario', order: 'scenario' },
} as const

type WorldTable = keyof typeof tables
export const worldTables = Object.keys(tables) as readonly WorldTable[]

/** From one world to another, in which no other rows come meanwhile. */
export interface Copying {
  readonly from: number
  readonly to: number
}

/**
 * Rows come in their order and get new ids, as others may have theirs by now. But an event keeps its id, which no other of
 * the business ever gets: a reader that has read up to an id reads only what happens from now on. A job never has its old
 * id again: a runner that took it once would pass it over.
 */
export function copySteps(
  db: Database.Database,
  stored: Pick<Tables, 'jobs' | 'transactions'>,
  { from, to }: Copying,
): readonly Step[] {
  return worldTables.map((table) => () => {
    const count = db.prepare<[number], number>(`SELECT count(*) FROM ${table} WHERE business_id = ?`).pluck()
    const done = table === 'events' ? 0 : (count.get(to) ?? 0)
    if (table === 'jobs') return copyJobs(db, stored, { from, to, done })
    const { changes, lastInsertRowid } = db.prepare(copySql(db, table)).run({ from, to, done })
    if (table === 'deliveries') copyAttempts(db, { from, to, first: Number(lastInsertRowid) - changes + 1 })
    return changes
  })
}

function copySql(db: Database.Database, table: WorldTable): string {
  const { key, order } = tables[table]
  const all = db.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck().all(table)
  const columns = all.filter((name) => name !== 'id' || table === 'events')
  const values = columns.map((name) => {
    if (name === 'business_id') return '@to'
    if (name === 'jobs') return "'{}'"
    if (name !== 'transaction_id') return name
    // The copy has the same public id.
    return `(SELECT copy.id FROM transactions AS old
      JOIN transactions AS copy ON copy.business_id = @to AND copy.public_id = old.public_id WHERE old.id = kept.transaction_id)`
  })
  return `INSERT INTO ${table} (${columns.join(', ')})
    SELECT ${values.join(', ')} FROM ${table} AS kept WHERE (${key}) IN (
      SELECT ${key} FROM ${table} WHERE business_id = @from ${table === 'events' ? laterEvents : ''}
      ORDER BY ${order} LIMIT ${partRows} OFFSET @done)
    ORDER BY ${order}`
}

/** Events keep their ids. No index of theirs makes it fast to pass over the copied ones. */
const laterEvents = 'AND id > (SELECT ifnull(max(id), 0) FROM events WHERE business_id = @to)'

interface CopiedWebhooks extends Pick<Copying, 'from' | 'to'> {
  /** The row of the first new webhook. */
  readonly first: number
}

/**
 * An attempt under way is not kept: its job is, and makes it once more, with the same number. One that a dead process
 * left behind stays when others came after it, or there would be a gap.
 */
function copyAttempts(db: Database.Database, webhooks: CopiedWebhooks): void {
  db.prepare(`
    INSERT INTO attempts (delivery_id, number, at, headers, outcome, is_replay)
    SELECT copy.id, kept.number, kept.at, kept.headers, kept.outcome, kept.is_replay
    FROM deliveries AS copy
    JOIN deliveries AS old ON old.business_id = @from AND old.public_id = copy.public_id
    JOIN attempts AS kept ON kept.delivery_id = old.id
    WHERE copy.business_id = @to AND copy.id >= @first AND NOT (kept.outcome IS NULL AND NOT EXISTS (
      SELECT 1 FROM attempts AS later
      WHERE later.delivery_id = kept.delivery_id AND later.number > kept.number AND later.outcome IS NOT NULL))
    ORDER BY copy.id, kept.number`).run(webhooks)
}

interface CopiedJobs extends Copying {
  /** How many were copied before. */
  readonly done: number
}

function copyJobs(
  db: Database.Database,
  { jobs, transactions }: Pick<Tables, 'jobs' | 'transactions'>,
  { from, to, done }: CopiedJobs,
): number {
  const keys = db.prepare<[number, number], JobKey>(
    'SELECT id, due_at AS dueAt FROM jobs WHERE business_id = ? ORDER BY due_at, id LIMIT 1 OFFSET ?',
  )
  const after = done === 0 ? beforeAllJobs : (keys.get(from, done - 1) ?? beforeAllJobs)
  const some = jobs.due(from, after, Number.MAX_SAFE_INTEGER, partRows)
  for (const { id: _, dueAt, ...work } of some) {
    jobs.add(to, transactions.rowId(to, work.transactionId) ?? 0, { dueAt, work })
  }
  return some.length
}

/** Deletes a world that no key and no snapshot has, with all that belongs to its rows. */
export function deleteSteps(db: Database.Database, world: number): readonly Step[] {
  const isUnused = `id = @world AND NOT ${isShown} AND id NOT IN (SELECT world_id FROM snapshots)`
  const rowsOf = (table: WorldTable) => `
    DELETE FROM ${table} WHERE (${tables[table].key}) IN (
      SELECT ${tables[table].key} FROM ${table}
      WHERE business_id = (SELECT id FROM businesses WHERE ${isUnused}) LIMIT ${partRows})`
  const rows = [rowsOf('jobs'), rowsOf('transactions'), rowsOf('ledger')]
  const deletions = [...rows, `DELETE FROM businesses WHERE ${isUnused}`]
  return deletions.map((sql) => () => db.prepare(sql).run({ world }).changes)
}
