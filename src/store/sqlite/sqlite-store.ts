import type Database from 'better-sqlite3'
import type { Change, Decision } from '../../domain/change.ts'
import { sandboxTime } from '../../domain/clock.ts'
import type { SteadyClock } from '../../time.ts'
import type { Commit, Needs, State, Store } from '../store.ts'
import { applyChange } from './apply.ts'
import type { BusinessTemplate, StoredBusiness } from './businesses.ts'
import { emptyBusiness } from './empty-business.ts'
import { loadNeeds } from './load.ts'
import { openTables } from './tables.ts'
import { createTurn } from './turn.ts'

/** What a store stands on: an open database, the wall clock, and what a new business starts from. */
export interface SqliteStoreOptions extends BusinessTemplate {
  readonly db: Database.Database
  readonly wall: SteadyClock
}

/** The store on SQLite. */
export function createSqliteStore({ db, wall, ...template }: SqliteStoreOptions): Store {
  const tables = openTables(db, template)
  const listeners = new Set<(commits: readonly Commit[]) => void>()
  let commits = new Map<string, Commit>()
  const turn = createTurn(db, announce, () => commits.clear())
  tables.businesses.recoverClocks(wall())

  function announce(): void {
    const done = [...commits.values()]
    commits = new Map()
    if (done.length > 0) for (const listener of listeners) listener(done)
  }

  function write(business: StoredBusiness, now: number, changes: readonly Change[]): void {
    const businessId = business.rowId ?? tables.businesses.open(business.key, now)
    const place = { businessId, settings: business.settings, now, rowIds: new Map<string, number>() }
    for (const change of changes) applyChange(tables, place, change)
    tables.businesses.setSeen(businessId, now)
    commits.set(business.key, merge(commits.get(business.key), business, changes))
  }

  const rowOf = (key: string) => tables.businesses.find(key).rowId
  /** Reads of a business that nobody has opened show nothing (D2). */
  const show = <R>(key: string, read: (id: number) => R, nothing: R): R => {
    const id = rowOf(key)
    return id === null ? nothing : read(id)
  }

  return {
    perform: <const N extends Needs, R>(key: string, needs: N, decide: (state: State<N>) => Decision<R>) =>
      turn.run(() => {
        const business = tables.businesses.find(key)
        const now = sandboxTime(business.clock, wall())
        const { changes, result } = decide({ business, now, ...loadNeeds(tables, business, needs) } as State<N>)
        if (changes.length > 0) write(business, now, changes)
        return result
      }),
    business: (key) => tables.businesses.find(key),
    now: (key) => sandboxTime(tables.businesses.find(key).clock, wall()),
    businesses: () => tables.businesses.list(),
    transaction: (key, id) => show(key, (row) => tables.transactions.find(row, id), null),
    accountHolder: (key, number) => show(key, (row) => tables.transactions.findByAccount(row, number), null),
    transactions: (key, filter) => show(key, (row) => tables.transactions.list(row, filter), []),
    timeline: (key, id) => show(key, (row) => tables.events.ofTransaction(row, id), []),
    eventsSince: (key, after) => show(key, (row) => tables.events.since(row, after), []),
    lastEventId: () => tables.events.lastId(),
    deliveries: (key, filter) => show(key, (row) => tables.deliveries.list(row, filter), []),
    jobs: (key, limit) => show(key, (row) => tables.jobs.list(row, limit), []),
    dueJobs: (key, cursor, until, limit) => show(key, (row) => tables.jobs.due(row, cursor, until, limit), []),
    keysWithJobs: () => tables.jobs.keys(),
    reset: (key) =>
      turn.run(() => {
        const id = rowOf(key)
        if (id === null) return
        emptyBusiness(db, id)
        tables.businesses.restart(id)
        commits.set(key, { key, clock: template.initialClock, dueAt: null, clockSet: true })
      }),
    onCommit(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    isOpen: () => db.open,
    close: () => db.close(),
  }
}

/** What this turn has done to a business so far, with one more command's changes. */
function merge(before: Commit | undefined, business: StoredBusiness, changes: readonly Change[]): Commit {
  let { clock, dueAt, clockSet } = before ?? { clock: business.clock, dueAt: null, clockSet: false }
  for (const change of changes) {
    if (change.change === 'clock.set') [clock, clockSet] = [change.clock, true]
    if (change.change === 'job.add') dueAt = Math.min(dueAt ?? change.dueAt, change.dueAt)
  }
  return { key: business.key, clock, dueAt, clockSet }
}
