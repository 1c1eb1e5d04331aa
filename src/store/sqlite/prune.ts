import type Database from 'better-sqlite3'
import type { SandboxMs } from '../../domain/clock.ts'
import type { Pruned } from '../store.ts'

/**
 * Deletes the transactions of a business that are final since `before` or longer and that nothing is to come for, with
 * their webhooks and timelines. The wallets keep their balances: movements of what is gone become one entry that carries
 * their sum forward, so that each entry still begins where the one before it ended.
 */
export function prune(db: Database.Database, business: number, before: SandboxMs): Pruned {
  const gone = JSON.stringify(db.prepare(prunable).pluck().all({ business, before }))
  const run = (sql: string) => db.prepare(sql).run({ business, gone }).changes
  const count = (sql: string) => db.prepare<object, number>(sql).pluck().get({ business }) ?? 0
  const entries = 'SELECT count(*) FROM ledger WHERE business_id = @business'
  const entriesBefore = count(entries)
  run(`UPDATE ledger SET transaction_id = NULL, why = '${carried}' WHERE transaction_id IN ${listed}`)
  run(sumUp)
  run(dropSummedUp)
  const ofGone = `transaction_id IN ${listed}`
  run(`DELETE FROM attempts WHERE delivery_id IN (SELECT id FROM deliveries WHERE ${ofGone})`)
  const webhooks = run(`DELETE FROM deliveries WHERE ${ofGone}`)
  run(`DELETE FROM events WHERE ${ofGone}`)
  const transactions = run(`DELETE FROM transactions WHERE id IN ${listed}`)
  return { before, transactions, webhooks, ledgerEntries: entriesBefore - count(entries) }
}

const prunable = `
  SELECT id FROM transactions
  WHERE business_id = @business AND status IN ('COMPLETED', 'FAILED') AND updated_at <= @before
    AND NOT EXISTS (SELECT 1 FROM jobs WHERE transaction_id = transactions.id)
    AND NOT EXISTS (
      SELECT 1 FROM deliveries WHERE transaction_id = transactions.id AND status IN ('pending', 'held'))`

const listed = '(SELECT value FROM json_each(@gone))'

const carried = 'carried forward'

/** The last entry of each run of carried ones takes the sum of the run. */
const sumUp = `
  UPDATE ledger SET amount_minor = run.amount, opening_minor = closing_minor - run.amount
  FROM (
    SELECT max(id) AS last, sum(amount_minor) AS amount
    FROM (
      SELECT id, currency, amount_minor, why = '${carried}' AS is_carried,
        row_number() OVER (PARTITION BY currency ORDER BY id)
          - row_number() OVER (PARTITION BY currency, why = '${carried}' ORDER BY id) AS run
      FROM ledger WHERE business_id = @business)
    WHERE is_carried GROUP BY currency, run
  ) AS run
  WHERE ledger.id = run.last`

const dropSummedUp = `
  DELETE FROM ledger WHERE id IN (
    SELECT id FROM (
      SELECT id, why, lead(why) OVER (PARTITION BY currency ORDER BY id) AS next
      FROM ledger WHERE business_id = @business)
    WHERE why = '${carried}' AND next = '${carried}')`
