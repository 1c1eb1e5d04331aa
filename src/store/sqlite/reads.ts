import type Database from 'better-sqlite3'
import { sandboxTime } from '../../domain/clock.ts'
import type { SteadyClock } from '../../time.ts'
import type { Reads } from '../store.ts'
import { reading } from './file/errors.ts'
import type { Tables } from './open-tables.ts'
import { createReportReads } from './report-reads.ts'
import { countsOf, nothingCounted } from './tables/business-rows.ts'

/** Calls a read with the row of a business. A business without a row has nothing (D2). */
type Show = <R>(key: string, read: (businessId: number) => R, nothing: R) => R

export function createReads(db: Database.Database, tables: Tables, wall: SteadyClock): Reads {
  const { businesses, transactions, wallets, events, deliveries, jobs, remembered, quota, seals } = tables
  const counts = countsOf(db)
  const business = (key: string) => reading(() => remembered.business(key))
  const show: Show = (key, read, nothing) => {
    const { rowId } = business(key)
    return rowId === null ? nothing : reading(() => read(rowId))
  }
  return {
    business,
    now: (key) => sandboxTime(business(key).clock, wall()),
    businesses: () => reading(() => businesses.list()),
    size: () => reading(() => ({ businesses: quota.businesses(), bytes: bytesOf(db) })),
    counts: (key) => show(key, counts, nothingCounted),
    transaction: (key, id) => show(key, (row) => transactions.find(row, id), null),
    wallet(key, currency) {
      const { rowId, settings } = business(key)
      return { currency, balanceMinor: reading(() => wallets.balance(rowId, currency, settings)) }
    },
    ledger: (key, currency, limit) => show(key, (row) => wallets.ledger(row, currency, limit), []),
    accountHolder: (key, number) => show(key, (row) => transactions.findByAccount(row, number), null),
    transactions: (key, filter) => show(key, (row) => transactions.list(row, filter), []),
    timeline: (key, id) => show(key, (row) => events.ofTransaction(row, id), []),
    eventsSince: (key, after, commands) => show(key, (row) => events.since(row, after, commands), []),
    lastEventId: () => reading(events.lastId),
    delivery: (key, id) => show(key, (row) => deliveries.find(row, id), null),
    deliveries: (key, filter) => show(key, (row) => deliveries.list(row, filter), []),
    lastWebhook: (key, id) => show(key, (row) => deliveries.lastOf(row, id), null),
    jobs: (key, limit) => show(key, (row) => jobs.list(row, limit), []),
    jobsOf: (key, id) => show(key, (row) => jobs.listOf(transactions.rowId(row, id) ?? 0), []),
    dueJobs: (key, cursor, until, limit) => show(key, (row) => jobs.due(row, cursor, until, limit), []),
    keysWithJobs: () => reading(jobs.keys),
    forReport: createReportReads(db, tables),
    isSending: (key) => show(key, deliveries.isSending, false),
    keysWithTransactions: () => reading(businesses.withTransactions),
    isSealed: seals.isSealed,
    sealedSlots: seals.slots,
    snapshots: (key) => reading(() => tables.snapshots.list(key)),
    prunedBefore: (key) => show(key, businesses.prunedBefore, null),
    prunesFor: (key) => show(key, (rowId) => quota.prunesOf(rowId), 0),
  }
}

function bytesOf(db: Database.Database): number {
  const [pages, size] = ['page_count', 'page_size'].map((name) => Number(db.pragma(name, { simple: true })))
  return (pages ?? 0) * (size ?? 0)
}
