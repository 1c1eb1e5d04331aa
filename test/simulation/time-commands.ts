import { Interrupted } from '../../src/engine/schedule/interrupted.ts'
import { call, start } from './calls.ts'
import type { World } from './world.ts'

const seconds = 1000

/** Turns of the event loop that a call may take which waits for no receiver. */
const patienceTurns = 100

export function advance(world: World, key: string): Promise<void> {
  const byMs = seconds * world.random.one([1, 2, 3, 3, 5, 5, 10, 20, 30, 61, 300, 7200])
  return move(world, key, byMs, false)
}

export function runUntilIdle(world: World, key: string): Promise<void> {
  return move(world, key, seconds * world.random.one([60, 3600, 604_800]), true)
}

/** Moves time by so much, or until nothing is left to do within it. */
export function move(world: World, key: string, byMs: number, untilIdle: boolean): Promise<void> {
  let until = 0
  // A call made meanwhile may leave work that is due; alone, an advance leaves none.
  const isAlone = world.underWay.size === 0 && !world.receiver.isBusy
  const callsWithThis = world.calls + 1
  const target = (now: number) => {
    until = now + byMs
    return until
  }
  return call(world, key, {
    what: `${untilIdle ? 'run until idle within' : 'advance by'} ${byMs / seconds} s`,
    run: ({ engine }) => engine.advance(key, { target, untilIdle }),
    answered({ now, events }, memory) {
      if (!untilIdle && now < until && memory) world.fail(`an advance to ${until} ended at ${now}`)
      const { store } = world.life
      const left = store.dueJobs(key, { dueAt: -1, id: -1 }, now, 1)
      if (isAlone && world.calls === callsWithThis && left.length > 0) world.fail('an advance left due work behind')
      if (events.some(({ at }, index) => at < (events[index - 1]?.at ?? 0)))
        world.fail('an advance moved time backwards')
    },
    refused(cause) {
      if (!(cause instanceof Interrupted)) return false
      world.saw('advance interrupted')
      return true
    },
  })
}

export async function reset(world: World, key: string): Promise<void> {
  if (isAttempting(world, key)) world.saw('reset with an attempt under way')
  if (isAdvancing(world, key)) world.saw('reset during an advance')
  await waitsForNothing(world, key, call(world, key, { what: 'reset', run: ({ engine }) => engine.reset(key) }))
}

/** True while an attempt to deliver one of the business's webhooks is under way. */
export function isAttempting(world: World, key: string): boolean {
  return world.receiver.isAt(world.life.store.deliveries(key, { limit: 1000 }).map(({ id }) => id))
}

/** True while an advance holds the business's clock. */
export function isAdvancing(world: World, key: string): boolean {
  return world.life.store.business(key).clock.mode === 'driven'
}

/** Holds a call to its promise that it waits for no receiver. */
export async function waitsForNothing(world: World, key: string, called: Promise<void>): Promise<void> {
  const { life } = world
  let isOver = false
  const calling = called.then(() => {
    isOver = true
  })
  start(world, calling)
  for (let left = patienceTurns; !isOver && !life.isOver; left--) {
    if (left === 0) world.fail(`a call to ${key} waits for something`)
    await world.turns(1)
  }
}

/** The clock runs for a while. */
export async function letRun(world: World, key: string): Promise<void> {
  const { store } = world.life
  await call(world, key, { what: 'resume', run: ({ engine }) => engine.resume(key) })
  await pass(world, seconds * world.random.whole(1, 40))
  if (store.isOpen() && store.business(key).clock.mode === 'real') world.saw('due work run by a running clock')
}

/** Lets the wall clock go on; whose clock runs is looked at again. */
async function pass(world: World, ms: number): Promise<void> {
  if (world.life.isOver) return
  world.wallAt += ms
  for (const key of world.keys) {
    if (world.life.store.business(key).clock.mode !== 'real') continue
    await call(world, key, { what: 'resume', run: ({ engine }) => engine.resume(key) })
  }
}

export function freeze(world: World, key: string): Promise<void> {
  return call(world, key, { what: 'freeze', run: ({ engine }) => engine.freeze(key) })
}
