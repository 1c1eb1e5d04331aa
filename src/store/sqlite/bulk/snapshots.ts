import { releaseClock, sandboxTime } from '../../../domain/clock.ts'
import type { Store } from '../../store.ts'
import { reading } from '../file/errors.ts'
import { copySteps } from '../tables/world-rows.ts'
import type { HiddenWorlds } from './hidden-worlds.ts'
import type { BulkTools } from './tools.ts'

/** Keeps the worlds of a business as hidden copies with a name, and gives them back. */
export function keeping(
  { db, tables, turn, wall, closed }: BulkTools,
  worlds: HiddenWorlds,
): Pick<Store, 'takeSnapshot' | 'restoreSnapshot' | 'dropSnapshot'> {
  const { businesses, snapshots, remembered, quota, jobs } = tables
  const listed = (key: string, name: string) => snapshots.list(key).find((one) => one.name === name)

  /** Makes a copy of a key's world, in a turn, and returns the steps that copy its rows. */
  function copyOf(key: string, make: () => number) {
    const business = remembered.business(key)
    const at = sandboxTime(business.clock, wall())
    if (business.rowId === null) quota.businessComes()
    const from = business.rowId ?? businesses.insert({ ...business, seenAt: at })
    tables.forgetAll()
    const to = make()
    businesses.dress(to, from)
    // An advance under way is not part of the snapshot: in it time stands, or runs on.
    businesses.setClock(to, releaseClock(business.clock, wall()))
    businesses.setSeen(to, at)
    return copySteps(db, { from, to })
  }

  return {
    takeSnapshot: (key, name) =>
      closed.during(key, async () => {
        await worlds.fill(
          (make) => copyOf(key, make),
          (world) => snapshots.put(key, name, world),
        )
        const taken = listed(key, name)
        if (taken === undefined) throw new Error(`There is no snapshot ${name}`)
        return taken
      }),
    restoreSnapshot: (key, name) =>
      closed.during(key, async () => {
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
}
