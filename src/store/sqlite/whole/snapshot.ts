import { releaseClock, sandboxTime } from '../../../domain/clock.ts'
import type { Store } from '../../store.ts'
import { reading } from '../file/errors.ts'
import type { WholeTools } from './tools.ts'
import type { Worlds } from './worlds.ts'

type Snapshots = Pick<Store, 'takeSnapshot' | 'restoreSnapshot' | 'dropSnapshot'>

/** Keeps the worlds of a business as hidden copies with a name, and gives them back. */
export function keeping(tools: WholeTools, worlds: Worlds): Snapshots {
  const { tables, turn, wall, closed } = tools
  const { businesses, snapshots } = tables
  const listed = (key: string, name: string) => snapshots.list(key).find((one) => one.name === name) ?? null

  async function take(key: string, name: string) {
    const before = reading(() => snapshots.find(key, name))
    await worlds.filled(
      (world) => begin(tools, key, world),
      (world, from) => worlds.copy(from, world, () => snapshots.put(key, name, world)),
    )
    void worlds.discard(before)
    const taken = reading(() => listed(key, name))
    if (taken === null) throw new Error(`There is no snapshot ${name}`)
    return taken
  }

  async function restore(key: string, name: string) {
    const from = reading(() => snapshots.find(key, name))
    const snapshot = reading(() => listed(key, name))
    if (from === null || snapshot === null) return null
    let before: number | null = null
    await worlds.filled(
      (world) => businesses.dress(world, from),
      (world) =>
        worlds.copy(from, world, () => {
          const clock = businesses.clockOf(from)
          const goesOn = clock.mode === 'real' ? { ...clock, sandboxAt: snapshot.at, wallAt: wall() } : clock
          before = worlds.give(key, world, goesOn, snapshot.at)
        }),
    )
    void worlds.discard(before)
    return snapshot
  }

  async function drop(key: string, name: string) {
    const world = reading(() => snapshots.find(key, name))
    await turn.run(() => snapshots.drop(key, name))
    void worlds.discard(world)
    return world !== null
  }

  return {
    takeSnapshot: (key, name) => closed.during(key, () => take(key, name)),
    restoreSnapshot: (key, name) => closed.during(key, () => restore(key, name)),
    dropSnapshot: (key, name) => closed.during(key, () => drop(key, name)),
  }
}

/** Dresses a snapshot of a key's world as of now, in a turn, and returns that world. */
function begin({ tables, wall }: WholeTools, key: string, to: number): number {
  const { businesses, remembered, quota } = tables
  const business = remembered.business(key)
  const at = sandboxTime(business.clock, wall())
  if (business.rowId === null) quota.businessComes()
  const from = business.rowId ?? businesses.insert({ ...business, seenAt: at })
  if (business.rowId === null) remembered.forget(key)
  businesses.dress(to, from)
  // An advance under way is not part of the snapshot: in it time stands, or runs on.
  businesses.setClock(to, releaseClock(business.clock, wall()))
  businesses.setSeen(to, at)
  return from
}
