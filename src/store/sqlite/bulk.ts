import type Database from 'better-sqlite3'
import { type ClockState, releaseClock, type SandboxMs, sandboxTime } from '../../domain/clock.ts'
import type { SteadyClock } from '../../time.ts'
import type { Pruned, Snapshot } from '../store.ts'
import { emptyBusiness } from './business-rows.ts'
import { prune } from './prune.ts'
import type { Tables } from './tables.ts'

/** What bulk operations work with. */
export interface BulkTools {
  readonly db: Database.Database
  readonly tables: Tables
  readonly wall: SteadyClock
  readonly initialClock: ClockState
  /** Called with a business that was reset or restored. */
  readonly replaced: (key: string, to: NewState) => void
}

/** What a business begins with after a reset or a restore. */
export interface NewState {
  readonly businessId: number
  readonly clock: ClockState
  readonly at: SandboxMs
}

/** What changes a business as a whole; each belongs into a turn. */
export function createBulk(tools: BulkTools) {
  return { ...emptying(tools), ...keeping(tools) }
}

function emptying({ db, tables: { businesses, events, plans }, wall, initialClock, replaced }: BulkTools) {
  return {
    reset(key: string): void {
      const { rowId: businessId } = businesses.find(key)
      if (businessId === null) return
      emptyBusiness(db, businessId)
      plans.deleteUnused()
      businesses.restart(businessId, events.nextId())
      businesses.forget(key)
      replaced(key, { businessId, clock: initialClock, at: 0 })
    },
    prune(key: string, olderThanMs: number): Pruned {
      const { rowId, clock } = businesses.find(key)
      const before = sandboxTime(clock, wall()) - olderThanMs
      if (rowId === null) return { before, transactions: 0, webhooks: 0, ledgerEntries: 0 }
      const pruned = prune(db, rowId, before)
      plans.deleteUnused()
      return pruned
    },
  }
}

function keeping({ db, tables: { businesses, events, snapshots, jobs }, wall, replaced }: BulkTools) {
  const named = (businessId: number, name: string) => {
    const found = snapshots.list(businessId).find((one) => one.name === name)
    if (!found) throw new Error(`There is no snapshot ${name}`)
    return found
  }
  return {
    take(key: string, name: string): Snapshot {
      const { rowId, clock } = businesses.find(key)
      const at = sandboxTime(clock, wall())
      const businessId = rowId ?? businesses.open(key, at)
      if (rowId === null) businesses.forget(key)
      // An advance under way is not part of the snapshot: in it time stands, or runs on.
      snapshots.take({ businessId, name, at, clock: releaseClock(clock, wall()) })
      return named(businessId, name)
    },
    restore(key: string, name: string): Snapshot | null {
      const { rowId: businessId } = businesses.find(key)
      const kept = businessId === null ? null : snapshots.find(businessId, name)
      if (businessId === null || kept === null) return null
      const snapshot = named(businessId, name)
      // Plans stay: the next run will want the same ones, and to look for unused ones is to look at every transaction.
      emptyBusiness(db, businessId)
      snapshots.giveBack(kept.id, businessId, jobs.reserve(snapshot.pendingJobs))
      const clock = kept.clock.mode === 'real' ? { ...kept.clock, sandboxAt: kept.at, wallAt: wall() } : kept.clock
      businesses.goBack(businessId, { snapshot: kept.id, clock, resetEvent: events.nextId() })
      businesses.forget(key)
      replaced(key, { businessId, clock, at: kept.at })
      return snapshot
    },
    drop(key: string, name: string): boolean {
      const { rowId } = businesses.find(key)
      const kept = rowId === null ? null : snapshots.find(rowId, name)
      if (kept !== null) snapshots.drop(kept.id)
      return kept !== null
    },
  }
}
