import { createHash } from 'node:crypto'
import { audit } from './audit.ts'
import { call, start } from './calls.ts'
import { commands } from './commands.ts'
import { create } from './creates.ts'
import { crashPoints } from './life.ts'
import type { Sightings } from './sightings.ts'
import { tally } from './tally.ts'
import { move } from './time-commands.ts'
import { World } from './world.ts'

export interface Simulated {
  readonly sightings: Sightings
  /** The hash of all that happened, in its order, and of all that is stored in the end. */
  readonly hash: string
}

/** Turns of the event loop in which a world must come to rest. */
const patience = 5000

/** Plays one seed. Throws an error that names it, with the last steps, when something is as it must not be. */
export async function simulate(seed: number): Promise<Simulated> {
  const world = new World(seed)
  try {
    await play(world)
    return { sightings: world.sightings, hash: createHash('sha256').update(world.trace.join('\n')).digest('hex') }
  } catch (cause) {
    const what = cause instanceof Error ? cause.message : String(cause)
    const steps = world.trace.slice(-30).map((step) => `  ${step}`)
    const rerun = `SIMULATE_SEED=${seed} npx vitest run test/simulation`
    throw new Error([`seed ${seed}: ${what}`, ...steps, rerun].join('\n'), { cause })
  } finally {
    if (!world.life.isOver) world.life.end()
  }
}

async function play(world: World): Promise<void> {
  const { random } = world
  const calm = random.one([0.2, 0.5, 0.9])
  for (let left = random.whole(10, 34); left > 0; left--) {
    if (random.chance(0.08)) await crash(world)
    if (world.life.isOver) await restart(world)
    const command = random.weighted(commands)
    start(world, command(world, random.one(world.keys)))
    if (random.chance(calm)) await rest(world)
    else await world.turns(random.whole(0, 8))
    if (world.failure !== null) throw world.failure
    if (random.chance(0.1) && !world.life.isOver) audit(world, 'busy')
  }
  await finish(world)
}

/** The process dies: at once, orderly, or at a step that is still to come. */
async function crash(world: World): Promise<void> {
  const { random } = world
  const point = random.one([...crashPoints, ...crashPoints, 'idle', 'stop'] as const)
  if (point !== 'idle' && point !== 'stop') {
    world.fuse = { point, left: random.whole(1, 4) }
    return
  }
  if (world.life.isOver) return
  if (point === 'stop') await stop(world)
  else if (random.chance(0.5)) await createUnnoticed(world)
  if (!world.life.isOver) world.die(point)
}

/** A create call while the clock has run on: the only word that is left of that time when the process dies now. */
async function createUnnoticed(world: World): Promise<void> {
  world.wallAt += 5000
  start(world, create(world, world.random.one(world.keys)))
  await world.turns(2)
}

/** Stops the engine in good order; the process may die of another cause before it has. */
async function stop(world: World): Promise<void> {
  const { random } = world
  let isStopped = false
  start(world, create(world, random.one(world.keys)))
  for (let left = random.whole(0, 40); left > 0 && !world.receiver.isBusy; left--) await world.turns(1)
  if (world.life.isOver) return
  if (world.receiver.isBusy) world.saw('restart with an attempt under way')
  const stopping = world.life.engine.stop().then(() => {
    isStopped = true
  })
  start(world, stopping)
  for (let left = patience; !isStopped && !world.life.isOver; left--) {
    if (left === 0) world.fail('does not stop')
    await world.turns(1)
  }
}

async function restart(world: World): Promise<void> {
  await world.revive()
  audit(world, 'busy')
}

/** Waits until nothing is under way and nothing is due; a crash ends that. */
async function rest(world: World): Promise<void> {
  let quietTurns = 0
  for (let left = patience; left > 0 && quietTurns < 2; left--) {
    await world.turns(1)
    if (world.failure !== null) throw world.failure
    if (world.life.isOver) return
    quietTurns = isQuiet(world) ? quietTurns + 1 : 0
  }
  if (quietTurns >= 2) return
  world.fail(`does not come to rest: ${[...world.underWay].map(({ what }) => what).join(', ') || 'work is left due'}`)
}

function isQuiet(world: World): boolean {
  if (world.underWay.size > 0 || world.receiver.isBusy) return false
  if (world.restedAt === world.commits) return true
  const { store } = world.life
  const isDone = (key: string) => store.dueJobs(key, { dueAt: -1, id: -1 }, store.now(key), 1).length === 0
  if (!world.keys.every(isDone)) return false
  world.restedAt = world.commits
  return true
}

/** No more crashes; everything runs until nothing is left to do. */
async function finish(world: World): Promise<void> {
  world.fuse = null
  if (world.life.isOver) await restart(world)
  world.receiver.isKind = world.random.chance(0.5)
  await rest(world)
  audit(world, 'rest')
  // A handler may put a business back to where there was something to do.
  const isIdle = (key: string) => world.life.store.jobs(key, 1).length === 0
  do {
    for (const key of world.keys) {
      start(world, call(world, key, { what: 'freeze', run: ({ engine }) => engine.freeze(key) }))
      await rest(world)
    }
    for (const key of world.keys) {
      start(world, move(world, key, 30 * 86_400_000, true))
      await rest(world)
    }
  } while (!world.keys.every(isIdle))
  const views = audit(world, 'idle')
  if (world.failure !== null) throw world.failure
  for (const view of views) {
    tally(view)
    world.note(JSON.stringify([view.transactions, view.deliveries, view.events]))
  }
}
