import type Database from 'better-sqlite3'
import { type DeliveryStatus, deliveryStatuses } from '../../../domain/delivery.ts'
import { type Status, statuses } from '../../../domain/transaction.ts'
import type { Counts } from '../../store.ts'

/** The tables that hold what a business is and has, parents before children; each has a `snapshot_` table beside it. */
export const businessTables = [
  'transactions',
  'ledger',
  'deliveries',
  'attempts',
  'events',
  'jobs',
  'queue',
  'refused_scenarios',
] as const
export type BusinessTable = (typeof businessTables)[number]

/** The rows of a business in one of its tables, as a condition with one `@business`. */
export function ofBusiness(table: BusinessTable): string {
  if (table === 'attempts') return 'delivery_id IN (SELECT id FROM deliveries WHERE business_id = @business)'
  // Events have no index by their business, which every new one would pay for.
  if (table === 'events') return 'transaction_id IN (SELECT id FROM transactions WHERE business_id = @business)'
  return 'business_id = @business'
}

/** Deletes all that a business holds, children before parents; the business itself and its snapshots stay. */
export function emptyBusiness(db: Database.Database, business: number): void {
  for (const table of businessTables.toReversed()) {
    db.prepare(`DELETE FROM ${table} WHERE ${ofBusiness(table)}`).run({ business })
  }
}

export const nothingCounted: Counts = {
  transactions: noneOf<Status>(statuses),
  deliveries: noneOf<DeliveryStatus>(deliveryStatuses),
  jobs: 0,
}

/** How much a business holds, by status. */
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
