import type Database from 'better-sqlite3'
import type { DeliveryMove } from '../../domain/change.ts'
import type { SandboxMs } from '../../domain/clock.ts'
import type { Delivery, DeliveryStatus, Outcome } from '../../domain/delivery.ts'
import { ImpossibleMove } from '../../domain/impossible-move.ts'
import type { DeliveryFilter } from '../store.ts'
import { filteredList } from './filtered.ts'
import type { RowFinder } from './row-finder.ts'
import { type AttemptRow, type DeliveryRow, toDelivery } from './rows.ts'

const select = `
  SELECT deliveries.*, transactions.public_id AS transaction_public_id, transactions.reference AS reference
  FROM deliveries JOIN transactions ON transactions.id = deliveries.transaction_id`

/** The tables of deliveries and their attempts. */
export function deliveryTable(db: Database.Database, rows: RowFinder) {
  const insert = db.prepare(`
    INSERT INTO deliveries (business_id, transaction_id, public_id, transaction_status, url, body, status, webhook, created_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`)
  const find = db.prepare<[number, string], DeliveryRow>(
    `${select} WHERE deliveries.business_id = ? AND deliveries.public_id = ?`,
  )
  const rowId = db
    .prepare<[number, string], number>('SELECT id FROM deliveries WHERE business_id = ? AND public_id = ?')
    .pluck()
  const move = db.prepare('UPDATE deliveries SET status = ? WHERE id = ? AND status = ?')
  const status = db.prepare<[number], DeliveryStatus>('SELECT status FROM deliveries WHERE id = ?').pluck()
  const start = db.prepare(
    "INSERT INTO attempts (delivery_id, number, at, headers, is_replay) VALUES (?, ?, ?, '{}', ?)",
  )
  const finish = db.prepare('UPDATE attempts SET headers = ?, outcome = ? WHERE delivery_id = ? AND number = ?')
  const attempts = db.prepare<[number], AttemptRow>(
    'SELECT number, at, headers, outcome, is_replay FROM attempts WHERE delivery_id = ? ORDER BY number',
  )
  const held = "deliveries.business_id = ? AND deliveries.status = 'held'"
  const heldOf = db.prepare<[number, number], DeliveryRow>(
    `${select} WHERE ${held} AND deliveries.transaction_id = ? ORDER BY deliveries.id`,
  )
  const heldIn = db.prepare<[number, string], DeliveryRow>(
    `${select} JOIN plans ON plans.id = transactions.plan_id
    WHERE ${held} AND plans.plan ->> '$.scenario' = ? ORDER BY deliveries.id`,
  )
  const list = filteredList<DeliveryRow>(db, select, 'ORDER BY deliveries.id DESC')
  const full = (row: DeliveryRow) => toDelivery(row, attempts.all(row.id))
  const rowOf = (businessId: number, id: string) => {
    const row = rowId.get(businessId, id)
    if (row === undefined) throw new Error(`There is no delivery ${id}`)
    return row
  }
  return {
    insert(businessId: number, transactionRow: number, d: Delivery): void {
      const webhook = JSON.stringify(d.webhook)
      insert.run(businessId, transactionRow, d.id, d.transactionStatus, d.url, d.body, d.status, webhook, d.createdAt)
    },
    find(businessId: number, id: string): Delivery | null {
      const row = find.get(businessId, id)
      return row ? full(row) : null
    },
    move(businessId: number, { id, from, to }: DeliveryMove): void {
      const row = rowOf(businessId, id)
      if (move.run(to, row, from).changes !== 1) throw new ImpossibleMove(id, status.get(row) ?? 'gone', to)
    },
    startAttempt: (businessId: number, { deliveryId, number, isReplay }: StartedAttempt, at: SandboxMs) =>
      start.run(rowOf(businessId, deliveryId), number, at, isReplay ? 1 : 0),
    finishAttempt(businessId: number, id: string, { number, headers, outcome }: FinishedAttempt): void {
      finish.run(JSON.stringify(headers), JSON.stringify(outcome), rowOf(businessId, id), number)
    },
    heldOf: (businessId: number, transactionId: string) =>
      heldOf.all(businessId, rows.rowId(businessId, transactionId) ?? 0).map(full),
    heldIn: (businessId: number, scenario: string) => heldIn.all(businessId, scenario).map(full),
    /** A read of those of a business that meet a condition, the oldest first; the business is its first parameter. */
    that(condition: string) {
      const found = db.prepare<unknown[], DeliveryRow>(
        `${select} WHERE deliveries.business_id = ? AND (${condition}) ORDER BY deliveries.id LIMIT ?`,
      )
      return (parameters: readonly (string | number)[], limit: number): readonly Delivery[] =>
        found.all(...parameters, limit).map(full)
    },
    list(businessId: number, filter: DeliveryFilter): readonly Delivery[] {
      const { transactionId, reference, status, transactionStatus, limit } = filter
      // Naming the transaction's business too lets a reference be found by its index.
      const transactionRow = transactionId === undefined ? undefined : (rows.rowId(businessId, transactionId) ?? 0)
      const found = list(
        [
          ['deliveries.business_id = ?', businessId],
          ['transactions.business_id = ?', reference === undefined ? undefined : businessId],
          ['deliveries.transaction_id = ?', transactionRow],
          ['transactions.reference = ?', reference],
          ['deliveries.status = ?', status],
          ['deliveries.transaction_status = ?', transactionStatus],
        ],
        limit,
      )
      return found.reverse().map(full)
    },
  }
}

interface FinishedAttempt {
  readonly number: number
  readonly headers: Readonly<Record<string, string>>
  readonly outcome: Outcome
}

interface StartedAttempt {
  readonly deliveryId: string
  readonly number: number
  readonly isReplay: boolean
}
