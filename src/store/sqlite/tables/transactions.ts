import type Database from 'better-sqlite3'
import type { Moved, Progress } from '../../../domain/change.ts'
import type { SandboxMs } from '../../../domain/clock.ts'
import type { Job } from '../../../domain/job.ts'
import { ImpossibleMove } from '../../../domain/moves.ts'
import { plainNumber } from '../../../domain/phone.ts'
import { searchedWords } from '../../../domain/searched-words.ts'
import type { CurrencyCode, Status, Transaction } from '../../../domain/transaction.ts'
import type { TransactionFilter } from '../../filters.ts'
import type { RawRow } from './columns.ts'
import type { FirstEntries } from './events.ts'
import { filteredList } from './filtered-list.ts'
import { addLowerAll, hasWords } from './has-words.ts'
import { jobsColumn } from './jobs.ts'
import { factsOf, type Plans, selectTransactions as select, transactionColumns } from './transaction-row.ts'
import { givenLimit } from './tuned-limit.ts'
import { transactionOf } from './tuned-transaction.ts'

export function transactionTable(db: Database.Database, plans: Plans) {
  return { ...writing(db, plans), ...lookingUp(db), ...finding(db, plans), ...listing(db, plans) }
}

function writing(db: Database.Database, plans: Plans) {
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
  const duplicated = db.prepare(
    'UPDATE transactions SET duplicate_creates = duplicate_creates + 1 WHERE business_id = ? AND reference = ?',
  )
  return {
    insert(businessId: number, t: Transaction, { id, entries, jobs }: StoredWith): number {
      const account = t.virtualAccount?.accountNumber ?? null
      const ofCreation = [id, JSON.stringify(entries), jobsColumn(jobs)]
      const keys = [businessId, account, factsOf(t), plans.planId(t.plan), ...ofCreation]
      const { lastInsertRowid } = insert.run(...keys, ...transactionColumns.values(t))
      return Number(lastInsertRowid)
    },
    move(row: number, from: Status, to: Moved, now: SandboxMs): void {
      const { status, amountMinor, feeMinor, receivedMinor, result } = to
      const fields = { status, amountMinor, feeMinor, receivedMinor, result, updatedAt: now }
      const { changes } = move.run(...moved.values(fields), row, from)
      if (changes !== 1) throw new ImpossibleMove(to.id, statusOf.get(row) ?? 'gone', status)
    },
    progress: (row: number, to: Progress) => progress.run(...progressed.values(to), row),
    duplicated: (businessId: number, reference: string) => duplicated.run(businessId, reference),
  }
}

/** What a transaction begins with, on its own row. */
interface StoredWith extends FirstEntries {
  readonly jobs: readonly Job[]
}

function lookingUp(db: Database.Database) {
  const rowId = db
    .prepare<[number, string], number>('SELECT id FROM transactions WHERE business_id = ? AND public_id = ?')
    .pluck()
  const isThere = (column: string) =>
    db.prepare<[number, string], 1>(`SELECT 1 FROM transactions WHERE business_id = ? AND ${column} = ?`).pluck()
  const currency = db
    .prepare<[number, string], CurrencyCode>(
      'SELECT currency FROM transactions WHERE business_id = ? AND public_id = ?',
    )
    .pluck()
  const [reference, account] = [isThere('reference'), isThere('account_number')]
  return {
    rowId: (businessId: number, id: string): number | null => rowId.get(businessId, id) ?? null,
    currencyOf: (businessId: number, id: string) => currency.get(businessId, id) ?? null,
    isReferenceTaken: (businessId: number, text: string) => reference.get(businessId, text) !== undefined,
    isAccountTaken: (businessId: number, number: string) => account.get(businessId, number) !== undefined,
  }
}

function finding(db: Database.Database, plans: Plans) {
  const find = db.prepare<[number, string], RawRow>(`${select} WHERE business_id = ? AND public_id = ?`).raw()
  const byAccount = db.prepare<[number, string], RawRow>(`${select} WHERE business_id = ? AND account_number = ?`).raw()
  const full = (row: RawRow) => transactionOf(row, plans)
  return {
    /** Also notes the row's id in `rowIds`. */
    find(businessId: number, id: string, rowIds?: Map<string, number>): Transaction | null {
      const row = find.get(businessId, id)
      if (!row) return null
      rowIds?.set(id, Number(row[0]))
      return full(row)
    },
    findByAccount(businessId: number, number: string): Transaction | null {
      const row = byAccount.get(businessId, number)
      return row ? full(row) : null
    },
  }
}

const isOpen = "status IN ('INITIATED', 'PENDING')"

const number = "(facts ->> '$.customer.accountNumber')"
const fromNumbers = `${number} IN (SELECT value FROM json_each(?))`
const ofFlows = 'flow IN (SELECT value FROM json_each(?))'
const newest = (words: string) =>
  `first_event IN (SELECT max(first_event) FROM transactions WHERE business_id = ? AND ${ofFlows} AND ${words} GROUP BY ${number})`
const text = `reference || char(10) || (facts ->> '$.customer.accountName') || char(10) || ${number} || char(10) || coalesce(account_number, '')`
const lastWebhook =
  '(SELECT status FROM deliveries WHERE transaction_id = transactions.id ORDER BY deliveries.id DESC LIMIT 1)'

function listing(db: Database.Database, plans: Plans) {
  addLowerAll(db)
  const firstEvent = db
    .prepare<[number, string], number>('SELECT first_event FROM transactions WHERE business_id = ? AND public_id = ?')
    .pluck()
  const list = filteredList(db, select, 'ORDER BY first_event DESC')
  const full = (row: RawRow) => transactionOf(row, plans)
  return {
    /** Returns a read of a business's transactions that meet a condition, the oldest first. Its first parameter is the business. */
    that(condition: string) {
      const found = db
        .prepare<unknown[], RawRow>(
          `${select} WHERE business_id = ? AND (${condition}) ORDER BY first_event ${givenLimit}`,
        )
        .raw()
      return (parameters: readonly (string | number)[], limit: number): readonly Transaction[] =>
        found.all(...parameters, limit).map(full)
    },
    list(
      businessId: number,
      { reference, status, open, flow, webhook, numbers, search, newestOfNumber, after, limit }: TransactionFilter,
    ): readonly Transaction[] {
      const inFlows = flow && JSON.stringify([flow].flat())
      const words = search ? `(${hasWords(text, search)} OR public_id = ?)` : 'TRUE'
      const sought = search ? [JSON.stringify(wordsOrNumber(search)), search] : []
      const rows = list(
        [
          ['business_id = ?', businessId],
          ['reference = ?', reference],
          ['status = ?', status],
          [isOpen, open && []],
          [ofFlows, inFlows],
          [`${lastWebhook} = ?`, webhook],
          [fromNumbers, numbers && JSON.stringify(numbers)],
          [newest(words), newestOfNumber && [businessId, inFlows ?? '[]', ...sought]],
          [words, sought],
          ['first_event < ?', after === undefined ? undefined : (firstEvent.get(businessId, after) ?? 0)],
        ],
        limit,
      )
      return rows.map(full)
    },
  }
}

/** Lower-case words; of a number in any form the digits that its international form has. */
function wordsOrNumber(search: string): readonly string[] {
  const number = plainNumber(search.trim())
  if (/^\+?\d+$/.test(number)) return [number.replace(/^(?:\+|0+)/, '')]
  return searchedWords(search)
}
