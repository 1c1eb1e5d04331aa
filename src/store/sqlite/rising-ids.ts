import type Database from 'better-sqlite3'

/** Ids that a process may use before it notes the next; what it has not used when it ends is passed over. */
const noted = 1000

/**
 * The ids of jobs, or of events. None comes twice, whatever is deleted and whenever the process dies: the note of how far
 * they may go is written before the first of them is used, in the same commit.
 */
export function risingIds(db: Database.Database, name: 'last_job' | 'last_event') {
  const read = db.prepare<[string], string>('SELECT value FROM meta WHERE name = ?').pluck()
  const note = db.prepare<[string, string]>('UPDATE meta SET value = ? WHERE name = ?')
  let last = Number(read.get(name))
  let notedUpTo = last
  return {
    /** The last of so many new ids; they follow each other. Belongs into the turn's transaction. */
    next(count: number): number {
      last += count
      if (last > notedUpTo) {
        notedUpTo = last + noted
        note.run(String(notedUpTo), name)
      }
      return last
    },
    /** The last that was given; none below it comes any more. */
    last: () => last,
    /** After an undo the note may be gone. */
    forget(): void {
      notedUpTo = last
    },
  }
}

export type RisingIds = ReturnType<typeof risingIds>
