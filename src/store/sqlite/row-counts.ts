import type Database from 'better-sqlite3'
import type { Change } from '../../domain/change.ts'

const countedTables = { 'transaction.insert': 'transactions', 'delivery.insert': 'deliveries' } as const
type CountedTable = (typeof countedTables)[keyof typeof countedTables]

export type RowCounts = ReturnType<typeof createRowCounts>

/** How many transactions and webhooks a world has: counted once, and kept while commands add to them. */
export function createRowCounts(db: Database.Database) {
  const count = (table: CountedTable) =>
    db.prepare<[number], number>(`SELECT count(*) FROM ${table} WHERE business_id = ?`).pluck()
  const statements = { transactions: count('transactions'), deliveries: count('deliveries') }
  const known = { transactions: new Map<number, number>(), deliveries: new Map<number, number>() }
  return {
    of(table: CountedTable, world: number): number {
      const found = known[table].get(world) ?? statements[table].get(world) ?? 0
      known[table].set(world, found)
      return found
    },
    /** Call it once the changes are applied. */
    changed(world: number, changes: readonly Change[]): void {
      for (const { change } of changes) {
        if (change !== 'transaction.insert' && change !== 'delivery.insert') continue
        const counts = known[countedTables[change]]
        const before = counts.get(world)
        if (before !== undefined) counts.set(world, before + 1)
      }
    },
    /** Counts again, after rows came or went in another way or were not stored. */
    forgetAll(): void {
      for (const counts of Object.values(known)) counts.clear()
    },
  }
}
