import { type SandboxMs, sandboxTime } from '../../../domain/clock.ts'
import type { Pruned } from '../../store.ts'
import { reading } from '../file/errors.ts'
import { inSlices } from '../slices.ts'
import { pruneStep } from './prune-steps.ts'
import type { BulkTools } from './tools.ts'

type Rows = Omit<Pruned, 'before'>

const nothing: Rows = { transactions: 0, webhooks: 0, ledgerEntries: 0 }

export function pruning({ db, tables, turn, wall, closed }: BulkTools) {
  const { businesses, remembered } = tables
  const count = (table: string) =>
    db.prepare<[number], number>(`SELECT count(*) FROM ${table} WHERE business_id = ?`).pluck()
  const counts = [count('transactions'), count('deliveries'), count('ledger')]
  const rowsOf = (row: number): Rows => {
    const [transactions = 0, webhooks = 0, ledgerEntries = 0] = counts.map((one) => one.get(row))
    return { transactions, webhooks, ledgerEntries }
  }

  async function goOn(key: string, row: number, before: SandboxMs): Promise<void> {
    closed.hideRows(key)
    try {
      await inSlices(turn, [pruneStep({ db }, row, before)])
      await turn.run(() => {
        businesses.setPruning(row, null)
        businesses.setPruned(row, before)
      })
    } finally {
      tables.forgetAll()
      closed.showRows(key)
    }
  }

  return {
    /** Finishes the prunes that the last process began. */
    resumePrunes(): void {
      for (const { key, row, before } of businesses.pruning()) {
        closed.hideRows(key)
        closed.during(key, () => goOn(key, row, before)).catch(() => undefined)
      }
    },
    prune: (key: string, olderThanMs: number): Promise<Pruned> =>
      closed.during(key, async () => {
        const { rowId, clock } = reading(() => remembered.business(key))
        const before = sandboxTime(clock, wall()) - olderThanMs
        if (rowId === null) return { before, ...nothing }
        const all = rowsOf(rowId)
        await turn.run(() => businesses.setPruning(rowId, before))
        await goOn(key, rowId, before)
        const left = rowsOf(rowId)
        return {
          before,
          transactions: all.transactions - left.transactions,
          webhooks: all.webhooks - left.webhooks,
          ledgerEntries: all.ledgerEntries - left.ledgerEntries,
        }
      }),
  }
}
