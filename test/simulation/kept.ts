import type { Delivery } from '../../src/domain/delivery.ts'
import type { Memory } from './memory.ts'
import type { World } from './world.ts'

/** What was known of a snapshot when it was called for and when that was answered: what it holds lies in between. */
export interface Kept {
  readonly before: Memory
  readonly after: Memory
  readonly at: number
  /** Which life of the process took it. */
  readonly life: number
  /** All that the business showed, if nothing else happened meanwhile. */
  readonly face: string | null
}

/** What is known of a business that was put back to a snapshot: at least `before`, at most `after`. */
export function remembered(world: World, key: string, kept: Kept, epoch: number): Memory {
  judge(world, key, kept)
  const { arrivals, sent, ...upTo } = kept.after.copyFor(epoch)
  const memory = kept.before.copyFor(epoch)
  memory.tried.clear()
  for (const [what, times] of upTo.tried) memory.tried.set(what, times)
  for (const id of upTo.touched) memory.touched.add(id)
  memory.hasRun ||= upTo.hasRun
  memory.hasPruned ||= upTo.hasPruned
  memory.latest = kept.at
  // An attempt that was under way does not belong to that world: it is made there again.
  const attempts = attemptsIn(world, key)
  memory.arrivals.length = 0
  memory.arrivals.push(...arrivals.filter(({ delivery, number }) => attempts.has(`${delivery}#${number}`)))
  memory.sent.clear()
  for (const id of sent) if (attempts.has(`${id}#1`)) memory.sent.add(id)
  return memory
}

export function attemptsIn({ life: { store } }: World, key: string): ReadonlySet<string> {
  const deliveries = store.deliveries(key, { limit: 10_000 })
  return new Set(deliveries.flatMap(({ id, attempts }) => attempts.map(({ number }) => `${id}#${number}`)))
}

export function bornAs({ life: { store } }: World, key: string): ReadonlyMap<string, number> {
  const births = store.eventsSince(key, 0).filter(({ kind }) => kind === 'created')
  return new Map(births.map(({ id, transactionId }) => [transactionId, id]))
}

function judge(world: World, key: string, { at, life, face }: Kept): void {
  const { store } = world.life
  const { clock } = store.business(key)
  const now = store.now(key)
  if (clock.mode === 'driven') world.fail(`${key} was restored into an advance`)
  if (clock.mode === 'real' ? now < at : now !== at) world.fail(`${key} was restored to ${at}, and it is ${now}`)
  if (life !== world.lives) world.saw('restore of what another life kept')
  const isTrying = ({ status, attempts }: Delivery) => status === 'pending' && attempts.length > 0
  if (store.deliveries(key, { limit: 1000 }).some(isTrying)) world.saw('restore in the middle of retries')
  // Another command of the same turn may have come after it.
  if (face === null || world.underWay.size > 1) return
  if (faceOf(world, key) !== face) world.fail(`${key} was restored to another world than was kept`)
  world.saw('restored world held against the kept one')
}

/** All that a business shows, but for the ids of jobs, the time of a running clock and attempts under way. */
export function faceOf(world: World, key: string): string {
  const { store } = world.life
  const { clock, queue, defaultScenario, settings } = store.business(key)
  const all = { limit: 10_000 }
  const wallets = (['GHS', 'NGN'] as const).map((currency) => [
    store.wallet(key, currency),
    store.ledger(key, currency, all.limit),
  ])
  const jobs = store.jobs(key, all.limit).map(({ id: _, ...job }) => job)
  const deliveries = store.deliveries(key, all).map(({ attempts, ...delivery }) => {
    const done = attempts.findLastIndex(({ outcome }) => outcome !== null)
    return { ...delivery, attempts: attempts.slice(0, done + 1) }
  })
  const time = clock.mode === 'frozen' ? clock.at : clock.mode
  return JSON.stringify([
    store.transactions(key, all),
    deliveries,
    wallets,
    jobs,
    store.eventsSince(key, 0),
    [queue, defaultScenario, settings, time, clock.rate],
  ])
}
