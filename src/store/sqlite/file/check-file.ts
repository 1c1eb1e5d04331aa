import type Database from 'better-sqlite3'
import { DamagedDatabase } from './errors.ts'

/** Up to so many pages, 256 MB, a file is checked as a whole: that takes a third of a second. */
const mostPages = 65_536

/** Looks for damage: a small file at once, a large one table by table, with a step after each. Throws at the first damage. */
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
