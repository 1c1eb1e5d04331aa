import type { Transaction } from '../domain/transaction.ts'
import type { ReportReads } from '../store/report-reads.ts'
import type { Store } from '../store/store.ts'
import { checkExpectations } from './expectations.ts'
import { type Met, metIn } from './met.ts'
import type { Pausing } from './pausing.ts'
import type { CheckedExpectations } from './report.ts'

/** What a report sees of the transactions of a business, oldest first. `met` has each entry once. */
export interface SeenTransactions extends Readonly<Record<Kept, readonly Transaction[]>> {
  readonly met: readonly Met[]
  readonly expectations: readonly CheckedExpectations[]
}

const kept = ['lostReplies', 'duplicated', 'open', 'unannounced'] as const
type Kept = (typeof kept)[number]

/** More than a run has. */
const most = 10_000

/** Reads the transactions that there are now, part by part. Each is shown as it is when its part is read. */
export function* seeTransactions(store: Store, reads: ReportReads, key: string): Pausing<SeenTransactions> {
  const met = new Map<string, Met>()
  const expectations: CheckedExpectations[] = []
  const transactions: Record<Kept, Transaction[]> = { lostReplies: [], duplicated: [], open: [], unannounced: [] }
  for (const part of reads.transactions()) {
    for (const one of metIn(part)) met.set(JSON.stringify(one), one)
    for (const name of kept) if (transactions[name].length < most) transactions[name].push(...part[name]())
    for (const { id } of part.expecting()) {
      yield
      expectations.push(...checked(store, key, id))
    }
    yield
  }
  return { ...transactions, met: [...met.values()], expectations }
}

function checked(store: Store, key: string, id: string): readonly CheckedExpectations[] {
  const transaction = store.transaction(key, id)
  // It can be gone since its part was read.
  if (transaction === null) return []
  const deliveries = store.deliveries(key, { transactionId: id, limit: 1000 })
  return [checkExpectations({ business: key, transaction, deliveries, timeline: store.timeline(key, id) }) ?? []].flat()
}
