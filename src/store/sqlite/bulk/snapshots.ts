import { releaseClock, sandboxTime } from '../../../domain/clock.ts'
import type { Snapshot, Store } from '../../store.ts'
import { reading } from '../file/errors.ts'
import { copySteps, type Schema } from '../tables/world-rows.ts'
import { createCopied, isCopied } from './copied.ts'
import type { HiddenWorlds } from './hidden-worlds.ts'
import type { BulkTools } from './tools.ts'

/** Keeps the worlds of a business as hidden copies with a name, and gives them back. Commands wait only for a small snapshot. */
export function keeping(tools: BulkTools, worlds: HiddenWorlds) {
  const { db, tables, turn, wall, closed } = tools
  const { businesses, snapshots, jobs } = tables
  const listed = (key: string, name: string) => snapshots.list(key).find((one) => one.name === name)
  const copied = createAttached(tools)

  async function take(key: string, name: string, source: Source): Promise<Snapshot> {
    await worlds.fill(
      (make) => copyOf(tools, key, source, make),
      (world) => snapshots.put(key, name, world),
    )
    const taken = listed(key, name)
    if (taken === undefined) throw new Error(`There is no snapshot ${name}`)
    return taken
  }

  function takeCopied(key: string, name: string): Promise<Snapshot> {
    return copied.read(
      (copy) => copy(),
      () => {
        const at = wall()
        return take(key, name, { schema: 'copied', wall: () => at })
      },
    )
  }

  const operations: Pick<Store, 'takeSnapshot' | 'restoreSnapshot' | 'dropSnapshot'> = {
    takeSnapshot: (key, name) =>
      closed.beside(key, async () =>
        isCopied(tools, key)
          ? takeCopied(key, name)
          : closed.holding(key, () => take(key, name, { schema: 'main', wall })),
      ),
    restoreSnapshot: (key, name) =>
      closed.beside(key, async () => {
        const from = reading(() => snapshots.find(key, name))
        const snapshot = reading(() => listed(key, name))
        if (from === null || snapshot === undefined) return null
        await worlds.fill(
          (make) => copySteps(db, { from, to: make(), reserveJobs: jobs.reserve }),
          (world) => {
            businesses.dress(world, from)
            const clock = businesses.clockOf(from)
            const goesOn = clock.mode === 'real' ? { ...clock, sandboxAt: snapshot.at, wallAt: wall() } : clock
            worlds.give(key, world, goesOn, snapshot.at)
          },
        )
        return snapshot
      }),
    dropSnapshot: (key, name) =>
      closed.during(key, async () => {
        const { changes } = await worlds.leaving(() => turn.run(() => snapshots.drop(key, name)))
        return changes > 0
      }),
  }
  return { operations, close: copied.close }
}

/** Copies of the database that its own connection reads, under a name of their own. */
function createAttached({ db }: BulkTools) {
  const file = `${db.name}-snapshot`
  return createCopied({
    db,
    file,
    open: () => db.prepare<[string]>('ATTACH ? AS copied').run(file),
    close: () => db.exec('DETACH copied'),
  })
}

/** Where a snapshot is read, and the real time of its moment. */
interface Source {
  readonly schema: Schema
  readonly wall: () => number
}

/** Makes a copy of a key's world, in a turn, and returns the steps that copy its rows. */
function copyOf({ db, tables, wall: now }: BulkTools, key: string, { schema, wall }: Source, make: () => number) {
  const { businesses, remembered, quota } = tables
  const business = remembered.business(key)
  if (business.rowId === null) {
    quota.businessComes()
    businesses.insert({ ...business, seenAt: sandboxTime(business.clock, now()) })
    tables.forgetAll()
  }
  const from = businesses.rowIn(schema, key)
  const to = make()
  businesses.dress(to, from, schema)
  const clock = businesses.clockOf(to)
  // An advance under way is not part of the snapshot: in it time stands, or runs on.
  businesses.setClock(to, releaseClock(clock, wall()))
  businesses.setSeen(to, sandboxTime(clock, wall()))
  return copySteps(db, { schema, from, to })
}
