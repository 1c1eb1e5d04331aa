import type Database from 'better-sqlite3'
import type { Moved, Progress } from '../../../domain/change.ts'
import type { SandboxMs } from '../../../domain/clock.ts'
import { ImpossibleMove } from '../../../domain/impossible-move.ts'
import type { CurrencyCode, Status, Transaction } from '../../../domain/transaction.ts'
import type { CollectionFilter, TransactionFilter } from '../../store.ts'
import type { RawRow } from './columns.ts'
import type { FirstEntries } from './events.ts'
import { filteredList } from './filtered-list.ts'
import type { RowFinder } from './ids.ts'
import { Recent } from './ids.ts'
import type { PlanTable } from './plans.ts'
import { factsOf, selectTransactions as select, transactionColumns, transactionOf } from './transaction-row.ts'

/** A transaction as its row is now. */
interface Known {
  readonly businessId: number
  readonly rowId: number
  readonly transaction: Transaction
}

/**
 * What was asked for is asked for again: transactions read lately are not read and decoded anew. New ones are not
 * among them: remembered ones outlive the garbage of their call, which made each call 7 % dearer (measured).
 */
const remembered = 1024

/** The table of transactions. */
export function transactionTable(db: Database.Database, plans: PlanTable, rows: RowFinder) {
  const known = new Recent<string, Known>(remembered)
  return {
    ...writing(db, plans, known),
    ...lookingUp(db, rows, known),
    ...reading(db, plans, rows, known),
    forget: () => known.clear(),
  }
}

function writing(db: Database.Database, plans: PlanTable, known: Recent<string, Known>) {
  const moved = transactionColumns.only('status', 'amountMinor', 'feeMinor', 'receivedMinor', 'result', 'updatedAt')
  const progressed = transactionColumns.only(
    'receivedMinor',
    'wrongOtps',
    'otpAcceptedAt',
    'statusQueries',
    'updatedAt',
  )
  const insert = db.prepare(transactionColumns.insert)
  const move = db.prepare(`UPDATE transactions SET ${moved.set} WHERE id = ? AND status = ?`)
  const statusOf = db.prepare<[number], Status>('SELECT status FROM transactions WHERE id = ?').pluck()
  const progress = db.prepare(`UPDATE transactions SET ${progressed.set} WHERE id = ?`)
  const duplicated = db
    .prepare<[number, string], string>(
      `UPDATE transactions SET duplicate_creates = duplicate_creates + 1 WHERE business_id = ? AND reference = ?
       RETURNING public_id`,
    )
    .pluck()
  const change = (id: string, to: Partial<Transaction>) => {
    const found = known.get(id)
    if (found) known.set(id, { ...found, transaction: { ...found.transaction, ...to } })
  }
  return {
    insert(businessId: number, t: Transaction, first: FirstEntries): number {
      const account = t.virtualAccount?.accountNumber ?? null
      const keys = [businessId, account, factsOf(t), plans.idOf(t.plan), first.id, JSON.stringify(first.entries)]
      return Number(insert.run(...keys, ...transactionColumns.values(t)).lastInsertRowid)
    },
    move(row: number, from: Status, to: Moved, now: SandboxMs): void {
      const { status, amountMinor, feeMinor, receivedMinor, result } = to
      const fields = { status, amountMinor, feeMinor, receivedMinor, result, updatedAt: now }
      const { changes } = move.run(...moved.values(fields), row, from)
      if (changes !== 1) throw new ImpossibleMove(to.id, statusOf.get(row) ?? 'gone', status)
      // What is final is seldom asked for again.
      known.delete(to.id)
    },
    progress(row: number, { id, receivedMinor, wrongOtps, otpAcceptedAt, statusQueries, updatedAt }: Progress): void {
      const fields = { receivedMinor, wrongOtps, otpAcceptedAt, statusQueries, updatedAt }
      progress.run(...progressed.values(fields), row)
      change(id, fields)
    },
    duplicated(businessId: number, reference: string): void {
      const id = duplicated.get(businessId, reference)
      if (id !== undefined) known.delete(id)
    },
  }
}

function lookingUp(db: Database.Database, rows: RowFinder, known: Recent<string, Known>) {
  const rowId = (businessId: number, id: string): number | null => {
    const found = known.get(id)
    return found?.businessId === businessId ? found.rowId : rows.rowId(businessId, id)
  }
  const isThere = (column: string) =>
    db.prepare<[number, string], 1>(`SELECT 1 FROM transactions WHERE business_id = ? AND ${column} = ?`).pluck()
  const currency = db.prepare<[number], CurrencyCode>('SELECT currency FROM transactions WHERE id = ?').pluck()
  const [reference, account] = [isThere('reference'), isThere('account_number')]
  return {
    rowId,
    currencyOf: (businessId: number, id: string) => currency.get(rowId(businessId, id) ?? 0) ?? null,
    isReferenceTaken: (businessId: number, text: string) => reference.get(businessId, text) !== undefined,
    isAccountTaken: (businessId: number, number: string) => account.get(businessId, number) !== undefined,
  }
}

function reading(db: Database.Database, plans: PlanTable, { hinted, rowId }: RowFinder, known: Recent<string, Known>) {
  const byRow = db
    .prepare<[number, string, number], RawRow>(
      `${select} WHERE transactions.id = ? AND public_id = ? AND business_id = ?`,
    )
    .raw()
  const byAccount = db.prepare<[number, string], RawRow>(`${select} WHERE business_id = ? AND account_number = ?`).raw()
  // No index: people ask, not programs under load, and every collection would have to pay for it.
  const fromNumbers = (condition: string) =>
    db
      .prepare<[number, string, number], RawRow>(`
        ${select} WHERE business_id = ? AND flow = 'mobile-money' ${condition}
          AND facts ->> '$.customer.accountNumber' IN (SELECT value FROM json_each(?))
        ORDER BY first_event DESC LIMIT ?`)
      .raw()
  const [anyFrom, openFrom] = [fromNumbers(''), fromNumbers("AND status IN ('INITIATED', 'PENDING')")]
  const lastWebhook =
    '(SELECT status FROM deliveries WHERE transaction_id = transactions.id ORDER BY deliveries.id DESC LIMIT 1)'
  const list = filteredList(db, select, 'ORDER BY first_event DESC')
  const full = (row: RawRow) => transactionOf(row, plans)
  const read = (businessId: number, id: string): Known | null => {
    const row = byRow.get(hinted(id) ?? 0, id, businessId) ?? byRow.get(rowId(businessId, id) ?? 0, id, businessId)
    if (!row) return null
    const found = { businessId, rowId: Number(row[0]), transaction: full(row) }
    known.set(id, found)
    return found
  }
  return {
    /** A read of those of a business that meet a condition, the oldest first; the business is its first parameter. */
    that(condition: string) {
      const found = db
        .prepare<unknown[], RawRow>(`${select} WHERE business_id = ? AND (${condition}) ORDER BY first_event LIMIT ?`)
        .raw()
      return (parameters: readonly (string | number)[], limit: number): readonly Transaction[] =>
        found.all(...parameters, limit).map(full)
    },
    /** Also notes the row's id in `rowIds`. */
    find(businessId: number, id: string, rowIds?: Map<string, number>): Transaction | null {
      const remembered = known.get(id)
      const found = remembered?.businessId === businessId ? remembered : read(businessId, id)
      if (found !== null) rowIds?.set(id, found.rowId)
      return found?.transaction ?? null
    },
    findByAccount(businessId: number, number: string): Transaction | null {
      const row = byAccount.get(businessId, number)
      return row ? full(row) : null
    },
    collectionsFrom(businessId: number, { numbers, isOpen, limit }: CollectionFilter): readonly Transaction[] {
      const statement = isOpen ? openFrom : anyFrom
      return statement.all(businessId, JSON.stringify(numbers), limit).map(full)
    },
    list(
      businessId: number,
      { reference, status, flow, webhook, after, limit }: TransactionFilter,
    ): readonly Transaction[] {
      const afterRow = after === undefined ? undefined : (rowId(businessId, after) ?? 0)
      const rows = list(
        [
          ['business_id = ?', businessId],
          ['reference = ?', reference],
          ['status = ?', status],
          ['flow = ?', flow],
          [`${lastWebhook} = ?`, webhook],
          ['first_event < (SELECT first_event FROM transactions WHERE id = ?)', afterRow],
        ],
        limit,
      )
      return rows.map(full)
    },
  }
}
