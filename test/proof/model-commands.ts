import type { Action, Creation, Sum } from './model.ts'
import { flows } from './model-scenarios.ts'
import { recordOf } from './model-shown.ts'
import type { Talk } from './model-talk.ts'

export const jumps = {
  '1s': 1000,
  '3s': 3000,
  '5s': 5000,
  '30s': 30_000,
  '2m': 120_000,
  '10m': 600_000,
  '31m': 1_860_000,
}
export const jumpNames = Object.keys(jumps) as (keyof typeof jumps)[]
export const actions = [
  'approve',
  'approve',
  'decline',
  'ignore',
  'expire',
  'fail',
] as const satisfies readonly Action[]
const sums = ['due', 'short', 'over'] as const satisfies readonly Sum[]

const refusals = [
  'Duplicate reference',
  'Insufficient wallet balance',
  'Sorry, We can not process this transaction now',
]
const transferEnds = ['taken', 'taken short', 'taken over', 'taken late', 'held', 'failed', 'not taken']
const otpEnds = ['PENDING', 'Invalid OTP', 'Transaction is not awaiting an OTP', 'Transaction not found']
export const rare = ['reset', 'snapshot', 'restore', 'settings', 'prune', 'payLate'] as const
/** What a long run has to reach, or proves less than it says. */
export const reachable: readonly string[] = [
  ...Object.keys(flows).flatMap((flow) => [`create ${flow}`, `${flow} COMPLETED`, `${flow} FAILED`]),
  ...refusals.map((refusal) => `refused: ${refusal}`),
  ...transferEnds.map((end) => `transfer ${end}`),
  ...otpEnds.map((end) => `OTP: ${end}`),
  ...[...new Set(actions)].flatMap((action) => [`${action}: done`, `${action}: refused`]),
  ...['webhook answered', 'webhook refused', 'webhook exhausted', 'webhook dropped', 'webhook held', 'status query'],
  ...['replay', 'create twice at once', 'create in a handler', 'released together'],
  ...[...rare, 'restore of nothing'],
]

export function commandsOf(talk: Talk) {
  const { model, shop, random, pick, ask, hold, reach, move, settle, named, idOf, accountOf, webhooks } = talk
  const { holdArrivals, askToCreate, create, plain, drawn, act, restore, learnIds, compareSettings } = talk
  const pay = async (reference: string) => {
    const sum = pick(sums)
    const amount = sum === 'due' ? {} : { amount: model.sumOf(reference, sum) / 100 }
    const account = accountOf(reference)
    const { isDone } = await ask('POST', `/_sandbox/virtual-accounts/${account}/transfers`, amount)
    const end = model.pay(reference, sum)
    hold(`pay ${sum} into ${reference}`, isDone, end !== null)
    if (end !== null) reach(`transfer ${end}`)
    await settle()
  }
  return {
    async create() {
      const creation = drawn()
      if (creation === null) return
      await create(creation)
      if (creation.scenario === 'before-reply') await settle()
    },
    async createTwice() {
      const creation = plain('approve')
      const both = await Promise.all([askToCreate(creation), askToCreate(creation)])
      hold('two creates at once', both.toSorted(), [model.create(creation), model.create(creation)].toSorted())
      reach('create twice at once')
    },
    async act() {
      const [reference, action] = [named(), pick(actions)]
      const isDone = await act(reference, action)
      hold(`${action} ${reference}`, isDone, model.act(reference, action))
      reach(`${action}: ${isDone ? 'done' : 'refused'}`)
      await settle()
    },
    async pay() {
      await pay(named((flow) => flow === 'account'))
    },
    /** An account expires, and is paid then. */
    async payLate() {
      const creation: Creation = { ...plain('va-expiry'), flow: 'account' }
      await create(creation)
      await move('31m', jumps['31m'])
      await pay(creation.reference)
      reach('payLate')
    },
    async otp() {
      if (random() < 0.3) await create(plain('otp-known'))
      const waiting = pick([...model.state.transactions.values()].filter(({ awaitsOtp }) => awaitsOtp))
      const isAny = waiting === undefined || random() < 0.3
      const reference = isAny ? named((flow) => flow === 'mobileMoney') : waiting.reference
      // The third wrong one in a row ends it.
      for (let tries = pick([1, 3]); tries > 0; tries -= 1) {
        const isRight = random() < 0.2
        const otp = isRight ? '123456' : '654321'
        const { isDone, body } = await ask('POST', '/collections/otp', { id: idOf(reference), otp })
        const should = model.submitOtp(reference, isRight)
        hold(`OTP of ${reference}`, isDone ? body.status : body.message, should)
        reach(`OTP: ${should}`)
      }
      await settle()
    },
    async query() {
      const reference = named()
      const { isDone, body } = await ask('GET', `/payments/${idOf(reference)}`)
      hold(`query ${reference}`, isDone ? recordOf(body) : null, model.query(reference))
      reach('status query')
    },
    async advance() {
      // An account expires after half an hour.
      const by = pick([...jumpNames, '31m', '31m'])
      await move(by, jumps[by])
    },
    /** The merchant calls the sandbox before it answers a webhook. */
    async createInHandler() {
      const creation = plain('by-hand')
      const timeOf = async () => Date.parse((await ask('GET', '/_sandbox/clock')).body.now)
      let creating: Promise<void> | null = null
      shop.onWebhook = async () => {
        creating ??= timeOf().then((at) => create({ ...creation, at }))
        await creating.catch(() => undefined)
      }
      await move('5s', 5000)
      shop.onWebhook = async () => {}
      await creating
      if (creating !== null) reach('create in a handler')
    },
    async answers() {
      shop.isAnswered = !shop.isAnswered
    },
    async replay() {
      const [name, id] = pick([...(await webhooks()).ids]) ?? []
      if (name === undefined) return
      hold(`replay ${name}`, (await ask('POST', `/_sandbox/webhooks/${id}/replay`)).isDone, true)
      holdArrivals('a replay', model.replay(name, shop.isAnswered))
      reach('replay')
    },
    async settings() {
      const partialPayments = pick(['accept', 'hold', 'fail'] as const)
      const lateTransfers = pick(['ignore', 'accept', 'accept'] as const)
      const bearFee = pick(['customer', 'business'] as const)
      const settings = { partialPayments, lateTransfers, bearFee }
      hold('settings', (await ask('PATCH', '/_sandbox/business', settings)).isDone, true)
      model.set({ partial: partialPayments, late: lateTransfers, bearFee })
      reach('settings')
    },
    /** Its references are used again. */
    async reset() {
      hold('reset', (await ask('POST', '/_sandbox/reset')).isDone, true)
      model.reset()
      shop.made = 0
      reach('reset')
    },
    async prune() {
      const { body } = await ask('POST', '/_sandbox/prune', { olderThan: '0s' })
      hold('prune', [body.transactions, body.webhooks], model.prune())
      reach('prune')
    },
    async snapshot() {
      const name = pick(['a', 'b'])
      hold(`snapshot ${name}`, (await ask('PUT', `/_sandbox/snapshots/${name}`)).isDone, true)
      model.keep(name)
      reach('snapshot')
    },
    async restore() {
      const name = pick(['a', 'b', 'never made'])
      const isDone = await restore(name)
      hold(`restore ${name}`, isDone, model.restore(name))
      await compareSettings()
      await learnIds()
      reach(isDone ? 'restore' : 'restore of nothing')
    },
  }
}
