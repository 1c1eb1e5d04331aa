import { call } from './calls.ts'
import { faceOf } from './kept.ts'
import { keepWhatIsLeft } from './prune-command.ts'
import { isAdvancing, isAttempting, waitsForNothing } from './time-commands.ts'
import type { World } from './world.ts'

const names = ['a', 'b'] as const

export async function takeSnapshot(world: World, key: string): Promise<void> {
  const name = world.random.one(names)
  if (isInUse(world, key, name)) return
  if (isAttempting(world, key)) world.saw('snapshot with an attempt under way')
  if (isAdvancing(world, key)) world.saw('snapshot during an advance')
  const memory = world.memory(key)
  const before = memory.copyFor(memory.epoch)
  const { lives: life, commits, prunes } = world
  const callsWithThis = world.calls + 1
  const isAlone = world.underWay.size === 0 && !world.receiver.isBusy
  // Until it is answered either of the two may be there.
  world.kept.delete(`${key} ${name}`)
  const taking = call(world, key, {
    what: `snapshot ${key} ${name}`,
    run: ({ store }) => store.takeSnapshot(key, name),
    answered({ at }, now) {
      if (now === null) return
      // A prune of the same turn may have come before it.
      if (world.prunes !== prunes) keepWhatIsLeft(world, key, before)
      const face = isAlone && world.calls === callsWithThis && world.commits === commits ? faceOf(world, key) : null
      world.kept.set(`${key} ${name}`, { before, after: now.copyFor(now.epoch), at, life, face })
    },
  })
  await waitsForNothing(world, key, taking)
}

export async function restore(world: World, key: string): Promise<void> {
  const known = names.filter((name) => world.kept.has(`${key} ${name}`) && !isInUse(world, key, name))
  if (known.length === 0) return
  const name = world.random.one(known)
  if (isAttempting(world, key)) world.saw('restore with an attempt under way')
  if (isAdvancing(world, key)) world.saw('restore during an advance')
  if (world.life.store.transactions(key, { limit: 1 }).length === 0) world.saw('restore after a reset')
  const restoring = call(world, key, {
    what: `restore ${key} ${name}`,
    run: ({ engine }) => engine.restore(key, name),
    answered(restored) {
      if (restored === null) world.fail(`${key} has no snapshot ${name}`)
    },
  })
  await waitsForNothing(world, key, restoring)
}

/** While one is taken none is restored, and the other way round: what is known of it would be of another. */
function isInUse(world: World, key: string, name: string): boolean {
  return [...world.underWay].some(({ what }) => what === `snapshot ${key} ${name}` || what === `restore ${key} ${name}`)
}
