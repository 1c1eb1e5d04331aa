import type Database from 'better-sqlite3'
import type { Moved, Progress } from '../../domain/change.ts'
import type { SandboxMs } from '../../domain/clock.ts'
import { ImpossibleMove } from '../../domain/impossible-move.ts'
import type { CurrencyCode, Status, Transaction } from '../../domain/transaction.ts'
import type { CollectionFilter, TransactionFilter } from '../store.ts'
import { filteredList } from './filtered.ts'
import type { PlanTable } from './plans.ts'
import type { RowFinder } from './row-finder.ts'
import { factsOf, type TransactionRow, toTransaction } from './rows.ts'

/** The table of transactions. */
export function transactionTable(db: Database.Database, plans: PlanTable, rows: RowFinder) {
  return { ...writing(db, plans), ...lookingUp(db, rows), ...reading(db, plans, rows) }
}

function writing(db: Database.Database, plans: PlanTable) {
  const insert = db.prepare(`
    INSERT INTO transactions (business_id, public_id, reference, flow, status, currency, amount_minor, fee_minor,
      received_minor, account_number, result, facts, plan_id, created_at, updated_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
  const move = db.prepare(`
    UPDATE transactions SET status = ?, amount_minor = ?, fee_minor = ?, received_minor = ?, result = ?, updated_at = ?
    WHERE id = ? AND status = ?`)
  const status = db.prepare<[number], Status>('SELECT status FROM transactions WHERE id = ?').pluck()
  const progress = db.prepare(`
    UPDATE transactions SET received_minor = ?, wrong_otps = ?, otp_accepted_at = ?, status_queries = ?, updated_at = ?
    WHERE id = ?`)
  const duplicated = db.prepare(
    'UPDATE transactions SET duplicate_creates = duplicate_creates + 1 WHERE business_id = ? AND reference = ?',
  )
  return {
    insert(businessId: number, t: Transaction): number {
      const account = t.virtualAccount?.accountNumber ?? null
      const [result, facts, plan] = [jsonOrNull(t.result), factsOf(t), plans.idOf(t.plan)]
      // Each value as an argument of its own: spreading lists of them is slow on this hot path (measured).
      const { lastInsertRowid } = insert.run(
        businessId,
        t.id,
        t.reference,
        t.flow,
        t.status,
        t.currency,
        t.amountMinor,
        t.feeMinor,
        t.receivedMinor,
        account,
        result,
        facts,
        plan,
        t.createdAt,
        t.updatedAt,
      )
      return Number(lastInsertRowid)
    },
    move(row: number, from: Status, to: Moved, now: SandboxMs): void {
      const values = [to.status, to.amountMinor, to.feeMinor, to.receivedMinor, jsonOrNull(to.result), now]
      const { changes } = move.run(...values, row, from)
      if (changes !== 1) throw new ImpossibleMove(to.id, status.get(row) ?? 'gone', to.status)
    },
    progress(row: number, to: Progress): void {
      const values = [to.receivedMinor, to.wrongOtps, to.otpAcceptedAt, to.statusQueries, to.updatedAt]
      progress.run(...values, row)
    },
    duplicated: (businessId: number, reference: string) => duplicated.run(businessId, reference),
  }
}

function lookingUp(db: Database.Database, { rowId }: RowFinder) {
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

function reading(db: Database.Database, plans: PlanTable, { rowId }: RowFinder) {
  const byRow = db.prepare<[number], TransactionRow>('SELECT * FROM transactions WHERE id = ?')
  const byAccount = db.prepare<[number, string], TransactionRow>(
    'SELECT * FROM transactions WHERE business_id = ? AND account_number = ?',
  )
  // No index: people ask, not programs under load, and every collection would have to pay for it.
  const fromNumbers = (condition: string) =>
    db.prepare<[number, string, number], TransactionRow>(`
      SELECT * FROM transactions WHERE business_id = ? AND flow = 'mobile-money' ${condition}
        AND facts ->> '$.customer.accountNumber' IN (SELECT value FROM json_each(?))
      ORDER BY id DESC LIMIT ?`)
  const [anyFrom, openFrom] = [fromNumbers(''), fromNumbers("AND status IN ('INITIATED', 'PENDING')")]
  const list = filteredList<TransactionRow>(db, 'SELECT * FROM transactions', 'ORDER BY id DESC')
  const full = (row: TransactionRow) => toTransaction(row, plans.find(row.plan_id))
  return {
    /** A read of those of a business that meet a condition, the oldest first; the business is its first parameter. */
    that(condition: string) {
      const found = db.prepare<unknown[], TransactionRow>(
        `SELECT * FROM transactions WHERE business_id = ? AND (${condition}) ORDER BY id LIMIT ?`,
      )
      return (parameters: readonly (string | number)[], limit: number): readonly Transaction[] =>
        found.all(...parameters, limit).map(full)
    },
    /** Also notes the row's id in `rowIds`. */
    find(businessId: number, id: string, rowIds?: Map<string, number>): Transaction | null {
      const row = byRow.get(rowId(businessId, id) ?? 0)
      if (row) rowIds?.set(id, row.id)
      return row ? full(row) : null
    },
    findByAccount(businessId: number, number: string): Transaction | null {
      const row = byAccount.get(businessId, number)
      return row ? full(row) : null
    },
    collectionsFrom(businessId: number, { numbers, isOpen, limit }: CollectionFilter): readonly Transaction[] {
      const statement = isOpen ? openFrom : anyFrom
      return statement.all(businessId, JSON.stringify(numbers), limit).map(full)
    },
    list(businessId: number, { reference, status, flow, after, limit }: TransactionFilter): readonly Transaction[] {
      const afterRow = after === undefined ? undefined : (rowId(businessId, after) ?? 0)
      const rows = list(
        [
          ['business_id = ?', businessId],
          ['reference = ?', reference],
          ['status = ?', status],
          ['flow = ?', flow],
          ['id < ?', afterRow],
        ],
        limit,
      )
      return rows.map(full)
    },
  }
}

function jsonOrNull(value: object | null): string | null {
  return value && JSON.stringify(value)
}
