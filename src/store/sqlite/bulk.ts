import type Database from 'better-sqlite3'
import { type ClockState, releaseClock, type SandboxMs, sandboxTime } from '../../domain/clock.ts'
import type { SteadyClock } from '../../time.ts'
import type { Pruned, Snapshot } from '../store.ts'
import type { Tables } from './open-tables.ts'
import { emptyBusiness } from './tables/business-rows.ts'

export interface BulkTools {
  readonly db: Database.Database
  readonly tables: Tables
  readonly wall: SteadyClock
  readonly initialClock: ClockState
  /** Called with a business that was reset or restored. */
  readonly replaced: (key: string, to: NewState) => void
}

/** What a business begins with after a reset or a restore. */
export interface NewState {
  readonly businessId: number
  readonly clock: ClockState
  readonly at: SandboxMs
}

/** Operations on a business as a whole. Each belongs into a turn, and rows differ from what is remembered after it. */
export function createBulk(tools: BulkTools) {
  return { ...emptying(tools), ...keeping(tools) }
}

function emptying({ db, tables, wall, initialClock, replaced }: BulkTools) {
  const { businesses, events, plans, remembered } = tables
  return {
    reset(key: string): void {
      const { rowId: businessId } = remembered.business(key)
      if (businessId === null) return
      emptyBusiness(db, businessId)
      db.prepare('DELETE FROM meta WHERE name = ?').run(prunedName(businessId))
      plans.deleteUnused()
      businesses.restart(businessId, { clock: initialClock, resetEvent: events.nextId() })
      replaced(key, { businessId, clock: initialClock, at: 0 })
    },
    prune(key: string, olderThanMs: number): Pruned {
      const { rowId, clock } = remembered.business(key)
      const before = sandboxTime(clock, wall()) - olderThanMs
      if (rowId === null) return { before, transactions: 0, webhooks: 0, ledgerEntries: 0 }
      const pruned = prune(db, rowId, db.prepare<object, number>(prunable).pluck().all({ business: rowId, before }))
      if (pruned.transactions > 0) notePruned(db, rowId, before)
      plans.deleteUnused()
      return { before, ...pruned }
    },
  }
}

/** Deletes the oldest transactions that are final and that nothing is to come for, at most so many, but never the newest. */
export function pruneOldest({ db, tables }: Pick<BulkTools, 'db' | 'tables'>, business: number, most: number): number {
  const rows = db
    .prepare<object, [number, SandboxMs]>(oldestPrunable)
    .raw()
    .all({ business, most, before: Number.MAX_SAFE_INTEGER })
  if (rows.length === 0) return 0
  prune(
    db,
    business,
    rows.map(([id]) => id),
  )
  notePruned(db, business, Math.max(...rows.map(([, updatedAt]) => updatedAt)))
  tables.plans.deleteUnused()
  return rows.length
}

function notePruned(db: Database.Database, business: number, before: SandboxMs): void {
  db.prepare('INSERT OR REPLACE INTO meta VALUES (?, ?)').run(prunedName(business), String(before))
}

function keeping({ db, tables, wall, replaced }: BulkTools) {
  const { businesses, events, snapshots, jobs, remembered } = tables
  const named = (businessId: number, name: string) => {
    const found = snapshots.list(businessId).find((one) => one.name === name)
    if (!found) throw new Error(`There is no snapshot ${name}`)
    return found
  }
  return {
    take(key: string, name: string): Snapshot {
      const business = remembered.business(key)
      const { clock } = business
      const at = sandboxTime(clock, wall())
      const businessId = business.rowId ?? businesses.insert({ ...business, seenAt: at })
      // An advance under way is not part of the snapshot: in it time stands, or runs on.
      snapshots.take({ businessId, name, at, clock: releaseClock(clock, wall()) })
      return named(businessId, name)
    },
    restore(key: string, name: string): Snapshot | null {
      const { rowId: businessId } = remembered.business(key)
      const kept = businessId === null ? null : snapshots.find(businessId, name)
      if (businessId === null || kept === null) return null
      const snapshot = named(businessId, name)
      // Plans stay: the next run will want the same ones, and to look for unused ones is to look at every transaction.
      emptyBusiness(db, businessId)
      snapshots.giveBack(kept.id, businessId, jobs.reserve(snapshot.pendingJobs))
      const clock = kept.clock.mode === 'real' ? { ...kept.clock, sandboxAt: kept.at, wallAt: wall() } : kept.clock
      businesses.goBack(businessId, kept.id, { clock, resetEvent: events.nextId() })
      replaced(key, { businessId, clock, at: kept.at })
      return snapshot
    },
    drop(key: string, name: string): boolean {
      const { rowId } = remembered.business(key)
      const kept = rowId === null ? null : snapshots.find(rowId, name)
      if (kept !== null) snapshots.drop(kept.id)
      return kept !== null
    },
  }
}

/** The name of the entry in `meta` that says which transactions the last prune of a business deleted. */
export function prunedName(businessId: number): string {
  return `pruned_before ${businessId}`
}

/**
 * Deletes transactions of a business with their webhooks and timelines. The wallets keep their balances: movements of what is gone become one entry that carries
 * their sum forward, so that each entry still begins where the one before it ended.
 */
function prune(db: Database.Database, business: number, ids: readonly number[]): Omit<Pruned, 'before'> {
  const gone = JSON.stringify(ids)
  const run = (sql: string) => db.prepare(sql).run({ business, gone }).changes
  const count = (sql: string) => db.prepare<object, number>(sql).pluck().get({ business }) ?? 0
  const entries = 'SELECT count(*) FROM ledger WHERE business_id = @business'
  const entriesBefore = count(entries)
  run(`UPDATE ledger SET transaction_id = NULL, why = '${carried}'
    WHERE business_id = @business AND transaction_id IN ${listed}`)
  run(sumUp)
  run(dropSummedUp)
  const ofGone = `transaction_id IN ${listed}`
  run(`DELETE FROM attempts WHERE delivery_id IN (SELECT id FROM deliveries WHERE ${ofGone})`)
  const webhooks = run(`DELETE FROM deliveries WHERE ${ofGone}`)
  run(`DELETE FROM events WHERE ${ofGone}`)
  const transactions = run(`DELETE FROM transactions WHERE id IN ${listed}`)
  return { transactions, webhooks, ledgerEntries: entriesBefore - count(entries) }
}

const prunable = `
  SELECT id FROM transactions
  WHERE business_id = @business AND status IN ('COMPLETED', 'FAILED') AND updated_at <= @before
    AND NOT EXISTS (SELECT 1 FROM jobs WHERE transaction_id = transactions.id)
    AND NOT EXISTS (
      SELECT 1 FROM deliveries WHERE transaction_id = transactions.id AND status IN ('pending', 'held'))`

const oldestPrunable = `SELECT id, updated_at FROM transactions WHERE id IN (${prunable})
  AND id < (SELECT max(id) FROM transactions WHERE business_id = @business) ORDER BY id LIMIT @most`

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
