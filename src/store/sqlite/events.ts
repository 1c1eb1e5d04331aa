import type Database from 'better-sqlite3'
import type { SandboxMs } from '../../domain/clock.ts'
import type { TimelineEvent } from '../../domain/timeline.ts'
import type { RisingIds } from './rising-ids.ts'
import type { RowFinder } from './row-finder.ts'
import { type EventRow, type TimelineEntry, toEvents } from './rows.ts'

const select = `
  SELECT events.id, transactions.public_id AS transaction_public_id, at, entries
  FROM events JOIN transactions ON transactions.id = events.transaction_id`

/** The table of timeline entries: a row for those that one command adds to a transaction. */
export function eventTable(db: Database.Database, ids: RisingIds, rows: RowFinder) {
  const append = db.prepare('INSERT INTO events (id, business_id, transaction_id, at, entries) VALUES (?, ?, ?, ?, ?)')
  const ofTransaction = db.prepare<[number], EventRow>(`${select} WHERE events.transaction_id = ? ORDER BY events.id`)
  const since = db.prepare<[number, number, number], EventRow>(
    `${select} WHERE events.id > ? AND events.business_id = ? ORDER BY events.id LIMIT ?`,
  )
  return {
    append: (businessId: number, transactionRow: number, at: SandboxMs, entries: readonly TimelineEntry[]) =>
      append.run(ids.next(entries.length), businessId, transactionRow, at, JSON.stringify(entries)),
    ofTransaction: (businessId: number, id: string): readonly TimelineEvent[] =>
      ofTransaction.all(rows.rowId(businessId, id) ?? 0).flatMap(toEvents),
    // Of the first row only some entries may be newer. SQLite takes a negative limit for none.
    since: (businessId: number, afterId: number, commands = -1): readonly TimelineEvent[] =>
      since
        .all(afterId, businessId, commands)
        .flatMap(toEvents)
        .filter(({ id }) => id > afterId),
    /** An id for what happens to the business as a whole. Belongs into the turn's transaction. */
    nextId: () => ids.next(1),
    lastId: ids.last,
    forget: ids.forget,
  }
}
