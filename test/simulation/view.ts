import type { Delivery } from '../../src/domain/delivery.ts'
import type { TimelineEvent } from '../../src/domain/happening.ts'
import type { Job } from '../../src/domain/job.ts'
import type { Transaction } from '../../src/domain/transaction.ts'
import { grouped } from './grouped.ts'
import type { Memory } from './memory.ts'
import { type SimulatedScenario, scenarios } from './scenarios.ts'
import type { World } from './world.ts'

/** How quiet the world was when it was looked at: in the midst of things, nothing due, or nothing left to do at all. */
export type Quiet = 'busy' | 'rest' | 'idle'

/** All that one business shows at a moment, beside what others remember of it. */
export interface View {
  readonly world: World
  readonly key: string
  readonly quiet: Quiet
  readonly memory: Memory
  readonly now: number
  readonly transactions: readonly Transaction[]
  readonly deliveries: readonly Delivery[]
  readonly jobs: readonly Job[]
  readonly events: readonly TimelineEvent[]
  readonly eventsOf: (transactionId: string) => readonly TimelineEvent[]
}

const everything = { limit: 10_000 }
const byName = new Map(scenarios.map((scenario) => [scenario.name, scenario]))

export function viewOf(world: World, key: string, quiet: Quiet): View {
  const { store } = world.life
  const events = store.eventsSince(key, 0)
  const byTransaction = grouped(events, ({ transactionId }) => transactionId)
  return {
    world,
    key,
    quiet,
    memory: world.memory(key),
    now: store.now(key),
    transactions: store.transactions(key, everything).toReversed(),
    deliveries: store.deliveries(key, everything),
    jobs: store.jobs(key, everything.limit),
    events,
    eventsOf: (id) => byTransaction.get(id) ?? [],
  }
}

export function scenarioOf(
  { world, key }: View,
  { reference, flow, askedMinor, plan, id }: Transaction,
): SimulatedScenario {
  const isAsked = world.asked.some(
    (one) =>
      one.key === key &&
      one.reference === reference &&
      one.flow === flow &&
      one.askedMinor === askedMinor &&
      one.scenario.name === plan.scenario,
  )
  return (isAsked && byName.get(plan.scenario)) || world.fail(`${id} was not asked for`)
}

export function settlesOf({ eventsOf }: View, { id }: Transaction) {
  return eventsOf(id).flatMap((entry) =>
    entry.kind === 'settled' ? [{ eventId: entry.id, at: entry.at, status: entry.status, result: entry.result }] : [],
  )
}

export function msOf(text: string): number {
  return Number.parseInt(text, 10) * (text.endsWith('m') ? 60_000 : 1000)
}
