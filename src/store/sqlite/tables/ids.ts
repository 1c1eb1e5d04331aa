import type Database from 'better-sqlite3'

/** The ids of jobs, or of events. No id is given twice, also after rows were deleted or the process died. */
export function risingIds(db: Database.Database, name: 'last_job' | 'last_event') {
  const raise = db
    .prepare<[number, string], number>(
      'UPDATE meta SET value = value + ? WHERE name = ? RETURNING CAST(value AS INTEGER)',
    )
    .pluck()
  const last = db.prepare<[string], number>('SELECT CAST(value AS INTEGER) FROM meta WHERE name = ?').pluck()
  return {
    /** Returns the last of so many new ids in a row. Belongs into the turn's transaction. */
    next: (count: number): number => raise.get(count, name) ?? 0,
    /** The last id that was given. */
    last: (): number => last.get(name) ?? 0,
  }
}

export type RisingIds = ReturnType<typeof risingIds>
