import type Database from 'better-sqlite3'
import type { Change, Decision } from '../../domain/change.ts'
import { sandboxTime } from '../../domain/clock.ts'
import type { SteadyClock } from '../../time.ts'
import type { Commit, Needs, State, Store } from '../store.ts'
import { applyChanges } from './apply.ts'
import { createBulk } from './bulk/bulk.ts'
import { pruneOldest } from './bulk/prune-steps.ts'
import type { NewState } from './bulk/tools.ts'
import { createBackup } from './file/backup.ts'
import { reading } from './file/errors.ts'
import { loadState } from './load.ts'
import { openTables } from './open-tables.ts'
import { createQuotas, type Quotas } from './quotas.ts'
import { type AskedClock, recoverClocks } from './recover-clock.ts'
import type { BusinessTemplate, StoredBusiness } from './remembered.ts'
import { createReportReads } from './report-reads.ts'
import { createSeals } from './seals.ts'
import { countsOf, nothingCounted } from './tables/business-rows.ts'
import { everythingMoved, note, type Touched, untouched } from './touched.ts'
import { createTurn } from './turn.ts'

/** An open database, the wall clock, and what a new business starts with. */
export interface SqliteStoreOptions extends BusinessTemplate {
  readonly db: Database.Database
  readonly wall: SteadyClock
  /** Applies to stored businesses; null if the user asked for none. */
  readonly clockAsked: AskedClock | null
  readonly quotas?: Quotas
}

function sizeOf(db: Database.Database): number {
  const [pages, size] = ['page_count', 'page_size'].map((name) => Number(db.pragma(name, { simple: true })))
  return (pages ?? 0) * (size ?? 0)
}

const noQuotas: Quotas = { maxBusinesses: null, maxTransactionsPerBusiness: null }

export function createSqliteStore({ db, wall, clockAsked, quotas = noQuotas, ...template }: SqliteStoreOptions): Store {
  const tables = openTables(db, template)
  const quota = createQuotas({
    db,
    quotas,
    pruneOldest: (business, most) => pruneOldest({ db, businesses: tables.businesses }, business, most),
  })
  const { remembered } = tables
  const counts = countsOf(db)
  const listeners = new Set<(commits: readonly Commit[]) => void>()
  let touched = new Map<string, Touched>()
  const backup = createBackup(db)
  const turn = createTurn(db, { committing, committed, undone })
  const seals = createSeals(db)
  const bulk = createBulk({
    db,
    tables,
    turn,
    wall,
    initialClock: template.initialClock,
    replaced,
    rowsGone,
    unseal: (key) => seals.seal({ key, slots: null, isSealed: false }),
  })
  recoverClocks(tables.businesses, wall(), clockAsked)
  bulk.resumePrunes()
  void bulk.emptyLeft()

  function committing(): void {
    for (const { businessId, seenAt } of touched.values()) tables.businesses.setSeen(businessId, seenAt)
    for (const ids of tables.ids) ids.store()
  }

  function committed(): void {
    const commits = [...touched.values()]
    touched = new Map()
    if (commits.length > 0) for (const listener of listeners) listener(commits)
  }

  function forgetRows(): void {
    remembered.clear()
    rowsGone()
  }

  function undone(what: 'command' | 'turn'): void {
    forgetRows()
    if (what === 'command') return
    touched = new Map()
    seals.read()
    for (const ids of tables.ids) ids.forget()
  }

  function replaced(key: string, { businessId, clock, at }: NewState): void {
    touched.set(key, { ...untouched(key, businessId, clock), ...everythingMoved, seenAt: at })
    remembered.forget(key)
    rowsGone()
  }

  function rowsGone(): void {
    tables.transactions.forgetFound()
    quota.forget()
  }

  function write(business: StoredBusiness, now: number, changes: readonly Change[], rowIds: Map<string, number>): void {
    const { key, settings, clock } = business
    if (business.rowId === null) quota.businessComes()
    const businessId = business.rowId ?? tables.businesses.insert({ ...business, seenAt: now })
    const place = { businessId, settings, now, rowIds }
    applyChanges(tables, place, changes)
    const touch = touched.get(key) ?? untouched(key, businessId, clock)
    note(touch, now, changes)
    touched.set(key, touch)
    if (business.rowId === null || touch.settingsSet) remembered.forget(key)
    else if (touch.clock !== clock) remembered.setClock(key, touch.clock)
    if (quotas.maxTransactionsPerBusiness === null) return
    if (!changes.some(({ change }) => change === 'transaction.insert')) return
    if (quota.transactionCame(businessId, quotas.maxTransactionsPerBusiness)) forgetRows()
  }

  function perform<const N extends Needs, R>(
    key: string,
    needs: N,
    decide: (state: State<N>) => Decision<R>,
  ): Promise<R> {
    const opens = bulk.opens(key)
    if (opens !== null) return opens.then(() => perform(key, needs, decide))
    return turn.run(() => {
      const business = remembered.business(key)
      const now = sandboxTime(business.clock, wall())
      const rowIds = new Map<string, number>()
      const { changes, result } = decide(loadState(tables, { business, now, rowIds }, needs))
      if (changes.length > 0) write(business, now, changes, rowIds)
      return result
    })
  }

  function close(): void {
    turn.close()
    if (db.open) storeTimesShown()
    db.close()
    backup.abandon()
  }

  /** Stores the shown times: after a stop no clock goes back, even if the machine's clock does. */
  function storeTimesShown(): void {
    const shown = tables.businesses.all().map(({ rowId, clock, seenAt }) => ({
      rowId,
      at: Math.max(seenAt, sandboxTime(clock, wall())),
    }))
    try {
      db.transaction(() => {
        for (const { rowId, at } of shown) tables.businesses.setSeen(rowId, at)
      })()
    } catch {
      // On a full disk the time of the last commit stays: nothing that was stored is lost.
    }
  }

  function requireRoom(key: string): void {
    if (quotas.maxBusinesses !== null && reading(() => rowOf(key)) === null) quota.businessComes()
  }

  const rowOf = (key: string) => remembered.business(key).rowId
  /** Reads a business by its row; one without a row shows nothing (D2). */
  const show = <R>(key: string, read: (id: number) => R, nothing: R): R => {
    const id = reading(() => rowOf(key))
    return id === null ? nothing : reading(() => read(id))
  }

  return {
    perform,
    isWhole: bulk.isWhole,
    business: (key) => reading(() => remembered.business(key)),
    now: (key) => reading(() => sandboxTime(remembered.business(key).clock, wall())),
    businesses: () => reading(() => tables.businesses.list()),
    size: () => reading(() => ({ businesses: quota.businesses(), bytes: sizeOf(db) })),
    counts: (key) => show(key, counts, nothingCounted),
    transaction: (key, id) => show(key, (row) => tables.transactions.find(row, id), null),
    wallet: (key, currency) =>
      reading(() => {
        const { rowId, settings } = remembered.business(key)
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
    forReport: createReportReads(db, tables, show),
    keysWithJobs: () => reading(() => tables.jobs.keys()),
    isSealed: seals.isSealed,
    seal: (sealed) => turn.run(() => seals.seal(sealed)),
    sealedSlots: seals.slots,
    drop: bulk.dropBusiness,
    reset: bulk.reset,
    snapshots: (key) => reading(() => tables.snapshots.list(key)),
    async takeSnapshot(key, name) {
      requireRoom(key)
      return bulk.take(key, name)
    },
    requireRoom,
    prunesFor: (key) => (quotas.maxTransactionsPerBusiness === null ? 0 : show(key, quota.prunesOf, 0)),
    restoreSnapshot: bulk.restore,
    dropSnapshot: bulk.drop,
    prunedBefore: (key) => show(key, tables.businesses.prunedBefore, null),
    prune: bulk.prune,
    contents: bulk.contents,
    importWorld: bulk.import,
    backup: backup.run,
    onCommit(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    isOpen: () => db.open,
    close,
  }
}
