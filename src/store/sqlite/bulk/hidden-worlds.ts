import type { ClockState, SandboxMs } from '../../../domain/clock.ts'
import { inSlices, type Step } from '../slices.ts'
import { deleteSteps } from '../tables/world-rows.ts'
import type { BulkTools } from './tools.ts'

export type HiddenWorlds = ReturnType<typeof createHiddenWorlds>

/** Hidden worlds: made, filled, and deleted once no key and no snapshot uses them. */
export function createHiddenWorlds(tools: BulkTools) {
  const { tables, turn, touches } = tools
  const { businesses, events, remembered } = tables
  /** The worlds that are being filled. A repeated turn makes another one. */
  const fillings = new Set<{ world: number | null }>()
  const deleteLeft = createDeleteLeft(tools, (world) => [...fillings].some((filling) => filling.world === world))

  /** Keeps a world while work fills it: `make` makes it, in a turn. What no key and no snapshot has then is deleted. */
  async function keep<R>(work: (make: () => number, made: () => number | null) => Promise<R>): Promise<R> {
    const filling: { world: number | null } = { world: null }
    const make = () => {
      filling.world = businesses.hiddenWorld()
      return filling.world
    }
    fillings.add(filling)
    try {
      return await work(make, () => filling.world)
    } finally {
      fillings.delete(filling)
      void deleteLeft()
    }
  }

  return {
    deleteLeft,
    /** Runs work that hides a world, which is deleted afterwards. */
    async leaving<R>(work: () => Promise<R>): Promise<R> {
      const result = await work()
      void deleteLeft()
      return result
    },
    /** Gives a world to a key, inside a turn. */
    give(key: string, world: number, clock: ClockState, at: SandboxMs): void {
      const { rowId, epoch } = remembered.business(key)
      businesses.replace({ rowId, key, epoch }, world, { clock, seenAt: at, resetEvent: events.nextId() })
      touches.replaced({ key, businessId: world, clock }, at)
      tables.forgetAll()
    },
    keep,
    /**
     * Fills a new world: `begin` makes it and returns the steps, `end` gives it a name or a key. Each belongs into a turn;
     * without an `end` the one of `begin` is all.
     */
    fill: (begin: (make: () => number) => readonly Step[], end?: (world: number) => void): Promise<void> =>
      keep(async (make, made) => {
        const steps = await turn.run(() => begin(make))
        await inSlices(turn, steps)
        const world = made()
        if (world !== null && end !== undefined) await turn.run(() => end(world))
      }),
  }
}

/** Deletes unused hidden worlds in the background. */
function createDeleteLeft(
  { db, tables: { businesses }, turn }: BulkTools,
  isFilling: (world: number) => boolean,
): () => Promise<void> {
  let deleting: Promise<void> | null = null

  async function deleteAll(): Promise<void> {
    const isLeft = (world: number) => !isFilling(world)
    try {
      for (let found = businesses.hidden().find(isLeft); found; found = businesses.hidden().find(isLeft)) {
        await inSlices(turn, deleteSteps(db, found))
      }
    } catch {
      // A stop, or a full disk: the next operation, or the next start, goes on.
    }
  }

  return () => {
    deleting ??= deleteAll().finally(() => {
      deleting = null
    })
    return deleting
  }
}
