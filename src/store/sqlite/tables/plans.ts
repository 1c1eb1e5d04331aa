import type Database from 'better-sqlite3'

/** The table of plans. Most transactions have the plan of many others: it is stored once, and they refer to it. */
export function planTable(db: Database.Database) {
  const insert = db.prepare('INSERT INTO plans (plan) VALUES (?)')
  const find = db.prepare<[number], string>('SELECT plan FROM plans WHERE id = ?').pluck()
  const deleteUnused = db.prepare(`
    DELETE FROM plans
    WHERE id NOT IN (SELECT plan_id FROM transactions UNION ALL SELECT plan_id FROM snapshot_transactions)`)
  return {
    insert: (text: string) => Number(insert.run(text).lastInsertRowid),
    find: (id: number): string | undefined => find.get(id),
    /** Deletes the plans that no transaction refers to, here or in a snapshot. */
    deleteUnused: () => deleteUnused.run(),
  }
}

export type PlanTable = ReturnType<typeof planTable>
