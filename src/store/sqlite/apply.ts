import type { Change } from '../../domain/change.ts'
import type { SandboxMs } from '../../domain/clock.ts'
import { over } from '../../domain/declared-settings.ts'
import type { Recorded } from '../../domain/happening.ts'
import { isLaterAttempt, jobKind } from '../../domain/job.ts'
import type { Settings } from '../../domain/settings.ts'
import type { Transaction } from '../../domain/transaction.ts'
import type { Tables } from './open-tables.ts'
import type { NewJob } from './tables/jobs.ts'

export interface Place {
  readonly businessId: number
  readonly settings: Settings
  readonly now: SandboxMs
  /** Row ids of transactions this command has seen, by their public ids. */
  readonly rowIds: Map<string, number>
}

/** Writes the changes of one command. An impossible one throws, which undoes the command. */
export function applyChanges(tables: Tables, place: Place, changes: readonly Change[]): void {
  const timelines = new Map<string, Recorded[]>()
  for (const change of changes) if (change.change === 'event.append') note(timelines, change)
  const jobs: JobsAtOnce = new Map()
  for (const change of changes) if (change.change === 'transaction.insert') jobs.set(change.transaction.id, [])
  for (const change of changes) if (change.change === 'job.add') jobs.get(change.work.transactionId)?.push(change)
  for (const change of changes) {
    if (change.change === 'transaction.insert') insert(tables, place, change.transaction, { timelines, jobs })
    else if (change.change === 'job.add' && jobs.has(change.work.transactionId)) continue
    else if (change.change !== 'event.append') applyChange(tables, place, change)
  }
  for (const [id, entries] of timelines) {
    tables.events.append(place.businessId, transactionRow(tables, place, id), place.now, entries)
  }
}

type Appended = Extract<Change, { change: 'event.append' }>

function note(timelines: Map<string, Recorded[]>, { transactionId, happening }: Appended): void {
  const entries = timelines.get(transactionId)
  if (entries) entries.push(happening)
  else timelines.set(transactionId, [happening])
}

type JobsAtOnce = Map<string, NewJob[]>

interface StoredWith {
  readonly timelines: Map<string, Recorded[]>
  readonly jobs: JobsAtOnce
}

/** Stores a transaction with its first timeline entries and its first jobs, which are on its own row. */
function insert(
  tables: Tables,
  { businessId, rowIds }: Place,
  transaction: Transaction,
  { timelines, jobs }: StoredWith,
): void {
  const { id } = transaction
  const entries = tables.events.first(timelines.get(id) ?? [])
  timelines.delete(id)
  const first = tables.jobs.first(jobs.get(id) ?? [])
  const row = tables.transactions.insert(businessId, transaction, { ...entries, jobs: first })
  rowIds.set(id, row)
  tables.jobs.order(businessId, row, first)
}

type Other = Exclude<Change, { readonly change: 'event.append' | 'transaction.insert' }>

function applyChange(tables: Tables, place: Place, change: Other): unknown {
  const { businessId, now } = place
  const { transactions, wallets, deliveries, jobs, businesses, queue, refusedScenarios } = tables
  const row = (id: string) => transactionRow(tables, place, id)
  switch (change.change) {
    case 'transaction.move':
      return transactions.move(row(change.to.id), change.from, change.to, now)
    case 'transaction.progress':
      return transactions.progress(row(change.to.id), change.to)
    case 'transaction.duplicated':
      return transactions.duplicated(businessId, change.reference)
    case 'scenario.refused':
      return refusedScenarios.add(businessId, change.scenario)
    case 'ledger.post': {
      const { transactionId, currency, amountMinor, why } = change
      const about = transactionId === null ? null : row(transactionId)
      const posting = { businessId, transactionRow: about, currency, amountMinor, why, at: now }
      return wallets.post(posting, place.settings)
    }
    case 'delivery.insert':
      return deliveries.insert(businessId, row(change.delivery.transactionId), change.delivery)
    case 'delivery.move':
      return deliveries.move(businessId, change)
    case 'attempt.start':
      return deliveries.startAttempt(businessId, change, now)
    case 'attempt.finish':
      return deliveries.finishAttempt(businessId, change.deliveryId, change)
    case 'job.add':
      return jobs.add(businessId, row(change.work.transactionId), change)
    case 'job.done':
      return jobs.done(businessId, change.job)
    case 'jobs.cancel':
      return jobs.cancel(businessId, row(change.transactionId), (job) => change.kinds.includes(jobKind(job)))
    case 'attempts.cancel':
      return jobs.cancel(businessId, row(change.transactionId), (job) => isLaterAttempt(job, change))
    case 'business.set':
      return businesses.setSettings(businessId, over(businesses.settings(businessId), change.settings))
    case 'business.default':
      return businesses.setDefault(businessId, change.scenario)
    case 'queue.add':
      return queue.add(businessId, change.entry)
    case 'queue.take':
      return queue.take(change.id)
    case 'queue.clear':
      return queue.clear(businessId)
    case 'clock.set':
      return businesses.setClock(businessId, change.clock)
  }
}

function transactionRow(tables: Tables, { businessId, rowIds }: Place, id: string): number {
  const row = rowIds.get(id) ?? tables.transactions.rowId(businessId, id)
  if (row === null) throw new Error(`There is no transaction ${id}`)
  rowIds.set(id, row)
  return row
}
