import type Database from 'better-sqlite3'
import type { Change, Decision } from '../../domain/change.ts'
import { sandboxTime } from '../../domain/clock.ts'
import { StorageFailure } from '../../domain/storage-failure.ts'
import type { SteadyClock } from '../../time.ts'
import type { Commit, Needs, State, Store } from '../store.ts'
import { applyChanges } from './apply.ts'
import { createAudit } from './audit.ts'
import { createBulk, type NewState, prunedName } from './bulk.ts'
import { asStorageFailure, reading } from './file/errors.ts'
import { loadState } from './load.ts'
import { countsOf, nothingCounted } from './tables/business-rows.ts'
import type { BusinessTemplate, StoredBusiness } from './tables/businesses.ts'
import type { Queried } from './tables/noted-queries.ts'
import { openTables } from './tables/open-tables.ts'
import { everythingMoved, note, type Touched, untouched } from './touched.ts'
import { createTurn } from './turn.ts'

/** What a store stands on: an open database, the wall clock, and what a new business starts from. */
export interface SqliteStoreOptions extends BusinessTemplate {
  readonly db: Database.Database
  readonly wall: SteadyClock
}

/** The store on SQLite. */
export function createSqliteStore({ db, wall, ...template }: SqliteStoreOptions): Store {
  const tables = openTables(db, template)
  const counts = countsOf(db)
  const meta = db.prepare<[string], string>('SELECT value FROM meta WHERE name = ?').pluck()
  const listeners = new Set<(commits: readonly Commit[]) => void>()
  let touched = new Map<string, Touched>()
  const turn = createTurn(db, { beginning, committing, committed, undone })
  const bulk = createBulk({ db, tables, wall, initialClock: template.initialClock, replaced })
  tables.businesses.recoverClocks(wall(), template.clockAsked ?? null)

  function beginning(): void {
    for (const { businessId, at } of tables.events.writeNoted()) tables.businesses.setSeen(businessId, at)
  }

  function ending(): void {
    beginning()
    tables.businesses.settleSeen()
  }

  function committing(): void {
    for (const { businessId, seenAt } of touched.values()) tables.businesses.setSeen(businessId, seenAt)
  }

  function committed(): void {
    const commits = [...touched.values()]
    touched = new Map()
    tables.events.dropNoted()
    if (commits.length > 0) for (const listener of listeners) listener(commits)
  }

  function undone(what: 'command' | 'turn'): void {
    tables.forget()
    tables.businesses.forgetSeen()
    if (what === 'turn') touched = new Map()
  }

  function replaced(key: string, { businessId, clock, at }: NewState): void {
    touched.set(key, { ...untouched(key, businessId, clock), ...everythingMoved, seenAt: at })
  }

  function write(business: StoredBusiness, now: number, changes: readonly Change[], rowIds: Map<string, number>): void {
    const { key, settings, clock } = business
    const businessId = business.rowId ?? tables.businesses.open(key, now)
    const place = { businessId, settings, now, rowIds }
    applyChanges(tables, place, changes)
    const touch = touched.get(key) ?? untouched(key, businessId, clock)
    note(touch, now, changes)
    touched.set(key, touch)
    if (business.rowId === null || touch.settingsSet) tables.businesses.forget(key)
    else if (touch.clock !== clock) tables.businesses.noteClock(key, touch.clock)
  }

  function noteQuery(key: string, queried: Queried): void {
    const { rowId: businessId, clock } = tables.businesses.find(key)
    const transactionRow = businessId && tables.transactions.rowId(businessId, queried.id)
    if (businessId === null || transactionRow === null) return
    tables.events.note(businessId, transactionRow, sandboxTime(clock, wall()), queried)
    const commits = [untouched(key, businessId, clock)]
    for (const listener of listeners) listener(commits)
    // What the disk has no room for is lost.
    if (tables.events.isNotedFull()) turn.run(() => undefined).catch(tables.events.dropNoted)
  }

  function close(): void {
    try {
      if (db.open) db.transaction(ending)()
    } catch {
      // What the disk has no room for is lost.
    } finally {
      turn.close()
      db.close()
    }
  }

  const rowOf = (key: string) => tables.businesses.find(key).rowId
  /** Reads of a business that nobody has opened show nothing (D2). */
  const show = <R>(key: string, read: (id: number) => R, nothing: R): R => {
    const id = reading(() => rowOf(key))
    return id === null ? nothing : reading(() => read(id))
  }

  return {
    perform: <const N extends Needs, R>(key: string, needs: N, decide: (state: State<N>) => Decision<R>) =>
      turn.run(() => {
        const business = tables.businesses.find(key)
        const now = sandboxTime(business.clock, wall())
        const rowIds = new Map<string, number>()
        const { changes, result } = decide(loadState(tables, { business, now, rowIds }, needs))
        if (changes.length > 0) write(business, now, changes, rowIds)
        return result
      }),
    noteQuery: (key, queried) => careless(() => noteQuery(key, queried)),
    business: (key) => reading(() => tables.businesses.find(key)),
    now: (key) => reading(() => sandboxTime(tables.businesses.find(key).clock, wall())),
    businesses: () => reading(() => tables.businesses.list()),
    counts: (key) => show(key, counts, nothingCounted),
    transaction: (key, id) => show(key, (row) => tables.transactions.find(row, id), null),
    wallet: (key, currency) =>
      reading(() => {
        const { rowId, settings } = tables.businesses.find(key)
        return { currency, balanceMinor: tables.wallets.balance(rowId, currency, settings) }
      }),
    ledger: (key, currency, limit) => show(key, (row) => tables.wallets.ledger(row, currency, limit), []),
    accountHolder: (key, number) => show(key, (row) => tables.transactions.findByAccount(row, number), null),
    transactions: (key, filter) => show(key, (row) => tables.transactions.list(row, filter), []),
    collectionsFrom: (key, filter) => show(key, (row) => tables.transactions.collectionsFrom(row, filter), []),
    timeline: (key, id) => show(key, (row) => tables.events.ofTransaction(row, id), []),
    eventsSince: (key, after, commands) => show(key, (row) => tables.events.since(row, after, commands), []),
    lastEventId: () => reading(() => tables.events.lastId()),
    delivery: (key, id) => show(key, (row) => tables.deliveries.find(row, id), null),
    deliveries: (key, filter) => show(key, (row) => tables.deliveries.list(row, filter), []),
    lastWebhook: (key, id) => show(key, (row) => tables.deliveries.lastOf(row, id), null),
    jobs: (key, limit) => show(key, (row) => tables.jobs.list(row, limit), []),
    jobsOf: (key, id) => show(key, (row) => tables.jobs.listOf(tables.transactions.rowId(row, id) ?? 0), []),
    dueJobs: (key, cursor, until, limit) => show(key, (row) => tables.jobs.due(row, cursor, until, limit), []),
    audit: createAudit(db, tables, show),
    keysWithJobs: () => tables.jobs.keys(),
    reset: (key) => turn.run(() => bulk.reset(key)),
    snapshots: (key) => show(key, (row) => tables.snapshots.list(row), []),
    takeSnapshot: (key, name) => turn.run(() => bulk.take(key, name)),
    restoreSnapshot: (key, name) => turn.run(() => bulk.restore(key, name)),
    dropSnapshot: (key, name) => turn.run(() => bulk.drop(key, name)),
    prunedBefore: (key) => Number(show(key, (row) => meta.get(prunedName(row)), undefined)) || null,
    prune: (key, olderThanMs) => turn.run(() => bulk.prune(key, olderThanMs)),
    onCommit(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    isOpen: () => db.open,
    close,
  }
}

/** Does what may be lost: a full disk has no room even for the ids of further entries. */
function careless(work: () => void): void {
  try {
    work()
  } catch (cause) {
    if (!(asStorageFailure(cause) instanceof StorageFailure)) throw cause
  }
}
