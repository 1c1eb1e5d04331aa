import type Database from 'better-sqlite3'
import type { DeliveryMove } from '../../../domain/change.ts'
import type { SandboxMs } from '../../../domain/clock.ts'
import type { Attempt, Delivery, DeliveryStatus, LastWebhook, Sent } from '../../../domain/delivery.ts'
import { ImpossibleMove } from '../../../domain/moves.ts'
import { searchedWords } from '../../../domain/searched-words.ts'
import type { DeliveryFilter } from '../../filters.ts'
import { columnsOf, type RawRow } from './columns.ts'
import { filteredList } from './filtered-list.ts'
import { addLowerAll, hasWords } from './has-words.ts'
import { givenLimit } from './tuned-limit.ts'

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
  SELECT deliveries.id, transactions.public_id, transactions.reference, ${deliveryColumns.select}
  FROM deliveries JOIN transactions ON transactions.id = deliveries.transaction_id`

const ofTransaction = `deliveries.transaction_id =
  (SELECT id FROM transactions WHERE business_id = ? AND public_id = ?)`

export function deliveryTable(db: Database.Database) {
  const full = fullRow(db)
  return { ...writing(db), ...finding(db, full), ...listing(db, full) }
}

function rowIdOf(db: Database.Database) {
  return db
    .prepare<[number, string], number>('SELECT id FROM deliveries WHERE business_id = ? AND public_id = ?')
    .pluck()
}

type FullRow = ReturnType<typeof fullRow>

function fullRow(db: Database.Database) {
  const attempts = db
    .prepare<[number], RawRow>(
      `SELECT ${attemptColumns.select} FROM attempts WHERE delivery_id = ? ORDER BY attempts.number`,
    )
    .raw()
  return (row: RawRow): Delivery => {
    const [rowId, transactionId, reference] = row
    const found = attempts.all(Number(rowId)).map((attempt) => attemptColumns.read(attempt, 0, {}))
    const others = { transactionId: String(transactionId), reference: String(reference), attempts: found }
    return deliveryColumns.read(row, 3, others)
  }
}

function writing(db: Database.Database) {
  const insert = db.prepare(deliveryColumns.insert)
  const rowId = rowIdOf(db)
  const move = db.prepare('UPDATE deliveries SET status = ? WHERE id = ? AND status = ?')
  const status = db.prepare<[number], DeliveryStatus>('SELECT status FROM deliveries WHERE id = ?').pluck()
  const start = db.prepare(attemptColumns.insert)
  const finished = attemptColumns.only('headers', 'outcome')
  const finish = db.prepare(`UPDATE attempts SET ${finished.set} WHERE delivery_id = ? AND number = ?`)
  const rowOf = (businessId: number, id: string) => {
    const row = rowId.get(businessId, id)
    if (row === undefined) throw new Error(`There is no delivery ${id}`)
    return row
  }
  return {
    insert(businessId: number, transactionRow: number, delivery: Delivery): void {
      insert.run(businessId, transactionRow, ...deliveryColumns.values(delivery))
    },
    move(businessId: number, { id, from, to }: DeliveryMove): void {
      const row = rowOf(businessId, id)
      if (move.run(to, row, from).changes !== 1) throw new ImpossibleMove(id, status.get(row) ?? 'gone', to)
    },
    startAttempt(businessId: number, { deliveryId, number, isReplay }: StartedAttempt, at: SandboxMs): void {
      const attempt: Attempt = { number, at, headers: {}, outcome: null, isReplay }
      start.run(rowOf(businessId, deliveryId), ...attemptColumns.values(attempt))
    },
    finishAttempt: (businessId: number, id: string, { number, headers, outcome }: FinishedAttempt) =>
      finish.run(...finished.values({ headers, outcome }), rowOf(businessId, id), number),
  }
}

function finding(db: Database.Database, full: FullRow) {
  const find = db
    .prepare<[number, string], RawRow>(`${select} WHERE deliveries.business_id = ? AND deliveries.public_id = ?`)
    .raw()
  const ofLastAttempt = (what: string) => `(SELECT outcome ->> '$.${what}' FROM attempts
    WHERE delivery_id = deliveries.id AND outcome IS NOT NULL ORDER BY number DESC LIMIT 1)`
  const last = db.prepare<[number, number, string], LastWebhook>(`
    SELECT status, (
        SELECT count(*) FROM attempts WHERE delivery_id = deliveries.id AND outcome IS NOT NULL AND is_replay = 0
      ) AS attempts,
      ${ofLastAttempt('response.status')} AS answered, ${ofLastAttempt('error')} AS error,
      ${ofLastAttempt('reason')} AS reason,
      status = 'delivered' AND (
        SELECT count(*) > json_array_length(deliveries.webhook, '$.retryMs')
          AND max(ifnull(outcome ->> '$.response.status', 0) BETWEEN 200 AND 299) = 0
        FROM attempts WHERE delivery_id = deliveries.id AND is_replay = 0
      ) AS replayed
    FROM deliveries WHERE deliveries.business_id = ? AND ${ofTransaction} ORDER BY id DESC LIMIT 1`)
  const unfinished = db
    .prepare<[number], 1>(
      `SELECT 1 FROM attempts JOIN deliveries ON deliveries.id = delivery_id
      WHERE business_id = ? AND outcome IS NULL LIMIT 1`,
    )
    .pluck()
  return {
    isSending: (businessId: number) => unfinished.get(businessId) !== undefined,
    find(businessId: number, id: string): Delivery | null {
      const row = find.get(businessId, id)
      return row ? full(row) : null
    },
    lastOf: (businessId: number, transactionId: string): LastWebhook | null =>
      last.get(businessId, businessId, transactionId) ?? null,
  }
}

/** An attempt under way has no outcome yet. */
const hasFailed =
  '(SELECT outcome FROM attempts WHERE delivery_id = deliveries.id ORDER BY number DESC LIMIT 1) IS NOT NULL'
const isUnanswered = "deliveries.status IN ('pending', 'exhausted')"
const lastTried = '(SELECT max(attempts.at) FROM attempts WHERE attempts.delivery_id = deliveries.id)'

const text = `concat_ws(char(10), deliveries.public_id, transactions.public_id, transactions.reference, deliveries.url,
  deliveries.status, deliveries.body, (
    SELECT group_concat(concat_ws(char(10), outcome ->> '$.response.status', outcome ->> '$.response.body', outcome ->> '$.error'))
    FROM attempts WHERE delivery_id = deliveries.id
  ))`

function listing(db: Database.Database, full: FullRow) {
  addLowerAll(db)
  const held = "deliveries.business_id = ? AND deliveries.status = 'held'"
  const heldOf = db
    .prepare<[number, number, string], RawRow>(`${select} WHERE ${held} AND ${ofTransaction} ORDER BY deliveries.id`)
    .raw()
  const heldIn = db
    .prepare<[number, string], RawRow>(
      `${select} JOIN plans ON plans.id = transactions.plan_id
      WHERE ${held} AND ifnull(plans.plan ->> '$.webhook.faults.hold.group', plans.plan ->> '$.scenario') = ? ORDER BY deliveries.id`,
    )
    .raw()
  const rowId = rowIdOf(db)
  const list = filteredList(db, select, 'ORDER BY deliveries.id DESC')
  return {
    heldOf: (businessId: number, transactionId: string) => heldOf.all(businessId, businessId, transactionId).map(full),
    heldIn: (businessId: number, scenario: string) => heldIn.all(businessId, scenario).map(full),
    /** Returns a read of a business's deliveries that meet a condition, the oldest first. Its first parameter is the business. */
    that(condition: string) {
      const found = db
        .prepare<unknown[], RawRow>(
          `${select} WHERE deliveries.business_id = ? AND (${condition}) ORDER BY deliveries.id ${givenLimit}`,
        )
        .raw()
      return (parameters: readonly (string | number)[], limit: number): readonly Delivery[] =>
        found.all(...parameters, limit).map(full)
    },
    list(businessId: number, filter: DeliveryFilter): readonly Delivery[] {
      const { transactionId, reference, status, transactionStatus, since, failed, search, before, limit } = filter
      // With the transaction's business too, its id or its reference is found by an index.
      const isOfOne = transactionId !== undefined || reference !== undefined
      const found = list(
        [
          ['deliveries.business_id = ?', businessId],
          ['transactions.business_id = ?', isOfOne ? businessId : undefined],
          ['transactions.public_id = ?', transactionId],
          ['transactions.reference = ?', reference],
          ['deliveries.status = ?', status],
          ['deliveries.transaction_status = ?', transactionStatus],
          [`max(deliveries.created_at, ifnull(${lastTried}, 0)) >= ?`, since],
          ['deliveries.id < ?', before === undefined ? undefined : (rowId.get(businessId, before) ?? 0)],
          [`(${isUnanswered} AND ${hasFailed}) = ?`, failed && 1],
          [hasWords(text, search ?? ''), search ? JSON.stringify(searchedWords(search)) : undefined],
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
