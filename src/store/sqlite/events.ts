import type Database from 'better-sqlite3'
import type { SandboxMs } from '../../domain/clock.ts'
import type { JsonObject } from '../../domain/json.ts'
import type { EventName, TimelineEvent } from '../../domain/timeline.ts'
import { type EventRow, toEvent } from './rows.ts'

const select = `
  SELECT events.id, transactions.public_id AS transaction_public_id, at, event, events.facts
  FROM events JOIN transactions ON transactions.id = events.transaction_id`

/** The table of timeline entries. */
export function eventTable(db: Database.Database) {
  const append = db.prepare('INSERT INTO events (business_id, transaction_id, at, event, facts) VALUES (?, ?, ?, ?, ?)')
  const ofTransaction = db.prepare<[number, string], EventRow>(
    `${select} WHERE transactions.business_id = ? AND transactions.public_id = ? ORDER BY events.id`,
  )
  const since = db.prepare<[number, number], EventRow>(
    `${select} WHERE events.id > ? AND events.business_id = ? ORDER BY events.id`,
  )
  const last = db.prepare<[], number | null>('SELECT max(id) FROM events').pluck()
  return {
    append: (businessId: number, transactionRow: number, at: SandboxMs, event: EventName, facts: JsonObject) =>
      append.run(businessId, transactionRow, at, event, JSON.stringify(facts)),
    ofTransaction: (businessId: number, id: string): readonly TimelineEvent[] =>
      ofTransaction.all(businessId, id).map(toEvent),
    since: (businessId: number, afterId: number): readonly TimelineEvent[] =>
      since.all(afterId, businessId).map(toEvent),
    lastId: () => last.get() ?? 0,
  }
}
