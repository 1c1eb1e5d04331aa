import type Database from 'better-sqlite3'
import type { ClockState, SandboxMs } from '../../../domain/clock.ts'
import type { Snapshot } from '../../store.ts'
import { type BusinessTable, businessTables, ofBusiness } from './business-rows.ts'

interface Row {
  id: number
  at: number
  clock: string
}

/** A snapshot as it is found: its row, and the clock as it stood or ran then. */
export interface FoundSnapshot {
  readonly id: number
  readonly at: SandboxMs
  readonly clock: ClockState
}

/** What a snapshot is taken of, and how it is called. */
export interface Taking {
  readonly businessId: number
  readonly name: string
  readonly at: SandboxMs
  readonly clock: ClockState
}

export function snapshotTable(db: Database.Database) {
  const rows = snapshotRows(db)
  const list = db.prepare<[number], Snapshot>(`
    SELECT name, at,
      (SELECT count(*) FROM snapshot_transactions WHERE business_id = snapshots.id) AS transactions,
      (SELECT count(*) FROM snapshot_jobs WHERE business_id = snapshots.id) AS pendingJobs
    FROM snapshots WHERE business_id = ? ORDER BY name`)
  const find = db.prepare<[number, string], Row>(
    'SELECT id, at, clock FROM snapshots WHERE business_id = ? AND name = ?',
  )
  const insert = db.prepare(`
    INSERT INTO snapshots (business_id, name, at, clock, default_scenario, settings)
    SELECT id, @name, @at, @clock, default_scenario, settings FROM businesses WHERE id = @businessId`)
  const end = db.prepare<[number]>('DELETE FROM snapshots WHERE id = ?')
  const drop = (id: number) => {
    rows.drop(id)
    end.run(id)
  }
  return {
    list: (businessId: number): readonly Snapshot[] => list.all(businessId),
    find(businessId: number, name: string): FoundSnapshot | null {
      const row = find.get(businessId, name)
      return row ? { ...row, clock: JSON.parse(row.clock) } : null
    },
    /** Takes the place of one that has the same name. */
    take({ businessId, name, at, clock }: Taking): void {
      const before = find.get(businessId, name)
      if (before) drop(before.id)
      const { lastInsertRowid } = insert.run({ businessId, name, at, clock: JSON.stringify(clock) })
      rows.keep(businessId, Number(lastInsertRowid))
    },
    giveBack: rows.giveBack,
    drop,
  }
}

/** Copies the rows of businesses into snapshots and back: every column that the tables have. */
function snapshotRows(db: Database.Database) {
  const columnsOf = db.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck()
  const lastIds = db.prepare<[], object>(`
    SELECT ${numbered.map((table) => `(SELECT coalesce(max(id), 0) FROM ${table}) AS ${table}`).join(', ')}`)
  // Prepared where they run: a start would take longer for what most runs never do.
  const inEachTable = (sql: (table: BusinessTable, columns: readonly string[]) => string, values: object) => {
    for (const table of businessTables) db.prepare(sql(table, columnsOf.all(table))).run(values)
  }
  return {
    keep(business: number, snapshot: number): void {
      inEachTable(keepSql, { business, snapshot })
    },
    /** Copies a snapshot's rows into an empty business; `jobs` is the id before those of its jobs. */
    giveBack(snapshot: number, business: number, jobs: number): void {
      inEachTable(giveBackSql, { ...lastIds.get(), jobs, business, snapshot })
    },
    drop(snapshot: number): void {
      inEachTable(dropSql, { snapshot })
    },
  }
}

/** Tables whose rows follow the last that is there. */
const numbered = ['transactions', 'ledger', 'deliveries', 'queue'] as const

function keepSql(table: BusinessTable, columns: readonly string[]): string {
  const others = columns.filter((name) => name !== 'business_id').join(', ')
  return `
    INSERT INTO snapshot_${table} (business_id, ${others})
    SELECT @snapshot, ${others} FROM ${table}
    WHERE ${ofBusiness(table)} ${table === 'attempts' ? `AND NOT (${isUnderWay})` : ''}`
}

/**
 * An attempt under way is not kept: its job is, and makes it once more, with the same number. One that a dead process
 * left behind stays when others came after it, or there would be a gap.
 */
const isUnderWay = `outcome IS NULL AND NOT EXISTS (
  SELECT 1 FROM attempts AS later
  WHERE later.delivery_id = attempts.delivery_id AND later.number > attempts.number AND later.outcome IS NOT NULL)`

const parents = { transaction_id: 'transactions', delivery_id: 'deliveries' } as const

/**
 * Rows come back in their order. Others may have their ids by now, so they get new ones. But an event keeps its id, which
 * no other ever gets: who has read up to an id reads only what happens from now on. A job never gets its old id
 * again: a runner that took it once would pass it over.
 */
function giveBackSql(table: BusinessTable, columns: readonly string[]): string {
  const parentsHere = Object.entries(parents).filter(([column]) => columns.includes(column))
  const values = columns.map((column) => {
    if (column === 'business_id') return '@business'
    if (column in parents) return `new_${column}.id`
    return column === 'id' && table !== 'events' ? newId(table) : `kept.${column}`
  })
  const renamed = parentsHere.map(
    ([column, parent]) => `new_${column} (was, id) AS MATERIALIZED (
      SELECT id, ${newId(parent)} FROM snapshot_${parent} AS kept WHERE business_id = @snapshot)`,
  )
  const joins = parentsHere.map(([column]) => `LEFT JOIN new_${column} ON new_${column}.was = kept.${column}`)
  return `
    ${renamed.length > 0 ? `WITH ${renamed.join(', ')}` : ''}
    INSERT INTO ${table} (${columns.join(', ')})
    SELECT ${values.join(', ')} FROM snapshot_${table} AS kept ${joins.join(' ')}
    WHERE kept.business_id = @snapshot ${columns.includes('id') ? 'ORDER BY kept.id' : ''}`
}

/** The id of a row that follows the last there was in its table, in the order of the kept ones. */
function newId(table: BusinessTable): string {
  return `@${table} + row_number() OVER (ORDER BY kept.id)`
}

function dropSql(table: BusinessTable): string {
  return `DELETE FROM snapshot_${table} WHERE business_id = @snapshot`
}
