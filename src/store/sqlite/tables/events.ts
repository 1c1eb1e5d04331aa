import type Database from 'better-sqlite3'
import type { SandboxMs } from '../../../domain/clock.ts'
import type { JsonObject } from '../../../domain/json.ts'
import type { EventName, TimelineEvent } from '../../../domain/timeline.ts'
import { type Status, statuses } from '../../../domain/transaction.ts'
import { columnsOf, type RawRow } from './columns.ts'
import type { RisingIds, RowFinder } from './ids.ts'
import { NotedQueries, type NotedQuery, type Queried } from './noted-queries.ts'

/** What an event says, as a row of events holds it. */
export type TimelineEntry = readonly [event: EventName, facts: JsonObject]

/** The entries that one command adds to a transaction's timeline; `id` is the last one's. */
interface Entries {
  readonly id: number
  readonly at: SandboxMs
  readonly entries: readonly TimelineEntry[]
}
/** The entries that a transaction is stored with. */
export type FirstEntries = Pick<Entries, 'id' | 'entries'>

/** With what they are about. */
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

/** The table of timeline entries. */
export function eventTable(db: Database.Database, ids: RisingIds, rows: RowFinder) {
  const append = db.prepare(eventColumns.insert)
  const ofTransaction = db.prepare<[number, number], RawRow>(select('id = ?', 'events.transaction_id = ?')).raw()
  const since = db
    .prepare<[number, number, number, number, number], RawRow>(
      `${select('business_id = ? AND first_event > ?', 'events.business_id = ? AND events.id > ?')} LIMIT ?`,
    )
    .raw()
  let noted: NotedQueries | null = null
  const newest = (businessId: number, afterId = 0) =>
    [...(noted?.after(afterId) ?? [])].filter((one) => one.businessId === businessId).map(ofQuery)
  return {
    /** Notes a status query without a write: it shows at once, and is written with the next turn. */
    note(businessId: number, transactionRow: number, at: SandboxMs, queried: Queried): void {
      noted ??= new NotedQueries()
      noted.add(ids.next(1), { businessId, transactionRow, at }, queried)
    },
    /** Writes what was noted and gives it. Belongs into the turn's transaction, before what could delete its transactions. */
    writeNoted(): Iterable<NotedQuery> {
      if (noted === null) return []
      for (const { id, businessId, transactionRow, at, queried } of noted) {
        append.run(businessId, transactionRow, id, at, queryText[queried.status])
      }
      return noted
    },
    /** Lets go of what was noted: it is written, or cannot be. */
    dropNoted(): void {
      noted = null
    },
    /** True once, with the last of those that may wait. */
    isNotedFull: () => noted?.isFull === true,
    /** Gives ids to the entries that are stored with their transaction. */
    first: (entries: readonly TimelineEntry[]): FirstEntries => ({
      id: ids.next(entries.length),
      entries,
    }),
    append: (businessId: number, transactionRow: number, at: SandboxMs, entries: readonly TimelineEntry[]) =>
      append.run(businessId, transactionRow, ...eventColumns.values({ id: ids.next(entries.length), at, entries })),
    ofTransaction(businessId: number, id: string): readonly TimelineEvent[] {
      const row = rows.rowId(businessId, id) ?? 0
      const newer = newest(businessId).filter(({ transactionId }) => transactionId === id)
      return [...ofTransaction.all(row, row).map(read), ...newer].flatMap(toEvents)
    },
    // Of the first row only some entries may be newer. SQLite takes a negative limit for none.
    since(businessId: number, afterId: number, commands = -1): readonly TimelineEvent[] {
      const written = since.all(businessId, afterId, businessId, afterId, commands).map(read)
      const newer = newest(businessId, afterId)
      const room = commands < 0 ? newer.length : commands - written.length
      return [...written, ...newer.slice(0, room)].flatMap(toEvents).filter(({ id }) => id > afterId)
    },
    /** An id for what happens to the business as a whole. Belongs into the turn's transaction. */
    nextId: () => ids.next(1),
    lastId: ids.last,
    forget: ids.forget,
  }
}

const queryEntries = (status: Status): readonly TimelineEntry[] => [['status_queried', { status }]]

/** What a row of events holds of a status query. */
const queryText = Object.fromEntries(statuses.map((status) => [status, JSON.stringify(queryEntries(status))]))

function ofQuery({ id, at, queried }: NotedQuery): OfTransaction {
  return { id, at, transactionId: queried.id, reference: queried.reference, entries: queryEntries(queried.status) }
}

function read(row: RawRow): OfTransaction {
  return eventColumns.read(row, 2, { transactionId: String(row[0]), reference: String(row[1]) })
}

function toEvents({ id, at, transactionId, reference, entries }: OfTransaction): TimelineEvent[] {
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
