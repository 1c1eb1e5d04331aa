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
  const [transactions, deliveries] = [byStatus(db, 'transactions'), byStatus(db, 'deliveries')]
  const jobs = db.prepare<[number], number>('SELECT count(*) FROM jobs WHERE business_id = ?').pluck()
  return (businessId: number): Counts => ({
    transactions: { ...nothingCounted.transactions, ...transactions(businessId) },
    deliveries: { ...nothingCounted.deliveries, ...deliveries(businessId) },
    jobs: jobs.get(businessId) ?? 0,
  })
}

function byStatus(db: Database.Database, table: 'transactions' | 'deliveries') {
  const count = db
    .prepare<[number], [status: string, count: number]>(
      `SELECT status, count(*) FROM ${table} WHERE business_id = ? GROUP BY status`,
    )
    .raw()
  return (businessId: number): Readonly<Record<string, number>> => Object.fromEntries(count.all(businessId))
}

function noneOf<Name extends string>(names: readonly Name[]): Record<Name, number> {
  return Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>
}
