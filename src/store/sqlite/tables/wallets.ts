import type Database from 'better-sqlite3'
import type { SandboxMs } from '../../../domain/clock.ts'
import { openingMinor as openingMinorOf, type Settings } from '../../../domain/settings.ts'
import type { CurrencyCode } from '../../../domain/transaction.ts'
import type { LedgerEntry } from '../../../domain/wallet.ts'
import { columnsOf, type RawRow } from './columns.ts'
import { givenLimit } from './tuned-limit.ts'

export interface Posting {
  readonly businessId: number
  /** Null for a balance that was set by hand. */
  readonly transactionRow: number | null
  readonly currency: CurrencyCode
  readonly amountMinor: number
  readonly why: string
  readonly at: SandboxMs
}

type Columns = Omit<LedgerEntry, 'transactionId' | 'reference'>
type Movement = Columns & { readonly currency: string }

export const ledgerColumns = columnsOf<Columns>('ledger', ['business_id', 'currency', 'transaction_id'], {
  at: 'at',
  amountMinor: 'amount_minor',
  openingMinor: 'opening_minor',
  closingMinor: 'closing_minor',
  why: 'why',
})

/** The ledger: every movement of a wallet. A wallet without one has its opening balance. */
export function walletTable(db: Database.Database) {
  const find = db
    .prepare<[number, string], number>(
      'SELECT closing_minor FROM ledger WHERE business_id = ? AND currency = ? ORDER BY id DESC LIMIT 1',
    )
    .pluck()
  const insert = db.prepare(ledgerColumns.insert)
  const add = (businessId: number, currency: string, transactionRow: number | null, movement: Columns) => {
    insert.run(businessId, currency, transactionRow, ...ledgerColumns.values(movement))
  }
  const newest = db
    .prepare<[number, string, number], RawRow>(`
      SELECT transactions.public_id, transactions.reference, ${ledgerColumns.select}
      FROM ledger LEFT JOIN transactions ON transactions.id = ledger.transaction_id
      WHERE ledger.business_id = ? AND ledger.currency = ?
      ORDER BY ledger.id DESC ${givenLimit}`)
    .raw()
  const balance = (businessId: number | null, currency: CurrencyCode, settings: Settings) =>
    (businessId === null ? undefined : find.get(businessId, currency)) ?? openingMinorOf(settings, currency)
  return {
    balance,
    ledger: (businessId: number, currency: CurrencyCode, limit: number): readonly LedgerEntry[] =>
      newest.all(businessId, currency, limit).map(full),
    /** Stores a movement from another sandbox as it was. */
    put: (businessId: number, transactionRow: number | null, movement: Movement) =>
      add(businessId, movement.currency, transactionRow, movement),
    post({ businessId, transactionRow, currency, amountMinor, why, at }: Posting, settings: Settings): void {
      const openingMinor = balance(businessId, currency, settings)
      const closingMinor = openingMinor + amountMinor
      add(businessId, currency, transactionRow, { at, amountMinor, openingMinor, closingMinor, why })
    },
  }
}

function full(row: RawRow): LedgerEntry {
  const [transactionId, reference] = row
  const of = transactionId === null ? null : { transactionId: String(transactionId), reference: String(reference) }
  return ledgerColumns.read(row, 2, of ?? { transactionId: null, reference: null })
}
