import { type ClockState, releaseClock, type SandboxMs, sandboxTime } from '../../../domain/clock.ts'
import type { WorldRecord } from '../../../world-file/records.ts'
import type { Snapshot } from '../../store.ts'
import { reading } from '../file/errors.ts'
import { copySteps } from '../tables/world-rows.ts'
import { createClosed } from './closed.ts'
import { createHiddenWorlds } from './hidden-worlds.ts'
import { pruning } from './prune.ts'
import type { BulkTools } from './tools.ts'
import { worldRecord, writeContents } from './world-contents.ts'
import { fillStep } from './world-fill.ts'

/**
 * Operations on a business as a whole, in commits of a few milliseconds, so that other businesses go on. What is copied is
 * a hidden world until one commit names it or gives it to the key: a crash before that changes nothing. A world that was
 * replaced is deleted afterwards, also by the next start.
 */
export function createBulk(tools: BulkTools) {
  const { db, tables, turn, wall } = tools
  const { businesses, events, snapshots, remembered } = tables
  const closed = createClosed()
  const worlds = createHiddenWorlds(tools)

  /** Gives a world to a key, inside a turn. */
  function give(key: string, world: number, clock: ClockState, at: SandboxMs): void {
    const { rowId, epoch } = remembered.business(key)
    businesses.replace({ rowId, key, epoch }, world, { clock, seenAt: at, resetEvent: events.nextId() })
    tools.replaced(key, { businessId: world, clock, at })
  }

  const empty = (key: string): Promise<void> =>
    worlds.fill((make) => {
      if (remembered.business(key).rowId !== null) give(key, make(), tools.initialClock, 0)
      return []
    })

  const listed = (key: string, name: string) => snapshots.list(key).find((one) => one.name === name)

  return {
    ...pruning(tools, closed),
    opens: closed.opens,
    isWhole: closed.isWhole,
    /** Deletes the worlds that the last process left behind. */
    emptyLeft: worlds.deleteLeft,
    // One commit, with the other commands of its turn.
    reset: (key: string): Promise<void> =>
      closed.opens(key) === null ? empty(key) : closed.during(key, () => empty(key)),
    take: (key: string, name: string): Promise<Snapshot> =>
      closed.during(key, async () => {
        await worlds.fill(
          (make) => {
            const business = remembered.business(key)
            const at = sandboxTime(business.clock, wall())
            const from = business.rowId ?? businesses.insert({ ...business, seenAt: at })
            remembered.forget(key)
            const to = make()
            businesses.dress(to, from)
            // An advance under way is not part of the snapshot: in it time stands, or runs on.
            businesses.setClock(to, releaseClock(business.clock, wall()))
            businesses.setSeen(to, at)
            return copySteps(db, { from, to })
          },
          (world) => snapshots.put(key, name, world),
        )
        const taken = listed(key, name)
        if (taken === undefined) throw new Error(`There is no snapshot ${name}`)
        return taken
      }),
    restore: (key: string, name: string): Promise<Snapshot | null> =>
      closed.during(key, async () => {
        const from = reading(() => snapshots.find(key, name))
        const snapshot = reading(() => listed(key, name))
        if (from === null || snapshot === undefined) return null
        await worlds.fill(
          (make) => copySteps(db, { from, to: make(), reserveJobs: tables.jobs.reserve }),
          (world) => {
            businesses.dress(world, from)
            const clock = businesses.clockOf(from)
            const goesOn = clock.mode === 'real' ? { ...clock, sandboxAt: snapshot.at, wallAt: wall() } : clock
            give(key, world, goesOn, snapshot.at)
          },
        )
        return snapshot
      }),
    drop: (key: string, name: string): Promise<boolean> =>
      closed.during(key, async () => {
        const { changes } = await turn.run(() => snapshots.drop(key, name))
        void worlds.deleteLeft()
        return changes > 0
      }),
    dropBusiness: (key: string): Promise<void> =>
      closed.during(key, async () => {
        await turn.run(() => {
          const { rowId } = remembered.business(key)
          tools.unseal(key)
          for (const { name } of snapshots.list(key)) snapshots.drop(key, name)
          if (rowId !== null) businesses.hide(rowId)
          remembered.forget(key)
          tools.rowsGone()
        })
        void worlds.deleteLeft()
      }),
    /** Reads a business as of one moment; its commands wait meanwhile. */
    contents: (key: string, write: (record: WorldRecord) => void): Promise<void> =>
      closed.during(key, async () => {
        const business = reading(() => remembered.business(key))
        const world = business.rowId
        const before = world === null ? null : reading(() => businesses.prunedBefore(world))
        write(worldRecord(business, wall(), before))
        if (world !== null) await writeContents({ db, tables, world, write })
      }),
    /** Gives a key the world of some records. Returns false, without a change, if it has transactions and may not lose them. */
    import: (key: string, records: readonly WorldRecord[], replaces: boolean): Promise<boolean> =>
      closed.during(key, async () => {
        const [first] = records
        if (first?.kind !== 'world') throw new Error('A world begins with its own record')
        const { rowId } = reading(() => remembered.business(key))
        if (!replaces && rowId !== null && tables.transactions.list(rowId, { limit: 1 }).length > 0) return false
        await worlds.fill(
          (make) => [fillStep(tables, make(), records)],
          (world) => {
            const { at, clock, defaultScenario, settings, prunedBefore } = first
            businesses.setSettings(world, settings)
            businesses.setDefault(world, defaultScenario)
            if (prunedBefore !== null) businesses.setPruned(world, prunedBefore)
            events.skipTo(lastEventOf(records))
            const { mode, rate } = clock
            give(key, world, mode === 'real' ? { mode, rate, sandboxAt: at, wallAt: wall() } : { mode, rate, at }, at)
          },
        )
        return true
      }),
  }
}

function lastEventOf(records: readonly WorldRecord[]): number {
  return records.reduce((last, record) => {
    if (record.kind === 'event') return Math.max(last, record.id)
    return record.kind === 'transaction' ? Math.max(last, record.event) : last
  }, 0)
}
