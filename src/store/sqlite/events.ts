import type Database from 'better-sqlite3'
import type { SandboxMs } from '../../domain/clock.ts'
import type { JsonObject } from '../../domain/json.ts'
import type { EventName, TimelineEvent } from '../../domain/timeline.ts'
import { columnsOf, type Stored } from './columns.ts'
import type { RisingIds, RowFinder } from './ids.ts'

/** What an event says, as a row of events holds it. */
export type TimelineEntry = readonly [event: EventName, facts: JsonObject]

/** The entries that one command adds to a transaction's timeline; `id` is the last one's. */
interface Entries {
  readonly id: number
  readonly at: SandboxMs
  readonly entries: readonly TimelineEntry[]
}
type Row = Stored<Entries> & { readonly transactionId: string; readonly reference: string }

export const eventColumns = columnsOf<Entries>('events', ['business_id', 'transaction_id'], {
  id: 'id',
  at: 'at',
  entries: { json: 'entries' },
})
const select = `
  SELECT transactions.public_id AS transactionId, transactions.reference, ${eventColumns.select}
  FROM events JOIN transactions ON transactions.id = events.transaction_id`

/** The table of timeline entries. */
export function eventTable(db: Database.Database, ids: RisingIds, rows: RowFinder) {
  const append = db.prepare(eventColumns.insert)
  const ofTransaction = db.prepare<[number], Row>(`${select} WHERE events.transaction_id = ? ORDER BY events.id`)
  const since = db.prepare<[number, number, number], Row>(
    `${select} WHERE events.id > ? AND events.business_id = ? ORDER BY events.id LIMIT ?`,
  )
  return {
    append: (businessId: number, transactionRow: number, at: SandboxMs, entries: readonly TimelineEntry[]) =>
      append.run(businessId, transactionRow, ...eventColumns.values({ id: ids.next(entries.length), at, entries })),
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

function toEvents(row: Row): TimelineEvent[] {
  const { id, at, transactionId, reference, entries } = eventColumns.read(row)
  const before = id - entries.length
  return entries.map(([event, facts], index) => ({
    id: before + 1 + index,
    at,
    transactionId,
    reference,
    event,
    facts,
  }))
}
