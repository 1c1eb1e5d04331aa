import type Database from 'better-sqlite3'

/**
 * Ids that `meta` notes as used before they are. Serves the rows `log-pages` and `write-calls`: with a note in each commit
 * a create call writes a page more.
 */
const notedAhead = 1000

export type RisingIds = ReturnType<typeof risingIds>

/** The ids of jobs or events. No id is used twice, even after deleted rows or a crash; after a restart some are left out. */
export function risingIds(db: Database.Database, name: 'last_job' | 'last_event') {
  const note = db.prepare<[number, string]>('UPDATE meta SET value = ? WHERE name = ?')
  const noted = db.prepare<[string], number>('SELECT CAST(value AS INTEGER) FROM meta WHERE name = ?').pluck()
  let last = noted.get(name) ?? 0
  let notedUntil = last
  return {
    last: () => last,
    /** Returns the last of `count` new ids in a row. Call it inside a turn. */
    next(count: number): number {
      last += count
      if (last > notedUntil) {
        notedUntil = last + notedAhead
        note.run(notedUntil, name)
      }
      return last
    },
    /** Notes again at the next id: the note may have been undone. */
    forgetAll(): void {
      notedUntil = 0
    },
  }
}
