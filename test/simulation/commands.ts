import { awaitsOtp, otpOf } from '../../src/domain/phone-screen.ts'
import { Rejection } from '../../src/domain/refusals.ts'
import { builtInResult } from '../../src/domain/result.ts'
import type { Transaction } from '../../src/domain/transaction.ts'
import { replay } from '../../src/engine/deliver/send-by-hand.ts'
import { type ActionByHand, ActionRefused } from '../../src/engine/settle/act-by-hand.ts'
import { findPayment } from '../../src/flows/payments/find.ts'
import { call, start } from './calls.ts'
import { create } from './creates.ts'
import { increase } from './memory.ts'
import { prune } from './prune-command.ts'
import { restore, takeSnapshot } from './snapshot-commands.ts'
import { advance, freeze, letRun, reset, runUntilIdle } from './time-commands.ts'
import type { World } from './world.ts'

/** A command for a business; resolves when it is answered. */
export type Command = (world: World, key: string) => Promise<void>

const replayed = {
  delivered: 'replay of a delivered webhook',
  exhausted: 'replay of an exhausted webhook',
  dropped: 'replay of a dropped webhook',
  held: 'replay of a held webhook',
  pending: 'replay of a pending webhook',
} as const

/** What can be done, and how often it is. */
export const commands: readonly (readonly [weight: number, command: Command])[] = [
  [30, create],
  [14, query],
  [10, submit],
  [7, byHand],
  [6, payIn],
  [22, advance],
  [3, runUntilIdle],
  [8, sendAgain],
  [5, reset],
  [4, takeSnapshot],
  [5, restore],
  [3, prune],
  [2, letRun],
  [2, freeze],
]

/** What a merchant does inside its webhook handler; it waits for the answer, but not without end. */
export async function startInHandler(world: World, key: string, isOver: () => boolean): Promise<void> {
  const { random } = world
  if (!random.chance(0.2)) return
  const [what, command] = random.weighted([
    [5, ['create inside a handler', create]],
    [5, ['status query inside a handler', query]],
    [1, ['reset inside a handler', reset]],
    [1, ['advance inside a handler', advance]],
    [1, ['snapshot inside a handler', takeSnapshot]],
    [1, ['restore inside a handler', restore]],
  ] as const)
  world.saw(what)
  let isAnswered = false
  start(
    world,
    command(world, key).then(() => {
      isAnswered = true
    }),
  )
  for (let patience = 30; patience > 0 && !isAnswered && !isOver(); patience--) await world.turns(1)
}

function someTransaction(world: World, key: string, fits: (one: Transaction) => unknown): Transaction | null {
  const fitting = world.life.store.transactions(key, { limit: 30 }).filter(fits)
  return fitting.length === 0 ? null : world.random.one(fitting)
}

async function query(world: World, key: string): Promise<void> {
  const { created } = world.memory(key)
  if (created.length === 0) return
  const { id } = world.random.one(created)
  const asking = {
    key,
    params: { id },
    settings: world.settingsOf(key),
    query: undefined,
    body: undefined,
    header: () => null,
    signal: new AbortController().signal,
  }
  const { prunes } = world
  await call(world, key, {
    what: `status_queried ${id}`,
    run: async ({ store, begin, submitOtp, queryStatus }) =>
      findPayment.handle({ ...asking, store, begin, submitOtp, queryStatus, rates: () => 1, seed: 1 }),
    refused: (cause, memory) => cause instanceof Rejection && (memory === null || world.prunes !== prunes),
  })
}

async function submit(world: World, key: string): Promise<void> {
  const transaction = someTransaction(world, key, (one) => awaitsOtp(one) || (one.plan.otp && world.random.chance(0.2)))
  if (transaction === null) return
  const { id, reference } = transaction
  const right = otpOf(transaction, { seed: 1, key, reference }) ?? ''
  const otp = world.random.chance(0.35) ? right : 'wrong'
  world.memory(key).touched.add(id)
  const { prunes } = world
  await call(world, key, {
    what: `${otp === right ? 'otp_accepted' : 'otp_refused'} ${id}`,
    run: ({ submitOtp }) => submitOtp(key, id, otp),
    refused(cause, memory) {
      if (!(cause instanceof Rejection)) return false
      if (cause.rule === 'invalid_otp') {
        if (otp === right) world.fail(`the right OTP of ${id} was called wrong`)
        if (memory && world.prunes === prunes) increase(memory.answered, `otp_refused ${id}`)
        return true
      }
      const mayBeGone = memory === null || world.prunes !== prunes
      return cause.rule === 'not_awaiting_otp' || (mayBeGone && cause.rule === 'transaction_not_found')
    },
  })
}

async function byHand(world: World, key: string): Promise<void> {
  const transaction = someTransaction(world, key, () => true)
  if (transaction === null) return
  const { id } = transaction
  const action = world.random.one<ActionByHand>([
    { action: 'approve' },
    { action: 'approve' },
    { action: 'decline' },
    { action: 'ignore' },
    { action: 'expire' },
    { action: 'fail', result: builtInResult('provider_error') },
    { action: 'pin', pin: '0000' },
    { action: 'pin', pin: '1111' },
  ])
  world.memory(key).touched.add(id)
  await call(world, key, {
    what: `action ${id}`,
    run: ({ actByHand }) => actByHand(key, id, action),
    refused: (cause) => cause instanceof ActionRefused,
  })
}

async function payIn(world: World, key: string): Promise<void> {
  const account = someTransaction(world, key, ({ flow }) => flow === 'virtual-account')
  if (account === null) return
  const { id, askedMinor } = account
  const amountMinor = world.random.one([askedMinor, Math.ceil(askedMinor / 2), askedMinor + 5])
  world.memory(key).touched.add(id)
  await call(world, key, {
    what: `transfer_received ${id}`,
    run: ({ payByHand }) => payByHand(key, id, { act: 'transfer', amountMinor, senderName: 'Ama Mensah' }),
  })
}

async function sendAgain(world: World, key: string): Promise<void> {
  const { random, receiver } = world
  const deliveries = world.life.store.deliveries(key, { limit: 30 })
  const underWay = deliveries.filter(({ id }) => receiver.isAt([id]))
  if (deliveries.length === 0) return
  const { id, transactionId, status } = random.one(underWay.length > 0 && random.chance(0.7) ? underWay : deliveries)
  world.saw(replayed[status])
  const also = [`replay ${id}`]
  await call(world, key, { what: `action ${transactionId}`, also, run: ({ store }) => replay(store, key, id) })
}
