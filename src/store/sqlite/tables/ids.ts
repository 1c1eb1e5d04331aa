import type Database from 'better-sqlite3'

export type RisingIds = ReturnType<typeof risingIds>

/** The ids of jobs or events. No id is used twice, even after deleted rows or a crash. */
export function risingIds(db: Database.Database, name: 'last_job' | 'last_event') {
  const set = db.prepare<[number, string]>('UPDATE meta SET value = ? WHERE name = ?')
  const get = db.prepare<[string], number>('SELECT CAST(value AS INTEGER) FROM meta WHERE name = ?').pluck()
  const last = () => get.get(name) ?? 0
  return {
    last,
    /** Returns the last of `count` new ids in a row. Call it inside a turn. */
    next(count: number): number {
      const id = last() + count
      set.run(id, name)
      return id
    },
  }
}
