import type Database from 'better-sqlite3'
import { type DeliveryStatus, deliveryStatuses } from '../../../domain/delivery.ts'
import { type Status, statuses } from '../../../domain/transaction.ts'
import type { Counts } from '../../store.ts'

export const nothingCounted: Counts = {
  transactions: noneOf<Status>(statuses),
  deliveries: noneOf<DeliveryStatus>(deliveryStatuses),
  jobs: 0,
}

export function countsOf(db: Database.Database) {
  const byStatus = (table: 'transactions' | 'deliveries') =>
    db.prepare<[number], { status: string; count: number }>(
      `SELECT status, count(*) AS count FROM ${table} WHERE business_id = ? GROUP BY status`,
    )
  const transactions = byStatus('transactions')
  const deliveries = byStatus('deliveries')
  const jobs = db.prepare<[number], number>('SELECT count(*) FROM jobs WHERE business_id = ?').pluck()
  const counted = (rows: readonly { status: string; count: number }[]) =>
    Object.fromEntries(rows.map(({ status, count }) => [status, count]))
  return (businessId: number): Counts => ({
    transactions: { ...nothingCounted.transactions, ...counted(transactions.all(businessId)) },
    deliveries: { ...nothingCounted.deliveries, ...counted(deliveries.all(businessId)) },
    jobs: jobs.get(businessId) ?? 0,
  })
}

function noneOf<Name extends string>(names: readonly Name[]): Record<Name, number> {
  return Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>
}
