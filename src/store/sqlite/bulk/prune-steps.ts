import type Database from 'better-sqlite3'
import type { SandboxMs } from '../../../domain/clock.ts'
import type { Step } from '../slices.ts'
import type { BusinessTable } from '../tables/businesses.ts'
import { eachSlice } from '../tables/world-rows.ts'

/** The reason in `ledger` for movements whose transactions were deleted. */
const carried = 'carried forward'

/** Transactions that have been final since @before or longer and wait for nothing. */
const prunable = `status IN ('COMPLETED', 'FAILED') AND updated_at <= @before
  AND NOT EXISTS (SELECT 1 FROM jobs WHERE transaction_id = transactions.id)
  AND NOT EXISTS (
    SELECT 1 FROM deliveries WHERE transaction_id = transactions.id AND status IN ('pending', 'held'))`

/**
 * Deletes the prunable transactions of a business, with their webhooks and timelines. The wallets keep their balances:
 * movements of what is gone become one entry that carries their sum forward, so that each entry still begins where the one
 * before it ended. Steps that were done already do nothing, so that a prune can begin again after a crash.
 */
export function pruneSteps(
  db: Database.Database,
  business: number,
  { before, size }: { readonly before: SandboxMs; readonly size: number },
): readonly Step[] {
  return stepsFor(db, business, { condition: prunable, parameters: { before }, size })
}

/** Deletes at most so many of the oldest prunable transactions, never the newest, inside the turn. */
export function pruneOldest(
  { db, businesses }: { readonly db: Database.Database; readonly businesses: BusinessTable },
  business: number,
  most: number,
): number {
  const rows = db
    .prepare<object, { id: number; at: SandboxMs }>(`
      SELECT id, updated_at AS at FROM transactions WHERE business_id = @business AND ${prunable}
        AND id < (SELECT max(id) FROM transactions WHERE business_id = @business) ORDER BY id LIMIT @most`)
    .all({ business, most, before: Number.MAX_SAFE_INTEGER })
  if (rows.length === 0) return 0
  const gone = JSON.stringify(rows.map(({ id }) => id))
  const condition = 'id IN (SELECT value FROM json_each(@gone))'
  for (const step of stepsFor(db, business, { condition, parameters: { gone } })) {
    for (let mark = step(null); mark !== null; mark = step(mark));
  }
  businesses.setPruned(business, Math.max(...rows.map(({ at }) => at)))
  return rows.length
}

interface Gone {
  readonly condition: string
  readonly parameters: Readonly<Record<string, number | string>>
  /** Rows of a slice. */
  readonly size?: number
}

function stepsFor(db: Database.Database, business: number, gone: Gone): readonly Step[] {
  return [carryForward(db, business, gone), deleteTransactions(db, business, gone)]
}

interface Entry {
  readonly id: number
  readonly currency: string
  readonly amount: number
  readonly isCarried: 0 | 1
}

function carryForward(db: Database.Database, business: number, gone: Gone): Step {
  const last = db.prepare(`
    UPDATE ledger
    SET transaction_id = NULL, why = '${carried}', amount_minor = @amount, opening_minor = closing_minor - @amount
    WHERE id = @id`)
  const drop = db.prepare('DELETE FROM ledger WHERE id = ?')
  // The entry before the slice, which may be the end of a run of carried ones.
  const previous = db.prepare<object, Entry>(`
    SELECT id, currency, amount_minor AS amount, why = '${carried}' AS isCarried FROM ledger
    WHERE business_id = @business AND currency = @currency AND id < @id ORDER BY id DESC LIMIT 1`)
  return eachSlice(
    db,
    'ledger',
    business,
    ({ condition, parameters }) => {
      const entries = db
        .prepare<object, Entry>(`
        SELECT id, currency, amount_minor AS amount, why = '${carried}' OR EXISTS (
          SELECT 1 FROM transactions WHERE id = ledger.transaction_id AND ${gone.condition}) AS isCarried
        FROM ledger WHERE ${condition} ORDER BY currency, id`)
        .all({ ...parameters, ...gone.parameters })
      const [first] = entries
      let run = (first && previous.get({ business, currency: first.currency, id: first.id })) ?? null
      for (const entry of entries) {
        const isSameRun = run?.isCarried === 1 && run.currency === entry.currency
        if (entry.isCarried === 0) run = entry
        else {
          const amount = isSameRun && run ? run.amount + entry.amount : entry.amount
          if (isSameRun && run) drop.run(run.id)
          last.run({ id: entry.id, amount })
          run = { ...entry, amount }
        }
      }
    },
    { size: gone.size },
  )
}

function deleteTransactions(db: Database.Database, business: number, gone: Gone): Step {
  return eachSlice(
    db,
    'transactions',
    business,
    ({ condition, parameters }) => {
      const ids = db
        .prepare(`SELECT id FROM transactions WHERE ${condition} AND ${gone.condition}`)
        .pluck()
        .all({ ...parameters, ...gone.parameters })
      const run = (sql: string) => db.prepare(sql).run(JSON.stringify(ids))
      const listed = '(SELECT value FROM json_each(?))'
      run(`DELETE FROM attempts WHERE delivery_id IN (SELECT id FROM deliveries WHERE transaction_id IN ${listed})`)
      run(`DELETE FROM deliveries WHERE transaction_id IN ${listed}`)
      run(`DELETE FROM events WHERE transaction_id IN ${listed}`)
      run(`DELETE FROM transactions WHERE id IN ${listed}`)
    },
    { size: gone.size },
  )
}
