import type Database from 'better-sqlite3'
import { DamagedDatabase } from './errors.ts'

/** Files of up to 256 MB are checked as a whole, in a third of a second. */
const mostPages = 65_536

/** Looks for damage: in a small file at once, in a large one table by table. Throws at the first damage. */
export function* checkFile(db: Database.Database, mostAtOnce = mostPages): Generator<void, void, void> {
  const pages = Number(db.pragma('page_count', { simple: true }))
  if (pages <= mostAtOnce) return check(db, '1')
  const tables = db.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck()
  for (const table of tables.all()) {
    check(db, `'${table}'`)
    yield
  }
}

function check(db: Database.Database, what: string): void {
  const found = String(db.pragma(`quick_check(${what})`, { simple: true }))
  // Its first line only names the database.
  if (found !== 'ok') throw new DamagedDatabase(found.split('\n').at(-1) ?? found)
}
