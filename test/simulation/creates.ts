import { Rejection } from '../../src/domain/refusals.ts'
import { type Flow, flowHas, isPayout } from '../../src/domain/transaction.ts'
import type { Begun } from '../../src/engine/begin/begin.ts'
import { admitCollection, admitPayout, admitVirtualAccount } from '../../src/flows/admission.ts'
import { call } from './calls.ts'
import { intentOf } from './intents.ts'
import type { Memory } from './memory.ts'
import type { SimulatedScenario } from './scenarios.ts'
import type { World } from './world.ts'

function admitOf(flow: Flow) {
  if (isPayout(flow)) return admitPayout(1)
  return flowHas(flow, 'account') ? admitVirtualAccount : admitCollection
}

/** Creates a transaction with a scenario of this world, now and then twice at once. */
export function create(world: World, key: string): Promise<void> {
  const { random } = world
  const reference = `order-${random.whole(1, 12)}`
  if (!random.chance(0.1)) return createOne(world, key, reference)
  world.saw('duplicate reference at once')
  return Promise.all([createOne(world, key, reference), createOne(world, key, reference)]).then(() => undefined)
}

function createOne(world: World, key: string, reference: string): Promise<void> {
  const { random } = world
  const scenario = random.one(world.scenarios)
  const flow = random.one(scenario.flows)
  const callbackUrl = random.chance(0.2) ? `http://two.test/hook?key=${key}` : null
  const askedMinor = random.one([101, 1000, 10_000, 10_050, 33_333])
  const intent = intentOf(flow, { reference, askedMinor, callbackUrl })
  world.asked.push({ key, reference, scenario, flow, askedMinor })
  const { prunes } = world
  // A prune meanwhile may have taken what was created, or what was in the way.
  const isThere = () => world.life.store.transactions(key, { reference, limit: 1 }).length === 1
  const mayBePruned = () => world.prunes !== prunes && !isThere()
  return call(world, key, {
    what: `create ${reference} ${scenario.name}`,
    run: ({ begin }) => begin(key, { intent, scenarioHeader: scenario.name, admit: admitOf(flow) }),
    answered: (begun, memory) => memory && !mayBePruned() && created(world, key, { begun, memory, scenario }),
    refused: (cause, memory) =>
      cause instanceof Rejection &&
      isRightlyRefused(world, key, { cause, memory: mayBePruned() ? null : memory, reference }),
  })
}

function created(world: World, key: string, of: { begun: Begun; memory: Memory; scenario: SimulatedScenario }): void {
  const { memory, scenario } = of
  const { id, reference, flow } = of.begun.transaction
  if (memory.created.some((one) => one.reference === reference)) world.fail(`${reference} was created twice`)
  if (world.pastReferences.has(`${key} ${memory.epoch - 1} ${reference}`)) world.saw('reference again after a reset')
  world.pastReferences.add(`${key} ${memory.epoch} ${reference}`)
  const [birth] = world.life.store.timeline(key, id)
  memory.created.push({ id, bornAs: birth?.id ?? 0, reference, scenario, flow })
  if (scenario.webhook.delay === 'before-reply') judgeBeforeReply(world, key, id)
}

/** Without an advance, the first attempt to deliver is over when the create call is answered. */
function judgeBeforeReply(world: World, key: string, id: string): void {
  const { store } = world.life
  const [first] = store.deliveries(key, { transactionId: id, limit: 20 })
  if (!first || store.business(key).clock.mode === 'driven') return
  const outcome = first.attempts[0]?.outcome
  if (!outcome && first.attempts.length < 2) world.fail(`${id} was answered before its webhook was`)
  world.saw('before-reply webhook answered before the reply')
  if (outcome?.response?.status !== 200) world.saw('before-reply with a failing receiver')
}

function isRightlyRefused(
  world: World,
  key: string,
  { cause, memory, reference }: { cause: Rejection; memory: Memory | null; reference: string },
): boolean {
  const { store } = world.life
  if (cause.rule === 'duplicate_reference') {
    const isThere = store.transactions(key, { reference, limit: 1 }).length === 1
    if (memory && !isThere) world.fail(`${reference} was refused as a duplicate, but is not there`)
    return true
  }
  if (cause.rule !== 'insufficient_wallet_balance') return false
  world.saw('payout refused for an empty wallet')
  return true
}
