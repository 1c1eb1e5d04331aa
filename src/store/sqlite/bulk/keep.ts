import { releaseClock, sandboxTime } from '../../../domain/clock.ts'
import type { Snapshot } from '../../store.ts'
import type { Closed } from './closed.ts'
import type { HiddenWorlds } from './hidden-worlds.ts'
import type { BulkTools } from './tools.ts'

/** Snapshots: taken and dropped. */
export function keeping({ tables, turn, wall }: BulkTools, worlds: HiddenWorlds, closed: Closed) {
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
