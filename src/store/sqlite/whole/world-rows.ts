import type Database from 'better-sqlite3'
import { isShown } from '../tables/businesses.ts'
import { partRows, type Step } from './parts.ts'

/** The tables of what a business holds, parents before children: the keys of their rows, and the order. */
const tables = {
  transactions: { key: 'id', order: 'first_event, id' },
  ledger: { key: 'id', order: 'currency, id' },
  deliveries: { key: 'id', order: 'id' },
  events: { key: 'business_id, id', order: 'id' },
  jobs: { key: 'transaction_id, id', order: 'due_at, id' },
  queue: { key: 'id', order: 'id' },
  refused_scenarios: { key: 'business_id, scenario', order: 'scenario' },
} as const

type WorldTable = keyof typeof tables
export const worldTables = Object.keys(tables) as readonly WorldTable[]

/** From one world to another, in which no other rows come meanwhile. */
export interface Copying {
  readonly from: number
  readonly to: number
  /** Reserves ids of jobs, and returns the one before the first. */
  readonly reserveJobs: (count: number) => number
}

/**
 * Rows come in their order and get new ids, as others may have theirs by now. But an event keeps its id, which no other of
 * the business ever gets: a reader that has read up to an id reads only what happens from now on. A job never has its old
 * id again: a runner that took it once would pass it over.
 */
export function copySteps(db: Database.Database, { from, to, reserveJobs }: Copying): readonly Step[] {
  const count = (table: WorldTable, world: number) =>
    db.prepare<[number], number>(`SELECT count(*) FROM ${table} WHERE business_id = ?`).pluck().get(world) ?? 0
  return worldTables.map((table) => () => {
    const done = table === 'events' ? 0 : count(table, to)
    const jobs = table === 'jobs' ? reserveJobs(Math.min(partRows, count(table, from) - done)) : null
    const { changes, lastInsertRowid } = db.prepare(copySql(db, table)).run({ from, to, done, jobs })
    if (table === 'deliveries') copyAttempts(db, { from, to, first: Number(lastInsertRowid) - changes + 1 })
    return changes
  })
}

function copySql(db: Database.Database, table: WorldTable): string {
  const { key, order } = tables[table]
  const all = db.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck().all(table)
  const columns = all.filter((name) => name !== 'id' || table === 'events' || table === 'jobs')
  const values = columns.map((name) => {
    if (name === 'business_id') return '@to'
    if (name === 'id' && table === 'jobs') return `@jobs + row_number() OVER (ORDER BY ${order})`
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

/** Deletes a world that no key and no snapshot has, with all that belongs to its rows. */
export function deleteSteps(db: Database.Database, world: number): readonly Step[] {
  const isUnused = `id = @world AND NOT ${isShown} AND id NOT IN (SELECT world_id FROM snapshots)`
  const rowsOf = (table: WorldTable) => `
    DELETE FROM ${table} WHERE id IN (
      SELECT id FROM ${table} WHERE business_id = (SELECT id FROM businesses WHERE ${isUnused}) LIMIT ${partRows})`
  const deletions = [rowsOf('transactions'), rowsOf('ledger'), `DELETE FROM businesses WHERE ${isUnused}`]
  return deletions.map((sql) => () => db.prepare(sql).run({ world }).changes)
}
