import type { Transaction } from '../../src/domain/transaction.ts'
import { call } from './calls.ts'
import { attemptsIn, bornAs } from './kept.ts'
import { increase, type Memory, seenIn } from './memory.ts'
import type { World } from './world.ts'

const everything = { limit: 10_000 }

export async function prune(world: World, key: string): Promise<void> {
  const olderThanMs = world.random.one([0, 0, 10_000, 300_000])
  const { store } = world.life
  const { commits } = world
  const callsWithThis = world.calls + 1
  const isAlone = world.underWay.size === 0 && !world.receiver.isBusy
  const [before, wanted] = [idsIn(world, key), new Set(prunable(world, key, olderThanMs))]
  const balances = () => JSON.stringify((['GHS', 'NGN'] as const).map((currency) => store.wallet(key, currency)))
  const balancesBefore = balances()
  world.prunes++
  await call(world, key, {
    what: `prune ${key}`,
    run: () => store.prune(key, olderThanMs),
    answered({ transactions: gone }, memory) {
      world.prunes++
      if (isAlone && world.calls === callsWithThis && world.commits === commits) {
        const left = before.filter((id) => !wanted.has(id))
        if (idsIn(world, key).join() !== left.join()) world.fail(`a prune of ${key} left ${idsIn(world, key)}`)
        if (gone !== wanted.size) world.fail(`a prune of ${key} answered ${gone} transactions, not ${wanted.size}`)
        if (balances() !== balancesBefore) world.fail(`a prune of ${key} changed ${balancesBefore} to ${balances()}`)
        if (gone > 0) world.saw('prune held against what was final')
      }
      // One that waited for a restore has pruned the restored world.
      forgetPruned(world, key, memory ?? world.memory(key))
    },
  })
}

/** What nothing is to come for, by the rule: final for so long, no job that names it, no webhook on its way. */
function prunable(world: World, key: string, olderThanMs: number): string[] {
  const { store } = world.life
  const before = store.now(key) - olderThanMs
  const busy = new Set([
    ...store
      .jobs(key, everything.limit)
      .flatMap((job) => [
        job.transactionId,
        ...(job.kind === 'deliver' ? (job.next ?? []) : []).map(({ transactionId }) => transactionId),
      ]),
    ...store
      .deliveries(key, everything)
      .flatMap(({ status, transactionId }) => (status === 'pending' || status === 'held' ? [transactionId] : [])),
  ])
  const isOver = ({ id, status, updatedAt }: Transaction) =>
    (status === 'COMPLETED' || status === 'FAILED') && updatedAt <= before && !busy.has(id)
  return store
    .transactions(key, everything)
    .filter(isOver)
    .map(({ id }) => id)
}

function idsIn({ life: { store } }: World, key: string): string[] {
  return store.transactions(key, everything).map(({ id }) => id)
}

/** What is gone can be created again, with the same ids and in the same turn: nothing of it is remembered. */
export function forgetPruned(world: World, key: string, memory: Memory): void {
  const before = memory.created.length
  keepWhatIsLeft(world, key, memory)
  if (memory.created.length < before) world.saw('transaction pruned')
  // What is under way may come to one that is created again.
  for (const { what, also } of world.underWay) {
    for (const one of [what, ...also]) if (!memory.tried.has(one)) increase(memory.tried, one)
  }
}

export function keepWhatIsLeft(world: World, key: string, memory: Memory): void {
  const { store } = world.life
  const deliveries = new Set(store.deliveries(key, everything).map(({ id }) => id))
  memory.keep({ bornAs: bornAs(world, key), deliveries, attempts: attemptsIn(world, key) })
  memory.seenEvents = seenIn(store.eventsSince(key, 0), memory.seenEvents.lastId)
}
