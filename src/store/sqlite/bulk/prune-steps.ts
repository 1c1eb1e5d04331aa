import type Database from 'better-sqlite3'
import type { SandboxMs } from '../../../domain/clock.ts'
import type { RowCounts } from '../row-counts.ts'
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
  tools: PruneTools,
  business: number,
  { before, size }: { readonly before: SandboxMs; readonly size: number },
): readonly Step[] {
  return stepsFor(tools, business, { condition: prunable, before, parameters: { before }, size })
}

/** Deletes at most so many of the oldest prunable transactions, never the newest, inside the turn. */
export function pruneOldest(
  { businesses, ...tools }: PruneTools & { readonly businesses: BusinessTable },
  business: number,
  most: number,
): number {
  const { db } = tools
  const rows = db
    .prepare<object, { id: number; at: SandboxMs }>(`
      SELECT id, updated_at AS at FROM transactions WHERE business_id = @business AND ${prunable}
        AND id < (SELECT max(id) FROM transactions WHERE business_id = @business) ORDER BY id LIMIT @most`)
    .all({ business, most, before: Number.MAX_SAFE_INTEGER })
  if (rows.length === 0) return 0
  const gone = JSON.stringify(rows.map(({ id }) => id))
  const condition = 'id IN (SELECT value FROM json_each(@gone))'
  const before = rows.reduce((latest, { at }) => Math.max(latest, at), 0)
  for (const step of stepsFor(tools, business, { condition, before, parameters: { gone, before } })) {
    for (let mark = step(null); mark !== null; mark = step(mark));
  }
  businesses.setPruned(business, before)
  return rows.length
}

/** A mark after all rows. */
const lastId = Number.MAX_SAFE_INTEGER

interface PruneTools {
  readonly db: Database.Database
  readonly rowCounts: RowCounts
}

interface Gone {
  readonly condition: string
  /** All of them came by then, and so did their movements. Times rise with the rows: later ones are passed over. */
  readonly before: SandboxMs
  readonly parameters: Readonly<Record<string, number | string>>
  /** Rows of a slice. */
  readonly size?: number
}

function stepsFor(tools: PruneTools, business: number, gone: Gone): readonly Step[] {
  return [carryForward(tools, business, gone), deleteTransactions(tools, business, gone)]
}

interface Entry {
  readonly id: number
  readonly currency: string
  readonly amount: number
  readonly at: SandboxMs
  readonly isCarried: 0 | 1
}

function carryForward({ db, rowCounts }: PruneTools, business: number, gone: Gone): Step {
  const last = db.prepare(`
    UPDATE ledger
    SET transaction_id = NULL, why = '${carried}', amount_minor = @amount, opening_minor = closing_minor - @amount
    WHERE id = @id`)
  const drop = db.prepare('DELETE FROM ledger WHERE id = ?')
  // The entry before the slice, which may be the end of a run of carried ones.
  const previous = db.prepare<object, Entry>(`
    SELECT id, currency, amount_minor AS amount, at, why = '${carried}' AS isCarried FROM ledger
    WHERE business_id = @business AND currency = @currency AND id < @id ORDER BY id DESC LIMIT 1`)
  return eachSlice(
    db,
    'ledger',
    business,
    ({ condition, parameters }) => {
      const entries = db
        .prepare<object, Entry>(`
        SELECT id, currency, amount_minor AS amount, at, why = '${carried}' OR (at <= @before AND EXISTS (
          SELECT 1 FROM transactions WHERE id = ledger.transaction_id AND ${gone.condition})) AS isCarried
        FROM ledger WHERE ${condition} ORDER BY currency, id`)
        .all({ ...parameters, ...gone.parameters })
      const [first] = entries
      let run = (first && previous.get({ business, currency: first.currency, id: first.id })) ?? null
      for (const entry of entries) {
        const isSameRun = run?.isCarried === 1 && run.currency === entry.currency
        if (entry.isCarried === 0) run = entry
        else {
          const amount = isSameRun && run ? run.amount + entry.amount : entry.amount
          if (isSameRun && run) {
            drop.run(run.id)
            rowCounts.add('ledger', business, -1)
          }
          last.run({ id: entry.id, amount })
          run = { ...entry, amount }
        }
      }
      const end = entries.at(-1)
      return end !== undefined && entries.every(({ at }) => at > gone.before) ? [end.currency, lastId] : undefined
    },
    { size: gone.size },
  )
}

function deleteTransactions({ db, rowCounts }: PruneTools, business: number, gone: Gone): Step {
  return eachSlice(
    db,
    'transactions',
    business,
    ({ condition, parameters }) => {
      const ids = db
        .prepare(`SELECT id FROM transactions WHERE ${condition} AND ${gone.condition}`)
        .pluck()
        .all({ ...parameters, ...gone.parameters })
      if (ids.length === 0) {
        const early = db.prepare(`SELECT 1 FROM transactions WHERE ${condition} AND created_at <= @before LIMIT 1`)
        return early.get({ ...parameters, before: gone.before }) === undefined ? [lastId, lastId] : undefined
      }
      const run = (sql: string) => db.prepare(sql).run(JSON.stringify(ids))
      const listed = '(SELECT value FROM json_each(?))'
      run(`DELETE FROM attempts WHERE delivery_id IN (SELECT id FROM deliveries WHERE transaction_id IN ${listed})`)
      const webhooks = run(`DELETE FROM deliveries WHERE transaction_id IN ${listed}`).changes
      run(`DELETE FROM events WHERE transaction_id IN ${listed}`)
      run(`DELETE FROM transactions WHERE id IN ${listed}`)
      rowCounts.add('deliveries', business, -webhooks)
      rowCounts.add('transactions', business, -ids.length)
      return undefined
    },
    { size: gone.size },
  )
}
