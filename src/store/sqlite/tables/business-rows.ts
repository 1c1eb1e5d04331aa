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
  const transactions = byStatus(db, ['transactions', 'COMPLETED'])
  const deliveries = byStatus(db, ['deliveries', 'delivered'])
  const jobs = db.prepare<[number], number>('SELECT count(*) FROM jobs WHERE business_id = ?').pluck()
  return (businessId: number): Counts => ({
    transactions: { ...nothingCounted.transactions, ...transactions(businessId) },
    deliveries: { ...nothingCounted.deliveries, ...deliveries(businessId) },
    jobs: jobs.get(businessId) ?? 0,
  })
}

type Usual = readonly [table: 'transactions' | 'deliveries', status: string]

/** Counts the rows of a business by status. Most are in the usual one: they are all but the others, and both have an index. */
function byStatus(db: Database.Database, [table, usual]: Usual) {
  const all = db.prepare<[number], number>(`SELECT count(*) FROM ${table} WHERE business_id = ?`).pluck()
  const others = db.prepare<[number], { status: string; count: number }>(
    `SELECT status, count(*) AS count FROM ${table} WHERE business_id = ? AND status <> '${usual}' GROUP BY status`,
  )
  return (businessId: number): Readonly<Record<string, number>> => {
    const rows = others.all(businessId)
    const rest = rows.reduce((left, { count }) => left - count, all.get(businessId) ?? 0)
    return { [usual]: rest, ...Object.fromEntries(rows.map(({ status, count }) => [status, count])) }
  }
}

function noneOf<Name extends string>(names: readonly Name[]): Record<Name, number> {
  return Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>
}
