import type Database from 'better-sqlite3'
import type { Moved, Progress } from '../../domain/change.ts'
import type { SandboxMs } from '../../domain/clock.ts'
import { ImpossibleMove } from '../../domain/impossible-move.ts'
import type { CurrencyCode, Status, Transaction } from '../../domain/transaction.ts'
import type { CollectionFilter, TransactionFilter } from '../store.ts'
import { type Columns, columnsOf, type Stored } from './columns.ts'
import { filteredList } from './filtered-list.ts'
import type { RowFinder } from './ids.ts'
import type { PlanTable } from './plans.ts'

/** What changes or is searched by. All other facts of a transaction are one JSON column, and its plan a row of its own. */
const inColumns = {
  id: 'public_id',
  reference: 'reference',
  flow: 'flow',
  status: 'status',
  currency: 'currency',
  amountMinor: 'amount_minor',
  feeMinor: 'fee_minor',
  receivedMinor: 'received_minor',
  result: { json: 'result' },
  wrongOtps: 'wrong_otps',
  otpAcceptedAt: 'otp_accepted_at',
  statusQueries: 'status_queries',
  duplicateCreates: 'duplicate_creates',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
} as const satisfies Partial<Columns<Transaction>>

type InColumns = Pick<Transaction, keyof typeof inColumns>
type Facts = Omit<Transaction, keyof InColumns | 'plan'>
type Row = Stored<InColumns> & { readonly rowId: number; readonly planId: number; readonly facts: string }

export const transactionColumns = columnsOf<InColumns>(
  'transactions',
  ['business_id', 'account_number', 'facts', 'plan_id'],
  inColumns,
)
const select = `SELECT transactions.id AS rowId, plan_id AS planId, facts, ${transactionColumns.select} FROM transactions`

/** The table of transactions. */
export function transactionTable(db: Database.Database, plans: PlanTable, rows: RowFinder) {
  return { ...writing(db, plans), ...lookingUp(db, rows), ...reading(db, plans, rows) }
}

function writing(db: Database.Database, plans: PlanTable) {
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
  const status = db.prepare<[number], Status>('SELECT status FROM transactions WHERE id = ?').pluck()
  const progress = db.prepare(`UPDATE transactions SET ${progressed.set} WHERE id = ?`)
  const duplicated = db.prepare(
    'UPDATE transactions SET duplicate_creates = duplicate_creates + 1 WHERE business_id = ? AND reference = ?',
  )
  return {
    insert(businessId: number, t: Transaction): number {
      const account = t.virtualAccount?.accountNumber ?? null
      const keys = [businessId, account, factsOf(t), plans.idOf(t.plan)]
      return Number(insert.run(...keys, ...transactionColumns.values(t)).lastInsertRowid)
    },
    move(row: number, from: Status, to: Moved, now: SandboxMs): void {
      const { changes } = move.run(...moved.values({ ...to, updatedAt: now }), row, from)
      if (changes !== 1) throw new ImpossibleMove(to.id, status.get(row) ?? 'gone', to.status)
    },
    progress: (row: number, to: Progress) => progress.run(...progressed.values(to), row),
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
  const byRow = db.prepare<[number], Row>(`${select} WHERE transactions.id = ?`)
  const byAccount = db.prepare<[number, string], Row>(`${select} WHERE business_id = ? AND account_number = ?`)
  // No index: people ask, not programs under load, and every collection would have to pay for it.
  const fromNumbers = (condition: string) =>
    db.prepare<[number, string, number], Row>(`
      ${select} WHERE business_id = ? AND flow = 'mobile-money' ${condition}
        AND facts ->> '$.customer.accountNumber' IN (SELECT value FROM json_each(?))
      ORDER BY transactions.id DESC LIMIT ?`)
  const [anyFrom, openFrom] = [fromNumbers(''), fromNumbers("AND status IN ('INITIATED', 'PENDING')")]
  const list = filteredList<Row>(db, select, 'ORDER BY transactions.id DESC')
  const full = (row: Row): Transaction => {
    const { rowId, planId, facts, ...fields } = transactionColumns.read(row)
    return { ...(JSON.parse(facts) as Facts), ...fields, plan: plans.find(planId) }
  }
  return {
    /** A read of those of a business that meet a condition, the oldest first; the business is its first parameter. */
    that(condition: string) {
      const found = db.prepare<unknown[], Row>(
        `${select} WHERE business_id = ? AND (${condition}) ORDER BY transactions.id LIMIT ?`,
      )
      return (parameters: readonly (string | number)[], limit: number): readonly Transaction[] =>
        found.all(...parameters, limit).map(full)
    },
    /** Also notes the row's id in `rowIds`. */
    find(businessId: number, id: string, rowIds?: Map<string, number>): Transaction | null {
      const row = byRow.get(rowId(businessId, id) ?? 0)
      if (row) rowIds?.set(id, row.rowId)
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
          ['transactions.id < ?', afterRow],
        ],
        limit,
      )
      return rows.map(full)
    },
  }
}

/** The facts column. Written out field by field: spreads are slow on this hot path. */
function factsOf(t: Transaction): string {
  const facts: Facts = {
    askedMinor: t.askedMinor,
    channel: t.channel,
    network: t.network,
    reason: t.reason,
    customer: t.customer,
    metadata: t.metadata,
    callbackUrl: t.callbackUrl,
    extras: t.extras,
    conversion: t.conversion,
    feePercent: t.feePercent,
    bearFee: t.bearFee,
    virtualAccount: t.virtualAccount,
    openingBalanceMinor: t.openingBalanceMinor,
  }
  return JSON.stringify(facts)
}
