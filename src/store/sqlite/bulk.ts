import type Database from 'better-sqlite3'
import { type ClockState, releaseClock, type SandboxMs, sandboxTime } from '../../domain/clock.ts'
import type { SteadyClock } from '../../time.ts'
import type { WorldRecord } from '../../world-file/records.ts'
import type { Pruned, Snapshot } from '../store.ts'
import { reading } from './file/errors.ts'
import type { Tables } from './open-tables.ts'
import { pruneSteps } from './prune.ts'
import { inSlices } from './slices.ts'
import { copySteps, emptySteps } from './tables/world-rows.ts'
import type { Turn } from './turn.ts'
import { worldRecord, writeContents } from './world-contents.ts'
import { fillSteps } from './world-fill.ts'

export interface BulkTools {
  readonly db: Database.Database
  readonly tables: Tables
  readonly turn: Turn
  readonly wall: SteadyClock
  readonly initialClock: ClockState
  /** Called with a business whose world was replaced. */
  readonly replaced: (key: string, to: NewState) => void
  /** Called when rows were deleted: what is remembered of them is wrong. */
  readonly rowsGone: () => void
  /** Ends the seal of a key. Belongs into a turn. */
  readonly unseal: (key: string) => void
}

/** What a business begins with after a reset or a restore. */
export interface NewState {
  readonly businessId: number
  readonly clock: ClockState
  readonly at: SandboxMs
}

/**
 * Operations on a business as a whole, in commits of a few milliseconds, so that other businesses go on. What is copied is
 * a hidden world until one commit names it or gives it to the key: a crash before that changes nothing. A world that was
 * replaced is emptied afterwards, also by the next start.
 */
export function createBulk(tools: BulkTools) {
  const closed = createClosed()
  const worlds = createWorlds(tools)
  return {
    ...replacing(tools, worlds, closed),
    ...keeping(tools, worlds, closed),
    ...pruning(tools, closed),
    ...moving(tools, worlds, closed),
    opens: closed.opens,
    /** Empties the worlds that the last process left behind. */
    emptyLeft: worlds.empty,
  }
}

type Closed = ReturnType<typeof createClosed>

/** The businesses that an operation goes on for. The operations of a business follow each other, and its commands wait. */
function createClosed() {
  const ends = new Map<string, Promise<unknown>>()
  return {
    /** Resolves once the operation that goes on for a business has ended; null if there is none. */
    opens: (key: string): Promise<unknown> | null => (ends.size === 0 ? null : (ends.get(key) ?? null)),
    async during<R>(key: string, work: () => Promise<R>): Promise<R> {
      const before = ends.get(key)
      const result = (async () => {
        await before
        return work()
      })()
      const end = result.catch(() => undefined)
      ends.set(key, end)
      await end
      if (ends.get(key) === end) ends.delete(key)
      return result
    },
  }
}

type Worlds = ReturnType<typeof createWorlds>

/** Hidden worlds: made, filled, and emptied when no key and no snapshot has them any more. */
function createWorlds({ db, tables: { businesses, jobs }, turn }: BulkTools) {
  const empty: number[] = []
  const inUse = new Set<number>()
  let isEmptying = false
  return {
    /** Makes an empty one. Belongs into a turn. */
    make(): number {
      const world = businesses.hiddenWorld(empty.find((one) => !inUse.has(one)))
      inUse.add(world)
      return world
    },
    keep: (from: number, to: number) => inSlices(turn, copySteps(db, { from, to })),
    giveBack: (from: number, to: number) => inSlices(turn, copySteps(db, { from, to, reserveJobs: jobs.reserve })),
    /** Ends the making of a world, which has a name or a key by now, or is of no use. */
    made(world: number): void {
      inUse.delete(world)
      if (empty.includes(world)) empty.splice(empty.indexOf(world), 1)
    },
    /** Empties the hidden worlds that nothing has, in the background. */
    async empty(): Promise<void> {
      if (isEmptying) return
      isEmptying = true
      try {
        const isRubbish = (world: number) => !inUse.has(world) && !empty.includes(world)
        for (let found = businesses.hidden().find(isRubbish); found; found = businesses.hidden().find(isRubbish)) {
          await inSlices(turn, emptySteps(db, found))
          empty.push(found)
        }
      } catch {
        // A stop, or a full disk: the next operation, or the next start, goes on.
      } finally {
        isEmptying = false
      }
    },
  }
}

function replacing(
  { tables, turn, wall, initialClock, replaced, rowsGone, unseal }: BulkTools,
  worlds: Worlds,
  closed: Closed,
) {
  const { businesses, events, snapshots, remembered } = tables
  /** Gives a world to a key. Belongs into a turn. */
  const replace = (key: string, world: number, clock: ClockState, at: SandboxMs): void => {
    const { rowId, epoch } = remembered.business(key)
    if (rowId === null) throw new Error(`The business ${key} has no world`)
    businesses.replace({ rowId, key, epoch }, world, { clock, seenAt: at, resetEvent: events.nextId() })
    replaced(key, { businessId: world, clock, at })
  }
  const empty = async (key: string): Promise<void> => {
    const world = await turn.run(() => {
      if (remembered.business(key).rowId === null) return null
      const made = worlds.make()
      replace(key, made, initialClock, 0)
      return made
    })
    if (world === null) return
    worlds.made(world)
    void worlds.empty()
  }
  return {
    dropBusiness: (key: string): Promise<void> =>
      closed.during(key, async () => {
        await turn.run(() => {
          const { rowId } = remembered.business(key)
          unseal(key)
          for (const { name } of snapshots.list(key)) snapshots.drop(key, name)
          if (rowId !== null) businesses.hide(rowId)
          remembered.forget(key)
          rowsGone()
        })
        void worlds.empty()
      }),
    // One commit, with the other commands of its turn.
    reset: (key: string): Promise<void> =>
      closed.opens(key) === null ? empty(key) : closed.during(key, () => empty(key)),
    restore: (key: string, name: string): Promise<Snapshot | null> =>
      closed.during(key, async () => {
        const kept = reading(() => snapshots.find(key, name))
        const snapshot = reading(() => snapshots.list(key)).find((one) => one.name === name)
        if (kept === null || snapshot === undefined) return null
        const world = await turn.run(worlds.make)
        try {
          await worlds.giveBack(kept, world)
          await turn.run(() => {
            businesses.dress(world, kept)
            const clock = businesses.clockOf(kept)
            const goesOn = clock.mode === 'real' ? { ...clock, sandboxAt: snapshot.at, wallAt: wall() } : clock
            replace(key, world, goesOn, snapshot.at)
          })
        } finally {
          worlds.made(world)
          void worlds.empty()
        }
        return snapshot
      }),
  }
}

/** Worlds that go to another sandbox, and come from one. */
function moving({ db, tables, turn, wall, replaced }: BulkTools, worlds: Worlds, closed: Closed) {
  const { businesses, events, remembered } = tables
  return {
    /** Reads a business as it is at one moment: its commands wait meanwhile. */
    contents: (key: string, write: (record: WorldRecord) => void): Promise<void> =>
      closed.during(key, async () => {
        const business = reading(() => remembered.business(key))
        const row = business.rowId
        const before = row === null ? null : reading(() => businesses.prunedBefore(row))
        write(worldRecord(business, wall(), before))
        if (row !== null) await writeContents({ db, tables, world: row, write })
      }),
    /** Gives a key the world of some records. Returns false, with nothing changed, if it has transactions and may not lose them. */
    import: (key: string, records: readonly WorldRecord[], replaces: boolean): Promise<boolean> =>
      closed.during(key, async () => {
        const [first] = records
        if (first?.kind !== 'world') throw new Error('A world begins with its own record')
        const { rowId } = reading(() => remembered.business(key))
        if (!replaces && rowId !== null && tables.transactions.list(rowId, { limit: 1 }).length > 0) return false
        const world = await turn.run(worlds.make)
        try {
          await inSlices(turn, fillSteps(tables, world, records))
          await turn.run(() => {
            const { epoch } = remembered.business(key)
            const { at, clock: asked, defaultScenario, settings, prunedBefore } = first
            const clock: ClockState =
              asked.mode === 'real'
                ? { mode: 'real', rate: asked.rate, sandboxAt: at, wallAt: wall() }
                : { mode: 'frozen', rate: asked.rate, at }
            businesses.setSettings(world, settings)
            businesses.setDefault(world, defaultScenario)
            if (prunedBefore !== null) businesses.setPruned(world, prunedBefore)
            events.skipTo(lastEventOf(records))
            businesses.replace({ rowId, key, epoch }, world, { clock, seenAt: at, resetEvent: events.nextId() })
            replaced(key, { businessId: world, clock, at })
          })
        } finally {
          worlds.made(world)
          void worlds.empty()
        }
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

function keeping({ tables, turn, wall }: BulkTools, worlds: Worlds, closed: Closed) {
  const { businesses, snapshots, remembered } = tables
  return {
    take: (key: string, name: string): Promise<Snapshot> =>
      closed.during(key, async () => {
        const { from, world } = await turn.run(() => {
          const business = remembered.business(key)
          const at = sandboxTime(business.clock, wall())
          const rowId = business.rowId ?? businesses.insert({ ...business, seenAt: at })
          remembered.forget(key)
          const made = worlds.make()
          businesses.dress(made, rowId)
          // An advance under way is not part of the snapshot: in it time stands, or runs on.
          businesses.setClock(made, releaseClock(business.clock, wall()))
          businesses.setSeen(made, at)
          return { from: rowId, world: made }
        })
        try {
          await worlds.keep(from, world)
          await turn.run(() => snapshots.put(key, name, world))
        } finally {
          worlds.made(world)
          void worlds.empty()
        }
        const taken = snapshots.list(key).find((one) => one.name === name)
        if (taken === undefined) throw new Error(`There is no snapshot ${name}`)
        return taken
      }),
    drop: (key: string, name: string): Promise<boolean> =>
      closed.during(key, async () => {
        const { changes } = await turn.run(() => snapshots.drop(key, name))
        void worlds.empty()
        return changes > 0
      }),
  }
}

function pruning({ db, tables, turn, wall, rowsGone }: BulkTools, closed: Closed) {
  const { businesses, remembered } = tables
  const held = holdings(db)
  /** Keys whose rows are half pruned, which no call may see. */
  const half = new Set<string>()

  async function goOn(key: string, row: number, before: SandboxMs): Promise<void> {
    half.add(key)
    try {
      await inSlices(turn, pruneSteps(db, row, before))
      await turn.run(() => {
        businesses.setPruning(row, null)
        businesses.setPruned(row, before)
      })
    } finally {
      rowsGone()
      half.delete(key)
    }
  }

  return {
    /** Resolves once the rows of a business are whole; null if they are. */
    isWhole: (key: string) => (half.size > 0 && half.has(key) ? closed.opens(key) : null),
    /** Ends the prunes that the last process began. */
    resumePrunes(): void {
      for (const { key, before } of businesses.pruning()) {
        const row = remembered.business(key).rowId ?? 0
        half.add(key)
        closed.during(key, () => goOn(key, row, before)).catch(() => undefined)
      }
    },
    prune: (key: string, olderThanMs: number): Promise<Pruned> =>
      closed.during(key, async () => {
        const { rowId, clock } = reading(() => remembered.business(key))
        const before = sandboxTime(clock, wall()) - olderThanMs
        if (rowId === null) return { before, transactions: 0, webhooks: 0, ledgerEntries: 0 }
        const all = reading(() => held(rowId))
        await turn.run(() => businesses.setPruning(rowId, before))
        await goOn(key, rowId, before)
        const left = held(rowId)
        return {
          before,
          transactions: all.transactions - left.transactions,
          webhooks: all.webhooks - left.webhooks,
          ledgerEntries: all.ledgerEntries - left.ledgerEntries,
        }
      }),
  }
}

/** How many rows of each kind a business has. */
function holdings(db: Database.Database) {
  const count = (table: string) =>
    db.prepare<[number], number>(`SELECT count(*) FROM ${table} WHERE business_id = ?`).pluck()
  const [transactions, webhooks, entries] = ['transactions', 'deliveries', 'ledger'].map(count)
  return (row: number) => ({
    transactions: transactions?.get(row) ?? 0,
    webhooks: webhooks?.get(row) ?? 0,
    ledgerEntries: entries?.get(row) ?? 0,
  })
}
