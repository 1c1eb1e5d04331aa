import type { ClockState, SandboxMs } from '../../../domain/clock.ts'
import { inParts } from './parts.ts'
import type { WholeTools } from './tools.ts'
import { copySteps, deleteSteps } from './world-rows.ts'

export type Worlds = ReturnType<typeof createWorlds>

/**
 * Hidden worlds: rows of `businesses` with keys that no caller can have. One is filled between other calls, and then a key
 * or a snapshot gets it in one commit. A crash before that changes nothing: the next start deletes it.
 */
export function createWorlds({ db, tables, turn, touches }: WholeTools) {
  const { businesses, events, remembered } = tables

  /** Deletes a world that no key and no snapshot has, between other calls. */
  async function discard(world: number | null): Promise<void> {
    // What a stop or a full disk leaves is deleted by the next start.
    if (world !== null) await inParts(turn, deleteSteps(db, world)).catch(() => undefined)
  }

  return {
    discard,
    /** Deletes what the last process left. */
    discardLeft(): void {
      for (const world of businesses.hidden()) void discard(world)
    },
    /** Makes a world, which `begin` dresses in the same commit, and deletes it if the work that fills it fails. */
    async filled<B, R>(begin: (world: number) => B, work: (world: number, begun: B) => Promise<R>): Promise<R> {
      const { world, begun } = await turn.run(() => {
        const world = businesses.hiddenWorld()
        return { world, begun: begin(world) }
      })
      try {
        return await work(world, begun)
      } catch (cause) {
        void discard(world)
        throw cause
      }
    },
    /** Copies all rows of a world; `end` belongs to the last commit. */
    copy: (from: number, to: number, end: () => void): Promise<void> =>
      inParts(turn, [
        ...copySteps(db, tables, { from, to }),
        () => {
          end()
          return 0
        },
      ]),
    /** Gives a world to a key, inside a turn. Returns the world that the key had, which is to be discarded. */
    give(key: string, world: number, clock: ClockState, at: SandboxMs): number | null {
      const { rowId, epoch } = remembered.business(key)
      businesses.replace({ rowId, key, epoch }, world, { clock, seenAt: at, resetEvent: events.nextId() })
      touches.replaced({ key, businessId: world, clock })
      tables.forgetAll()
      return rowId
    },
  }
}
