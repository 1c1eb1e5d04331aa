import type Database from 'better-sqlite3'
import type { SandboxMs } from '../../domain/clock.ts'
import type { Transaction } from '../../domain/transaction.ts'
import type { ReportReads } from '../report-reads.ts'
import { reading } from './file/errors.ts'
import type { Tables } from './open-tables.ts'
import { inRange, type Range, reportTransactions } from './report-part.ts'

/** Rows of a part. */
const partRows = 200

/** The reads of a report; `rows` is the size of a part. None has an index of its own, which every create call would pay for. */
export function createReportReads(db: Database.Database, tables: Tables) {
  const readPart = reportTransactions(db, tables)
  const ofNote = webhooksOfNote(tables)
  const nextLike = transactionsAlike(db, tables)
  const rangesOfTransactions = ranges(db, 'transactions', 'first_event')
  const rangesOfWebhooks = ranges(db, 'deliveries', 'id')
  const worldOf = (key: string) => reading(() => tables.remembered.business(key).rowId)
  return (key: string, rows = partRows): ReportReads => {
    const begun = worldOf(key)
    // A business without a row has nothing (D2).
    const world = begun ?? 0
    return {
      isOver: () => worldOf(key) !== begun,
      *transactions() {
        for (const range of rangesOfTransactions(world, rows)) yield readPart(range)
      },
      *deliveriesOfNote() {
        for (const range of rangesOfWebhooks(world, rows)) yield ofNote(range)
      },
      refusedScenarios: () => reading(() => tables.refusedScenarios.list(world)),
      nextLike: (transaction, until) => nextLike(world, transaction, until),
    }
  }
}

/** The ranges of the rows that a world has now. Each is found when it is asked for, as rows can go meanwhile. */
function ranges(db: Database.Database, table: 'transactions' | 'deliveries', column: 'first_event' | 'id') {
  const last = db.prepare<[number], number | null>(`SELECT max(${column}) FROM ${table} WHERE business_id = ?`).pluck()
  const end = db
    .prepare<[...Range], number>(
      `SELECT ${column} FROM ${table} WHERE business_id = ? AND ${column} > ? ORDER BY ${column} LIMIT 1 OFFSET ?`,
    )
    .pluck()
  return function* (world: number, rows: number): Generator<Range> {
    const until = reading(() => last.get(world)) ?? -1
    for (let after = -1; after < until; ) {
      const from = after
      const to = Math.min(reading(() => end.get(world, from, rows - 1)) ?? until, until)
      yield [world, from, to]
      after = to
    }
  }
}

function webhooksOfNote({ deliveries }: Tables) {
  const ofNote = deliveries.that(`deliveries.id > ? AND deliveries.id <= ? AND (
    deliveries.webhook ->> '$.faults' IS NOT NULL OR deliveries.status <> 'delivered' OR EXISTS (
      SELECT 1 FROM attempts WHERE delivery_id = deliveries.id AND (
        coalesce(outcome ->> '$.response.status', 0) NOT BETWEEN 200 AND 299 OR outcome ->> '$.durationMs' > deliveries.webhook ->> '$.timeoutMs' / 2)))`)
  return (range: Range) => reading(() => ofNote(range, -1)) // SQLite: no limit
}

function transactionsAlike(db: Database.Database, { transactions }: Tables) {
  const eventOf = db
    .prepare<[number, string], number>('SELECT first_event FROM transactions WHERE business_id = ? AND public_id = ?')
    .pluck()
  // Times rise with the events: what comes after the first one that is too late need not be looked at.
  const tooLate = db
    .prepare<[number, number, SandboxMs], number>(
      'SELECT first_event FROM transactions WHERE business_id = ? AND first_event > ? AND created_at > ? ORDER BY first_event LIMIT 1',
    )
    .pluck()
  const alike = transactions.that(`${inRange} AND flow = ? AND currency = ? AND facts ->> '$.askedMinor' = ?
    AND facts ->> '$.customer.accountNumber' = ? AND facts ->> '$.customer.accountName' = ?`)
  return (world: number, { id, flow, currency, askedMinor, customer }: Transaction, until: SandboxMs) =>
    reading(() => {
      const event = eventOf.get(world, id)
      if (event === undefined) return null
      const end = (tooLate.get(world, event, until) ?? Number.MAX_SAFE_INTEGER) - 1
      const what = [flow, currency, askedMinor, customer.accountNumber, customer.accountName]
      return alike([world, event, end, ...what], 1)[0] ?? null
    })
}
