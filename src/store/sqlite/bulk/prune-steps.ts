import type Database from 'better-sqlite3'
import type { SandboxMs } from '../../../domain/clock.ts'
import type { Mark, Step } from '../slices.ts'
import type { BusinessTable } from '../tables/businesses.ts'
import { eachSlice, type Rows } from '../tables/world-rows.ts'

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
 * before it ended. Each slice is whole, so that a prune can begin again after a crash.
 */
export function pruneStep({ db }: PruneTools, business: number, before: SandboxMs): Step {
  const remove = removal({ db }, business)
  const work = ({ condition, parameters }: Rows): Mark | undefined => {
    const bounds = { ...parameters, before }
    const ids = db.prepare<object, number>(`SELECT id FROM transactions WHERE ${condition} AND ${prunable}`).pluck()
    const gone = ids.all(bounds)
    if (gone.length > 0) return remove(gone)
    // Times rise with the rows: after a slice that is too young as a whole, the rest is too.
    const early = db.prepare(`SELECT 1 FROM transactions WHERE ${condition} AND created_at <= @before LIMIT 1`)
    return early.get(bounds) === undefined ? [lastId, lastId] : undefined
  }
  return eachSlice(db, 'transactions', business, work)
}

/** A mark after all rows. */
const lastId = Number.MAX_SAFE_INTEGER

/** Deletes at most so many of the oldest prunable transactions, never the newest, inside the turn. */
export function pruneOldest(
  { businesses, ...tools }: PruneTools & { readonly businesses: BusinessTable },
  business: number,
  most: number,
): number {
  const rows = tools.db
    .prepare<object, { id: number; at: SandboxMs }>(`
      SELECT id, updated_at AS at FROM transactions WHERE business_id = @business AND ${prunable}
        AND id < (SELECT max(id) FROM transactions WHERE business_id = @business) ORDER BY id LIMIT @most`)
    .all({ business, most, before: Number.MAX_SAFE_INTEGER })
  if (rows.length === 0) return 0
  removal(tools, business)(rows.map(({ id }) => id))
  businesses.setPruned(
    business,
    rows.reduce((latest, { at }) => Math.max(latest, at), 0),
  )
  return rows.length
}

interface PruneTools {
  readonly db: Database.Database
}

/** Deletes transactions with all that belongs to them. */
function removal({ db }: PruneTools, business: number): (ids: readonly number[]) => undefined {
  const carryForward = carrying({ db }, business)
  return (ids) => {
    carryForward(ids)
    const run = (sql: string) => db.prepare(sql).run(JSON.stringify(ids))
    run(`DELETE FROM attempts WHERE delivery_id IN (SELECT id FROM deliveries WHERE transaction_id IN ${listed})`)
    run(`DELETE FROM deliveries WHERE transaction_id IN ${listed}`)
    run(`DELETE FROM events WHERE transaction_id IN ${listed}`)
    run(`DELETE FROM transactions WHERE id IN ${listed}`)
  }
}

const listed = '(SELECT value FROM json_each(?))'

interface Entry {
  readonly id: number
  readonly amount: number
}

/** Makes an entry of each movement of these transactions that belongs to none, joined with such entries beside it. */
function carrying({ db }: PruneTools, business: number): (ids: readonly number[]) => void {
  const movements = db.prepare<[string], Entry & { readonly currency: string }>(
    `SELECT id, currency, amount_minor AS amount FROM ledger WHERE transaction_id IN ${listed} ORDER BY currency, id`,
  )
  const beside = (order: string) =>
    db.prepare<object, Entry>(`
      SELECT id, amount_minor AS amount FROM (
        SELECT * FROM ledger WHERE business_id = @business AND currency = @currency AND id ${order} LIMIT 1)
      WHERE why = '${carried}'`)
  const [before, after] = [beside('< @id ORDER BY id DESC'), beside('> @id ORDER BY id')]
  const carry = db.prepare(`
    UPDATE ledger
    SET transaction_id = NULL, why = '${carried}', amount_minor = @amount, opening_minor = closing_minor - @amount
    WHERE id = @id`)
  const drop = db.prepare('DELETE FROM ledger WHERE id = ?')
  return (ids) => {
    for (const { currency, ...movement } of movements.all(JSON.stringify(ids))) {
      const place = { business, currency, id: movement.id }
      const run = [...before.all(place), movement, ...after.all(place)]
      const last = Math.max(...run.map(({ id }) => id))
      carry.run({ id: last, amount: run.reduce((sum, { amount }) => sum + amount, 0) })
      for (const { id } of run) if (id !== last) drop.run(id)
    }
  }
}
