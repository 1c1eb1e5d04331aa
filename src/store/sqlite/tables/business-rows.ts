import type Database from 'better-sqlite3'
import { type DeliveryStatus, deliveryStatuses } from '../../../domain/delivery.ts'
import { type Status, statuses } from '../../../domain/transaction.ts'
import type { Counts } from '../../store.ts'
import type { RowCounts } from '../row-counts.ts'

export const nothingCounted: Counts = {
  transactions: noneOf<Status>(statuses),
  deliveries: noneOf<DeliveryStatus>(deliveryStatuses),
  jobs: 0,
}

export function countsOf(db: Database.Database, rowCounts: RowCounts) {
  const transactions = byStatus(db, rowCounts, ['transactions', 'COMPLETED'])
  const deliveries = byStatus(db, rowCounts, ['deliveries', 'delivered'])
  const jobs = db.prepare<[number], number>('SELECT count(*) FROM jobs WHERE business_id = ?').pluck()
  return (businessId: number): Counts => ({
    transactions: { ...nothingCounted.transactions, ...transactions(businessId) },
    deliveries: { ...nothingCounted.deliveries, ...deliveries(businessId) },
    jobs: jobs.get(businessId) ?? 0,
  })
}

type Usual = readonly [table: 'transactions' | 'deliveries', status: string]

/** Counts the rows of a business by status. Most are in the usual one: they are all but the others, which have an index. */
function byStatus(db: Database.Database, rowCounts: RowCounts, [table, usual]: Usual) {
  const others = db.prepare<[number], { status: string; count: number }>(
    `SELECT status, count(*) AS count FROM ${table} WHERE business_id = ? AND status <> '${usual}' GROUP BY status`,
  )
  return (businessId: number): Readonly<Record<string, number>> => {
    const rows = others.all(businessId)
    const rest = rows.reduce((left, { count }) => left - count, rowCounts.of(table, businessId))
    return { [usual]: rest, ...Object.fromEntries(rows.map(({ status, count }) => [status, count])) }
  }
}

function noneOf<Name extends string>(names: readonly Name[]): Record<Name, number> {
  return Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>
}
