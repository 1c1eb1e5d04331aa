import type Database from 'better-sqlite3'
import type { DeliveryStatus } from '../../domain/delivery.ts'
import type { Status } from '../../domain/transaction.ts'
import type { Counts } from '../store.ts'

interface Row {
  status: string
  count: number
}

/** What nobody has opened, or what is empty. */
export const nothingCounted: Counts = {
  transactions: { INITIATED: 0, PENDING: 0, COMPLETED: 0, FAILED: 0 },
  deliveries: { pending: 0, held: 0, delivered: 0, exhausted: 0, dropped: 0 },
  jobs: 0,
}

/** How much a business holds, by status. */
export function countsOf(db: Database.Database) {
  const byStatus = (table: 'transactions' | 'deliveries') =>
    db.prepare<[number], Row>(`SELECT status, count(*) AS count FROM ${table} WHERE business_id = ? GROUP BY status`)
  const transactions = byStatus('transactions')
  const deliveries = byStatus('deliveries')
  const jobs = db.prepare<[number], number>('SELECT count(*) FROM jobs WHERE business_id = ?').pluck()
  return (businessId: number): Counts => ({
    transactions: { ...nothingCounted.transactions, ...counted<Status>(transactions.all(businessId)) },
    deliveries: { ...nothingCounted.deliveries, ...counted<DeliveryStatus>(deliveries.all(businessId)) },
    jobs: jobs.get(businessId) ?? 0,
  })
}

/** The column is checked by the database itself. */
function counted<Name extends string>(rows: readonly Row[]): Partial<Record<Name, number>> {
  return Object.fromEntries(rows.map(({ status, count }) => [status, count])) as Partial<Record<Name, number>>
}
