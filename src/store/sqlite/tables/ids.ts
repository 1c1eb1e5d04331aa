import type Database from 'better-sqlite3'

/** The last id of jobs or events. No id is used twice, even after deleted rows or a crash. */
export function lastId(db: Database.Database, name: 'last_job' | 'last_event') {
  const set = db.prepare<[number, string]>('UPDATE meta SET value = ? WHERE name = ?')
  const get = db.prepare<[string], number>('SELECT CAST(value AS INTEGER) FROM meta WHERE name = ?').pluck()
  return {
    get: (): number => get.get(name) ?? 0,
    set: (id: number) => set.run(id, name),
  }
}

export type LastId = ReturnType<typeof lastId>
