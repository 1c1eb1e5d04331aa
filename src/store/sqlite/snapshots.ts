import type Database from 'better-sqlite3'
import type { ClockState, SandboxMs } from '../../domain/clock.ts'
import type { Snapshot } from '../store.ts'
import { snapshotRows } from './snapshot-rows.ts'

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

/** The tables of snapshots. */
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
