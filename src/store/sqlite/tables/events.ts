import type Database from 'better-sqlite3'
import type { SandboxMs } from '../../../domain/clock.ts'
import type { Recorded, TimelineEvent } from '../../../domain/happening.ts'
import { columnsOf, type RawRow } from './columns.ts'
import type { RisingIds } from './tuned-ids.ts'
import { givenLimit } from './tuned-limit.ts'

/** The timeline entries of one command; `id` is the last one's. */
interface Entries {
  readonly id: number
  readonly at: SandboxMs
  readonly entries: readonly Recorded[]
}
export type FirstEntries = Pick<Entries, 'id' | 'entries'>

interface OfTransaction extends Entries {
  readonly transactionId: string
  readonly reference: string
}

export const eventColumns = columnsOf<Entries>('events', ['business_id', 'transaction_id'], {
  id: 'id',
  at: 'at',
  entries: { json: 'entries' },
})
/** First those of a creation, which are on the transaction's own row, each narrowed by a condition of its own. */
const select = (ofCreation: string, later: string) => `
  SELECT public_id, reference, first_event, created_at, first_entries
  FROM transactions WHERE ${ofCreation}
  UNION ALL
  SELECT transactions.public_id, transactions.reference, ${eventColumns.select}
  FROM events JOIN transactions ON transactions.id = events.transaction_id WHERE ${later}
  ORDER BY 3`

export function eventTable(db: Database.Database, ids: RisingIds) {
  const append = db.prepare(eventColumns.insert)
  const thisOne = 'transactions.business_id = ? AND transactions.public_id = ?'
  const ofTransaction = db.prepare<[number, string, number, string], RawRow>(select(thisOne, thisOne)).raw()
  const since = db
    .prepare<[number, number, number, number, number], RawRow>(
      `${select('business_id = ? AND first_event > ?', 'events.business_id = ? AND events.id > ?')} ${givenLimit}`,
    )
    .raw()
  const lastOf = db
    .prepare<[number, number], number>(`
      SELECT max(
        ifnull((SELECT max(first_event) FROM transactions WHERE business_id = ?), 0),
        ifnull((SELECT max(id) FROM events WHERE business_id = ?), 0))`)
    .pluck()
  return {
    /** Gives ids to the entries that are stored with their transaction. */
    first: (entries: readonly Recorded[]): FirstEntries => ({
      id: ids.next(entries.length),
      entries,
    }),
    append: (businessId: number, transactionRow: number, at: SandboxMs, entries: readonly Recorded[]) =>
      append.run(businessId, transactionRow, ...eventColumns.values({ id: ids.next(entries.length), at, entries })),
    /** Stores entries with their ids from another sandbox; later ids are higher. Call it inside a turn. */
    put(businessId: number, transactionRow: number, entries: Entries): void {
      append.run(businessId, transactionRow, ...eventColumns.values(entries))
    },
    /** Makes the ids that follow higher than those of a business. Call it inside a turn. */
    skipPast(businessId: number): void {
      const last = lastOf.get(businessId, businessId) ?? 0
      if (last > ids.last()) ids.next(last - ids.last())
    },
    ofTransaction: (businessId: number, id: string): readonly TimelineEvent[] =>
      ofTransaction.all(businessId, id, businessId, id).map(read).flatMap(toEvents),
    // Some entries of the first row may be older. A negative limit is none for SQLite.
    since: (businessId: number, afterId: number, commands = -1): readonly TimelineEvent[] =>
      since
        .all(businessId, afterId, businessId, afterId, commands)
        .map(read)
        .flatMap(toEvents)
        .filter(({ id }) => id > afterId),
    /** An id for an event of the whole business. Call it inside a turn. */
    nextId: () => ids.next(1),
    lastId: ids.last,
  }
}

function read(row: RawRow): OfTransaction {
  return eventColumns.read(row, 2, { transactionId: String(row[0]), reference: String(row[1]) })
}

function toEvents({ id, at, transactionId, reference, entries }: OfTransaction): TimelineEvent[] {
  const before = id - entries.length
  return entries.map((entry, index) => ({ ...entry, id: before + 1 + index, at, transactionId, reference }))
}
