import type Database from 'better-sqlite3'

/** The table of plans. Most transactions share their plan with others, so it is stored once. */
export function planTable(db: Database.Database) {
  const insert = db.prepare('INSERT INTO plans (plan) VALUES (?)')
  const find = db.prepare<[number], string>('SELECT plan FROM plans WHERE id = ?').pluck()
  return {
    insert: (text: string) => Number(insert.run(text).lastInsertRowid),
    find: (id: number): string | undefined => find.get(id),
  }
}

export type PlanTable = ReturnType<typeof planTable>
