import { inSlices } from '../slices.ts'
import { copySteps, emptySteps } from '../tables/world-rows.ts'
import type { BulkTools } from './tools.ts'

export type HiddenWorlds = ReturnType<typeof createHiddenWorlds>

/** Hidden worlds: made, filled, and emptied when no key and no snapshot has them any more. */
export function createHiddenWorlds({ db, tables: { businesses, jobs }, turn }: BulkTools) {
  const empty: number[] = []
  const inUse = new Set<number>()
  let isEmptying = false
  const worlds = {
    /** Makes an empty one. Belongs into a turn. */
    make(): number {
      const world = businesses.hiddenWorld(empty.find((one) => !inUse.has(one)))
      inUse.add(world)
      return world
    },
    /** Makes one for `fill`, which gives it a name or a key in the end. */
    async fill<R>(fill: (world: number) => Promise<R>): Promise<R> {
      const world = await turn.run(worlds.make)
      try {
        return await fill(world)
      } finally {
        worlds.made(world)
      }
    },
    keep: (from: number, to: number) => inSlices(turn, copySteps(db, { from, to })),
    giveBack: (from: number, to: number) => inSlices(turn, copySteps(db, { from, to, reserveJobs: jobs.reserve })),
    /** Ends the making of a world, which has a name or a key by now, or is of no use. Begins to empty what nothing has. */
    made(world: number): void {
      inUse.delete(world)
      if (empty.includes(world)) empty.splice(empty.indexOf(world), 1)
      void worlds.empty()
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
  return worlds
}
