import type Database from 'better-sqlite3'
import type { DeliveryMove } from '../../../domain/change.ts'
import type { SandboxMs } from '../../../domain/clock.ts'
import type { Attempt, Delivery, DeliveryStatus, LastWebhook, Sent } from '../../../domain/delivery.ts'
import { ImpossibleMove } from '../../../domain/impossible-move.ts'
import type { DeliveryFilter } from '../../store.ts'
import { columnsOf, type RawRow } from './columns.ts'
import { filteredList } from './filtered-list.ts'
import { Recent, type RowFinder } from './ids.ts'

/** The transaction's id and reference are read from its own row, the attempts from theirs. */
type InColumns = Omit<Delivery, 'transactionId' | 'reference' | 'attempts'>

export const deliveryColumns = columnsOf<InColumns>('deliveries', ['business_id', 'transaction_id'], {
  id: 'public_id',
  transactionStatus: 'transaction_status',
  url: 'url',
  body: 'body',
  status: 'status',
  webhook: { json: 'webhook' },
  createdAt: 'created_at',
})

export const attemptColumns = columnsOf<Attempt>('attempts', ['delivery_id'], {
  number: 'number',
  at: 'at',
  headers: { json: 'headers' },
  outcome: { json: 'outcome' },
  isReplay: { flag: 'is_replay' },
})

const select = `
  SELECT deliveries.id, transactions.id, transactions.public_id, transactions.reference, ${deliveryColumns.select}
  FROM deliveries JOIN transactions ON transactions.id = deliveries.transaction_id`

/** A delivery as its rows are now. */
interface Known {
  readonly businessId: number
  readonly rowId: number
  readonly delivery: Delivery
}

/** An attempt is claimed, sent and recorded within moments: what the claim read is not read and decoded again. */
const remembered = 512

const lastTried = '(SELECT max(attempts.at) FROM attempts WHERE attempts.delivery_id = deliveries.id)'

/** The tables of deliveries and their attempts. */
export function deliveryTable(db: Database.Database, rows: RowFinder) {
  const insert = db.prepare(deliveryColumns.insert)
  const find = db
    .prepare<[number, string], RawRow>(`${select} WHERE deliveries.business_id = ? AND deliveries.public_id = ?`)
    .raw()
  const rowId = db
    .prepare<[number, string], number>('SELECT id FROM deliveries WHERE business_id = ? AND public_id = ?')
    .pluck()
  const move = db.prepare('UPDATE deliveries SET status = ? WHERE id = ? AND status = ?')
  const status = db.prepare<[number], DeliveryStatus>('SELECT status FROM deliveries WHERE id = ?').pluck()
  const start = db.prepare(attemptColumns.insert)
  const finished = attemptColumns.only('headers', 'outcome')
  const finish = db.prepare(`UPDATE attempts SET ${finished.set} WHERE delivery_id = ? AND number = ?`)
  const attempts = db
    .prepare<[number], RawRow>(
      `SELECT ${attemptColumns.select} FROM attempts WHERE delivery_id = ? ORDER BY attempts.number`,
    )
    .raw()
  const held = "deliveries.business_id = ? AND deliveries.status = 'held'"
  const heldOf = db
    .prepare<[number, number], RawRow>(
      `${select} WHERE ${held} AND deliveries.transaction_id = ? ORDER BY deliveries.id`,
    )
    .raw()
  const heldIn = db
    .prepare<[number, string], RawRow>(
      `${select} JOIN plans ON plans.id = transactions.plan_id
      WHERE ${held} AND plans.plan ->> '$.scenario' = ? ORDER BY deliveries.id`,
    )
    .raw()
  const last = db.prepare<[number, number], LastWebhook>(`
    SELECT status, (SELECT count(*) FROM attempts WHERE delivery_id = deliveries.id) AS attempts,
      (SELECT outcome ->> '$.response.status' FROM attempts
        WHERE delivery_id = deliveries.id AND outcome IS NOT NULL ORDER BY number DESC LIMIT 1) AS answered
    FROM deliveries WHERE business_id = ? AND transaction_id = ? ORDER BY id DESC LIMIT 1`)
  const list = filteredList(db, select, 'ORDER BY deliveries.id DESC')
  const known = new Recent<string, Known>(remembered)
  const full = (row: RawRow): Delivery => {
    const [rowId, , transactionId, reference] = row
    const found = attempts.all(Number(rowId)).map((attempt) => attemptColumns.read(attempt, 0, {}))
    const others = { transactionId: String(transactionId), reference: String(reference), attempts: found }
    return deliveryColumns.read(row, 4, others)
  }
  const recall = (businessId: number, id: string) => {
    const found = known.get(id)
    return found?.businessId === businessId ? found : undefined
  }
  const change = (businessId: number, id: string, to: (delivery: Delivery) => Partial<Delivery>) => {
    const found = recall(businessId, id)
    if (found) known.set(id, { businessId, rowId: found.rowId, delivery: { ...found.delivery, ...to(found.delivery) } })
  }
  const rowOf = (businessId: number, id: string) => {
    const row = recall(businessId, id)?.rowId ?? rowId.get(businessId, id)
    if (row === undefined) throw new Error(`There is no delivery ${id}`)
    return row
  }
  return {
    insert: (businessId: number, transactionRow: number, delivery: Delivery) =>
      insert.run(businessId, transactionRow, ...deliveryColumns.values(delivery)),
    find(businessId: number, id: string): Delivery | null {
      const remembered = recall(businessId, id)
      if (remembered) return remembered.delivery
      const row = find.get(businessId, id)
      if (!row) return null
      const delivery = full(row)
      // What happens to a webhook is written into its transaction's timeline.
      rows.hint(delivery.transactionId, Number(row[1]))
      known.set(id, { businessId, rowId: Number(row[0]), delivery })
      return delivery
    },
    move(businessId: number, { id, from, to }: DeliveryMove): void {
      const row = rowOf(businessId, id)
      if (move.run(to, row, from).changes !== 1) throw new ImpossibleMove(id, status.get(row) ?? 'gone', to)
      change(businessId, id, () => ({ status: to }))
    },
    startAttempt(businessId: number, { deliveryId, number, isReplay }: StartedAttempt, at: SandboxMs): void {
      const attempt: Attempt = { number, at, headers: {}, outcome: null, isReplay }
      start.run(rowOf(businessId, deliveryId), ...attemptColumns.values(attempt))
      change(businessId, deliveryId, ({ attempts }) => ({ attempts: [...attempts, attempt] }))
    },
    finishAttempt(businessId: number, id: string, { number, headers, outcome }: FinishedAttempt): void {
      finish.run(...finished.values({ headers, outcome }), rowOf(businessId, id), number)
      const finishedOne = (one: Attempt) =>
        one.number === number ? { number, at: one.at, headers, outcome, isReplay: one.isReplay } : one
      change(businessId, id, ({ attempts }) => ({ attempts: attempts.map(finishedOne) }))
    },
    /** Forgets what was remembered: after an undo, or a change of rows that did not come through this table. */
    forget: () => known.clear(),
    heldOf: (businessId: number, transactionId: string) =>
      heldOf.all(businessId, rows.rowId(businessId, transactionId) ?? 0).map(full),
    lastOf: (businessId: number, transactionId: string): LastWebhook | null =>
      last.get(businessId, rows.rowId(businessId, transactionId) ?? 0) ?? null,
    heldIn: (businessId: number, scenario: string) => heldIn.all(businessId, scenario).map(full),
    /** A read of those of a business that meet a condition, the oldest first; the business is its first parameter. */
    that(condition: string) {
      const found = db
        .prepare<unknown[], RawRow>(
          `${select} WHERE deliveries.business_id = ? AND (${condition}) ORDER BY deliveries.id LIMIT ?`,
        )
        .raw()
      return (parameters: readonly (string | number)[], limit: number): readonly Delivery[] =>
        found.all(...parameters, limit).map(full)
    },
    list(businessId: number, filter: DeliveryFilter): readonly Delivery[] {
      const { transactionId, reference, status, transactionStatus, since, failed, limit } = filter
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
          [`max(deliveries.created_at, ifnull(${lastTried}, 0)) >= ?`, since],
          [`(deliveries.status IN ('pending', 'exhausted') AND ${lastTried} IS NOT NULL) = ?`, failed && 1],
        ],
        limit,
      )
      return found.reverse().map(full)
    },
  }
}

interface FinishedAttempt extends Sent {
  readonly number: number
}

interface StartedAttempt {
  readonly deliveryId: string
  readonly number: number
  readonly isReplay: boolean
}
