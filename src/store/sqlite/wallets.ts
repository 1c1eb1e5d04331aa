import type Database from 'better-sqlite3'
import type { SandboxMs } from '../../domain/clock.ts'
import { openingMinor, type Settings } from '../../domain/settings.ts'
import type { CurrencyCode } from '../../domain/transaction.ts'
import type { LedgerEntry } from '../../domain/wallet.ts'
import { type LedgerRow, toLedgerEntry } from './rows.ts'

/** One movement of a wallet. */
export interface Posting {
  readonly businessId: number
  /** Null for a balance that was set by hand. */
  readonly transactionRow: number | null
  readonly currency: CurrencyCode
  readonly amountMinor: number
  readonly why: string
  readonly at: SandboxMs
}

/** The tables of wallets and their ledger. A wallet that never moved has its opening balance and no row. */
export function walletTable(db: Database.Database) {
  const find = db
    .prepare<[number, string], number>('SELECT balance_minor FROM wallets WHERE business_id = ? AND currency = ?')
    .pluck()
  const put = db.prepare(`
    INSERT INTO wallets (business_id, currency, balance_minor) VALUES (?, ?, ?)
    ON CONFLICT (business_id, currency) DO UPDATE SET balance_minor = excluded.balance_minor`)
  const post = db.prepare(`
    INSERT INTO ledger (business_id, currency, transaction_id, at, amount_minor, opening_minor, closing_minor, why)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)`)
  const newest = db.prepare<[number, string, number], LedgerRow>(`
    SELECT ledger.*, transactions.public_id AS transaction_public_id
    FROM ledger LEFT JOIN transactions ON transactions.id = ledger.transaction_id
    WHERE ledger.business_id = ? AND ledger.currency = ?
    ORDER BY ledger.id DESC LIMIT ?`)
  const balance = (businessId: number | null, currency: CurrencyCode, settings: Settings) =>
    (businessId === null ? undefined : find.get(businessId, currency)) ?? openingMinor(settings, currency)
  return {
    balance,
    ledger: (businessId: number, currency: CurrencyCode, limit: number): readonly LedgerEntry[] =>
      newest.all(businessId, currency, limit).map(toLedgerEntry),
    post({ businessId, transactionRow, currency, amountMinor, why, at }: Posting, settings: Settings): void {
      const opening = balance(businessId, currency, settings)
      const closing = opening + amountMinor
      put.run(businessId, currency, closing)
      post.run(businessId, currency, transactionRow, at, amountMinor, opening, closing, why)
    },
  }
}
