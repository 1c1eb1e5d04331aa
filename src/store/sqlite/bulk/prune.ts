import type Database from 'better-sqlite3'
import { type SandboxMs, sandboxTime } from '../../../domain/clock.ts'
import type { Pruned } from '../../store.ts'
import { reading } from '../file/errors.ts'
import { inSlices } from '../slices.ts'
import type { Closed } from './closed.ts'
import { pruneSteps } from './prune-steps.ts'
import type { BulkTools } from './tools.ts'

/** Deletes what has been final for long. */
export function pruning({ db, tables, turn, wall, rowsGone }: BulkTools, closed: Closed) {
  const { businesses, remembered } = tables
  const held = holdings(db)

  async function goOn(key: string, row: number, before: SandboxMs): Promise<void> {
    closed.hideRows(key)
    try {
      await inSlices(turn, pruneSteps(db, row, before))
      await turn.run(() => {
        businesses.setPruning(row, null)
        businesses.setPruned(row, before)
      })
    } finally {
      rowsGone()
      closed.showRows(key)
    }
  }

  return {
    /** Ends the prunes that the last process began. */
    resumePrunes(): void {
      for (const { key, before } of businesses.pruning()) {
        const row = remembered.business(key).rowId ?? 0
        closed.hideRows(key)
        closed.during(key, () => goOn(key, row, before)).catch(() => undefined)
      }
    },
    prune: (key: string, olderThanMs: number): Promise<Pruned> =>
      closed.during(key, async () => {
        const { rowId, clock } = reading(() => remembered.business(key))
        const before = sandboxTime(clock, wall()) - olderThanMs
        if (rowId === null) return { before, transactions: 0, webhooks: 0, ledgerEntries: 0 }
        const all = reading(() => held(rowId))
        await turn.run(() => businesses.setPruning(rowId, before))
        await goOn(key, rowId, before)
        const left = held(rowId)
        return {
          before,
          transactions: all.transactions - left.transactions,
          webhooks: all.webhooks - left.webhooks,
          ledgerEntries: all.ledgerEntries - left.ledgerEntries,
        }
      }),
  }
}

/** How many rows of each kind a business has. */
function holdings(db: Database.Database) {
  const count = (table: string) =>
    db.prepare<[number], number>(`SELECT count(*) FROM ${table} WHERE business_id = ?`).pluck()
  const [transactions, webhooks, entries] = ['transactions', 'deliveries', 'ledger'].map(count)
  return (row: number) => ({
    transactions: transactions?.get(row) ?? 0,
    webhooks: webhooks?.get(row) ?? 0,
    ledgerEntries: entries?.get(row) ?? 0,
  })
}
