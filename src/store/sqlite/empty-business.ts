import type Database from 'better-sqlite3'
import { businessTables, ofBusiness } from './business-tables.ts'

/** Deletes all that a business holds, children before parents; the business itself and its snapshots stay. */
export function emptyBusiness(db: Database.Database, business: number): void {
  for (const table of businessTables.toReversed()) {
    db.prepare(`DELETE FROM ${table} WHERE ${ofBusiness(table)}`).run({ business })
  }
}

/** Deletes the plans that no transaction has any more, here or in a snapshot; what was remembered of plans is wrong then. */
export function deleteUnusedPlans(db: Database.Database): void {
  db.prepare(`
    DELETE FROM plans
    WHERE id NOT IN (SELECT plan_id FROM transactions UNION ALL SELECT plan_id FROM snapshot_transactions)`).run()
}
