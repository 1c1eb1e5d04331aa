import type Database from 'better-sqlite3'
import type { SandboxMs } from '../../../domain/clock.ts'
import type { Pruned } from '../../store.ts'

export interface Gone extends Omit<Pruned, 'before'> {
  /** When the last of them was final; 0 for none. */
  readonly finalAt: SandboxMs
}

/** Transactions that have been final since @before or longer and wait for nothing. */
const prunable = `status IN ('COMPLETED', 'FAILED') AND updated_at <= @before
  AND jobs = '{}'
  AND NOT EXISTS (
    SELECT 1 FROM deliveries WHERE transaction_id = transactions.id AND status IN ('pending', 'held'))`

interface Pruning {
  readonly before: SandboxMs
  readonly most: number
  /** Spares the newest transaction. */
  readonly sparesNewest?: boolean
}

/**
 * Deletes the oldest prunable transactions of a business, with their webhooks and timelines, inside a turn. The wallets keep
 * their balances: movements of what is gone become one entry that carries their sum forward, so that each entry still
 * begins where the one before it ended.
 */
export function pruneOldest(
  db: Database.Database,
  business: number,
  { before, most, sparesNewest = false }: Pruning,
): Gone {
  const newest = 'SELECT id FROM transactions WHERE business_id = @business ORDER BY first_event DESC, id DESC LIMIT 1'
  const rows = db
    .prepare<object, { id: number; at: SandboxMs }>(
      `SELECT id, updated_at AS at FROM transactions
      WHERE business_id = @business AND ${prunable} ${sparesNewest ? `AND id <> (${newest})` : ''}
      ORDER BY first_event, id LIMIT @most`,
    )
    .all({ business, before, most })
  const ids = JSON.stringify(rows.map(({ id }) => id))
  const webhooks = db.prepare<[string], number>(`SELECT count(*) FROM deliveries WHERE transaction_id IN ${listed}`)
  const gone = {
    transactions: rows.length,
    webhooks: webhooks.pluck().get(ids) ?? 0,
    ledgerEntries: carryForward(db, business, ids),
    finalAt: rows.reduce((latest, { at }) => Math.max(latest, at), 0),
  }
  db.prepare(`DELETE FROM transactions WHERE id IN ${listed}`).run(ids)
  return gone
}

const listed = '(SELECT value FROM json_each(?))'

/** The reason in `ledger` for movements whose transactions were deleted. */
const carried = 'carried forward'

/**
 * Makes one entry that belongs to no transaction of movements of these transactions in a row, and of such entries beside
 * them. Returns how many entries there are less.
 */
function carryForward(db: Database.Database, business: number, ids: string): number {
  const ranges = db.prepare<[string], Range>(
    `SELECT currency, min(id) AS first, max(id) AS last FROM ledger WHERE transaction_id IN ${listed} GROUP BY currency`,
  )
  const runs = db.prepare<object, Run>(runsIn)
  const drop = db.prepare<object>(`DELETE FROM ledger WHERE ${ofCurrency} AND id >= @first AND id < @last`)
  const carry = db.prepare<object>(`
    UPDATE ledger
    SET transaction_id = NULL, why = '${carried}', amount_minor = @amount, opening_minor = closing_minor - @amount
    WHERE id = @last`)
  let dropped = 0
  for (const range of ranges.all(ids)) {
    for (const { first, last, amount } of runs.all({ ...range, business, ids })) {
      carry.run({ last, amount })
      dropped += drop.run({ business, currency: range.currency, first, last }).changes
    }
  }
  return dropped
}

interface Range {
  readonly currency: string
  readonly first: number
  readonly last: number
}

interface Run {
  readonly first: number
  readonly last: number
  readonly amount: number
}

const ofCurrency = 'business_id = @business AND currency = @currency'

/** Entries in a row that go, from the one before a range to the one after it. */
const runsIn = `
  WITH entries AS (
    SELECT id, amount_minor,
      why = '${carried}' OR ifnull(transaction_id IN (SELECT value FROM json_each(@ids)), 0) AS goes
    FROM ledger WHERE ${ofCurrency}
      AND id >= ifnull((SELECT max(id) FROM ledger WHERE ${ofCurrency} AND id < @first), @first)
      AND id <= ifnull((SELECT min(id) FROM ledger WHERE ${ofCurrency} AND id > @last), @last))
  SELECT min(id) AS first, max(id) AS last, sum(amount_minor) AS amount
  FROM (SELECT *, sum(NOT goes) OVER (ORDER BY id) AS run FROM entries) WHERE goes GROUP BY run`
