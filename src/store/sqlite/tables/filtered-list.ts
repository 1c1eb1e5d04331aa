import type Database from 'better-sqlite3'
import type { RawRow } from './columns.ts'
import { givenLimit } from './tuned-limit.ts'

type Value = string | number

/** SQL conditions and the values of their placeholders; those with an undefined value are left out. */
export type Conditions = readonly (readonly [condition: string, value: Value | readonly Value[] | undefined])[]

/**
 * Lists rows by the conditions that are given. Each combination is a statement of its own, prepared once: an index helps
 * only with a condition that is always there.
 */
export function filteredList(db: Database.Database, select: string, order: string) {
  const prepared = new Map<string, Database.Statement<unknown[], RawRow>>()
  return (conditions: Conditions, limit: number): RawRow[] => {
    const given = conditions.filter(([, value]) => value !== undefined)
    const sql = `${select} WHERE ${given.map(([condition]) => condition).join(' AND ')} ${order} ${givenLimit}`
    const statement = prepared.get(sql) ?? db.prepare<unknown[], RawRow>(sql).raw()
    prepared.set(sql, statement)
    return statement.all(...given.flatMap(([, value]) => value), limit)
  }
}
