import { type Life, never } from './life.ts'
import { increase, type Memory, type Try } from './memory.ts'
import type { World } from './world.ts'

export interface Called<R> {
  /** What its success is in the timeline, such as `otp_accepted` and a transaction's id. */
  readonly what: string
  /** What else it tries: counted in the world that it comes to. */
  readonly also?: readonly string[]
  readonly run: (life: Life) => Promise<R>
  /** Called with the answer; `memory` is null when the business was reset meanwhile. */
  readonly answered?: (result: R, memory: Memory | null) => void
  /** Called with what was thrown; true for a refusal that is in order. */
  readonly refused?: (cause: unknown, memory: Memory | null) => boolean
}

export async function call<R>(
  world: World,
  key: string,
  { what, also = [], run, answered, refused }: Called<R>,
): Promise<void> {
  const { life } = world
  if (life.isOver) return never
  const tried: Try = { what, also, epoch: world.memory(key).epoch }
  const { prunes } = world
  world.underWay.add(tried)
  world.calls++
  world.note(`${key}: ${what}`)
  for (const one of [what, ...also]) increase(world.memory(key).tried, one)
  const memoryOf = () => (world.memory(key).epoch === tried.epoch ? world.memory(key) : null)
  try {
    const result = await run(life)
    if (life.isOver) return
    world.note(`${key}: ${what}: done`)
    const memory = memoryOf()
    // What it was done to may have been pruned since.
    if (memory && world.prunes === prunes) increase(memory.answered, what)
    answered?.(result, memory)
  } catch (cause) {
    if (life.isOver) return
    world.note(`${key}: ${what}: ${cause instanceof Error ? cause.message : cause}`)
    if (!refused?.(cause, memoryOf())) world.failed(cause)
  } finally {
    world.underWay.delete(tried)
  }
}

/** Starts something that reports its own failures. */
export function start(world: World, work: Promise<void>): void {
  work.catch((cause) => world.failed(cause))
}
