import type { ClockState, SandboxMs } from '../../../domain/clock.ts'
import type { Snapshot } from '../../store.ts'
import { reading } from '../file/errors.ts'
import type { Closed } from './closed.ts'
import type { HiddenWorlds } from './hidden-worlds.ts'
import type { BulkTools } from './tools.ts'

/** What gives a key another world: a reset, a restore, or none after a drop. */
export function replacing(
  { tables, turn, wall, initialClock, replaced, rowsGone, unseal }: BulkTools,
  worlds: HiddenWorlds,
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
        await worlds.fill(async (world) => {
          await worlds.giveBack(kept, world)
          await turn.run(() => {
            businesses.dress(world, kept)
            const clock = businesses.clockOf(kept)
            const goesOn = clock.mode === 'real' ? { ...clock, sandboxAt: snapshot.at, wallAt: wall() } : clock
            replace(key, world, goesOn, snapshot.at)
          })
        })
        return snapshot
      }),
  }
}
