import { openSandbox, startTime } from '../support/opened-sandbox.ts'
import { bankPayout, mobileMoneyPayout } from '../support/payout-requests.ts'
import { type Body, mobileMoney, virtualAccount } from '../support/requests.ts'
import { startMerchant } from '../support/start-merchant.ts'
import { randomFrom } from './bar.ts'
import { type Action, Model, rules, type Sum } from './model.ts'
import { type FlowName, flows, scenarios } from './model-scenarios.ts'

export const seed = 44
const key = 'test_model'
const jumps = { '1s': 1000, '3s': 3000, '5s': 5000, '30s': 30_000, '2m': 120_000, '10m': 600_000, '31m': 1_860_000 }
const actions = ['approve', 'approve', 'decline', 'ignore', 'expire', 'fail'] as const satisfies readonly Action[]
const sums = ['due', 'short', 'over'] as const satisfies readonly Sum[]

/** Each spoils one rule of the model. */
export const mutations = [
  'webhooks that are sent again too late',
  'failed payouts that are not returned',
  'fees on the requested amount',
] as const
export type Mutation = (typeof mutations)[number]
const mutatedRules = {
  'webhooks that are sent again too late': { ...rules, retryMs: rules.retryMs.map((waitMs) => 2 * waitMs) },
  'failed payouts that are not returned': { ...rules, returnsPayouts: false },
  'fees on the requested amount': { ...rules, feeOf: 'asked' },
} as const satisfies Readonly<Record<Mutation, typeof rules>>

const refusals = [
  'Duplicate reference',
  'Insufficient wallet balance',
  'Sorry, We can not process this transaction now',
]
const transferEnds = ['taken', 'taken short', 'taken over', 'taken late', 'held', 'failed', 'not taken']
const otpEnds = ['PENDING', 'Invalid OTP', 'Transaction is not awaiting an OTP', 'Transaction not found']
const rare = ['reset', 'snapshot', 'restore', 'settings'] as const
/** What a long run has to reach, or proves less than it says. */
export const reachable: readonly string[] = [
  ...Object.keys(flows).flatMap((flow) => [`create ${flow}`, `${flow} COMPLETED`, `${flow} FAILED`]),
  ...refusals.map((refusal) => `refused: ${refusal}`),
  ...transferEnds.map((end) => `transfer ${end}`),
  ...otpEnds.map((end) => `OTP: ${end}`),
  ...[...new Set(actions)].flatMap((action) => [`${action}: done`, `${action}: refused`]),
  ...['webhook answered', 'webhook refused', 'webhook exhausted', 'webhook dropped', 'status query'],
  ...[...rare, 'restore of nothing'],
]

const paths = {
  mobileMoney: '/collections/mobilemoney',
  account: '/collections/virtual-account',
  bankPayout: '/disbursements/bank',
  mobileMoneyPayout: '/disbursements/mobilemoney',
} as const satisfies Readonly<Record<FlowName, string>>

function bodyOf(flow: FlowName, reference: string, amount: number): Body {
  if (flow === 'mobileMoney') return mobileMoney({ reference, amount })
  if (flow === 'account') return virtualAccount({ reference, amount })
  return flow === 'bankPayout' ? bankPayout({ amount }, { reference }) : mobileMoneyPayout({ amount }, { reference })
}

/** A sandbox and the model beside it. Each command goes to both, and throws if they differ. */
export async function converse(mutation: Mutation | null) {
  const random = randomFrom(seed)
  const pick = <const T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T
  let isAnswered = true
  const merchant = await startMerchant(() => (isAnswered ? 200 : 500))
  const sandbox = await openSandbox({ businesses: { [key]: { callbackUrl: merchant.url } } }, { listens: false })
  const model = new Model(Date.parse(startTime), mutation === null ? rules : mutatedRules[mutation])
  const ids = new Map<string, { readonly id: string; readonly accountNumber: string | undefined }>()
  const reached = new Map<string, number>()
  let [made, seen] = [0, 0]

  const ask = async (method: string, path: string, body?: unknown) => {
    const headers = { authorization: key, 'content-type': 'application/json' }
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const answer = await sandbox.fetch(`${sandbox.url}${path}`, { method, headers, ...sent })
    const text = await answer.text()
    return { isDone: answer.status === 200, body: text === '' ? null : JSON.parse(text) }
  }
  const hold = (what: string, is: unknown, should: unknown) => {
    if (JSON.stringify(is) === JSON.stringify(should)) return
    throw new Error(`${what}: ${JSON.stringify(is)} instead of ${JSON.stringify(should)}`)
  }
  const reach = (what: string) => reached.set(what, (reached.get(what) ?? 0) + 1)
  const move = async (by: string, byMs: number) => {
    await ask('POST', '/_sandbox/clock/advance', { by })
    const came = merchant.webhooks.slice(seen).map(({ body, headers }) => {
      return `${recordOf(body)} ${headers['x-sandbox-attempt']}`
    })
    seen = merchant.webhooks.length
    const should = model.advance(byMs, isAnswered)
    hold(`the webhooks within ${by}`, came.toSorted(), should.toSorted())
    for (const _ of should) reach(isAnswered ? 'webhook answered' : 'webhook refused')
  }
  /** What is due at once comes at once, before the next command. */
  const settle = () => move('1ms', 1)
  const named = (isWanted = (_flow: FlowName) => true) => {
    const known = [...model.state.transactions.values()].filter(({ flow }) => isWanted(flow))
    const open = known.filter(({ status, isExpired }) => isExpired || status === 'INITIATED' || status === 'PENDING')
    const one: { readonly reference: string } | undefined = pick(random() < 0.7 ? open : known)
    return random() < 0.03 ? 'nothing' : (one?.reference ?? 'nothing')
  }
  const idOf = (reference: string) => ids.get(reference)?.id ?? 'nothing'

  const commands = {
    async create() {
      const flow = pick(Object.keys(flows) as FlowName[])
      const scenario = random() < 0.4 ? 'approve' : pick(Object.keys(scenarios[flow]))
      const known = random() < 0.05 ? named() : 'nothing'
      const reference = known === 'nothing' ? `scn:${scenario}:${made++}` : known
      const chosen = reference.split(':')[1] ?? ''
      if (!(chosen in scenarios[flow])) return
      const askedMinor = pick([5, 100, 3335, 9995, 10_050, 500_050, 40_000_000])
      const { isDone, body } = await ask('POST', paths[flow], bodyOf(flow, reference, askedMinor / 100))
      const [record] = [body].flat()
      const should = model.create({ reference, flow, scenario: chosen, askedMinor })
      hold(`create ${flow} ${reference}`, isDone ? record.status : record.message, should)
      reach(isDone ? `create ${flow}` : `refused: ${should}`)
      if (isDone) ids.set(reference, { id: record.id, accountNumber: record.virtual_account?.account_number })
    },
    async act() {
      const [reference, action] = [named(), pick(actions)]
      const body = action === 'fail' ? { result: 'switch_error' } : undefined
      const { isDone } = await ask('POST', `/_sandbox/transactions/${idOf(reference)}/${action}`, body)
      hold(`${action} ${reference}`, isDone, model.act(reference, action))
      reach(`${action}: ${isDone ? 'done' : 'refused'}`)
      await settle()
    },
    async pay() {
      const [reference, sum] = [named((flow) => flow === 'account'), pick(sums)]
      const amount = sum === 'due' ? {} : { amount: model.sumOf(reference, sum) / 100 }
      const account = ids.get(reference)?.accountNumber ?? '0000000000'
      const { isDone } = await ask('POST', `/_sandbox/virtual-accounts/${account}/transfers`, amount)
      const end = model.pay(reference, sum)
      hold(`pay ${sum} into ${reference}`, isDone, end !== null)
      if (end !== null) reach(`transfer ${end}`)
      await settle()
    },
    async otp() {
      const [reference, isRight] = [named((flow) => flow === 'mobileMoney'), random() < 0.4]
      const { isDone, body } = await ask('POST', '/collections/otp', {
        id: idOf(reference),
        otp: isRight ? '123456' : '654321',
      })
      const should = model.submitOtp(reference, isRight)
      hold(`OTP of ${reference}`, isDone ? body.status : body.message, should)
      reach(`OTP: ${should}`)
      await settle()
    },
    async query() {
      const reference = named()
      const { isDone, body } = await ask('GET', `/payments/${idOf(reference)}`)
      hold(`query ${reference}`, isDone ? recordOf(body) : null, model.said(reference))
      reach('status query')
    },
    async advance() {
      // An account expires after half an hour.
      const by = pick([...(Object.keys(jumps) as (keyof typeof jumps)[]), '31m', '31m'])
      await move(by, jumps[by])
    },
    async answers() {
      isAnswered = !isAnswered
    },
    async settings() {
      const partialPayments = pick(['accept', 'hold', 'fail'] as const)
      const lateTransfers = pick(['ignore', 'accept', 'accept'] as const)
      hold('settings', (await ask('PATCH', '/_sandbox/business', { partialPayments, lateTransfers })).isDone, true)
      model.set(partialPayments, lateTransfers)
      reach('settings')
    },
    async reset() {
      hold('reset', (await ask('POST', '/_sandbox/reset')).isDone, true)
      model.reset()
      reach('reset')
    },
    async snapshot() {
      const name = pick(['a', 'b'])
      hold(`snapshot ${name}`, (await ask('PUT', `/_sandbox/snapshots/${name}`)).isDone, true)
      model.keep(name)
      reach('snapshot')
    },
    async restore() {
      const name = pick(['a', 'b', 'never made'])
      const { isDone } = await ask('POST', `/_sandbox/snapshots/${encodeURIComponent(name)}/restore`)
      hold(`restore ${name}`, isDone, model.restore(name))
      reach(isDone ? 'restore' : 'restore of nothing')
    },
  }
  const often = [
    ...['create', 'create', 'create', 'create', 'act', 'pay', 'pay', 'otp', 'query'],
    ...['advance', 'advance', 'answers'],
  ] as const satisfies readonly (keyof typeof commands)[]

  return {
    async command(at: number) {
      // A world of more than 40 transactions begins again.
      const name = model.state.transactions.size > 40 ? 'reset' : random() < 0.05 ? pick(rare) : pick(often)
      try {
        await commands[name]()
      } catch (cause) {
        throw new Error(`command ${at} of seed ${seed}, ${cause instanceof Error ? cause.message : cause}`)
      }
    },
    async compareAll(at: number) {
      const should = model.all()
      const records = (await ask('GET', '/_sandbox/transactions?limit=1000')).body.data.map(recordOf)
      hold(`transactions at ${at}`, records.toSorted(), should.records.toSorted())
      const sent = (await ask('GET', '/_sandbox/webhooks?limit=1000')).body.data.map(webhookOf)
      hold(`webhooks at ${at}`, sent.toSorted(), should.webhooks.toSorted())
      const balances = (await ask('GET', '/balance')).body as readonly { currency: string; balance: number }[]
      for (const [currency, minor] of Object.entries(model.state.walletsMinor)) {
        hold(`balance at ${at}`, balances.find((one) => one.currency === currency)?.balance, minor / 100)
      }
      for (const { flow, status } of model.state.transactions.values()) reach(`${flow} ${status}`)
      for (const webhook of should.webhooks)
        if (/exhausted|dropped/.test(webhook)) reach(`webhook ${webhook.split(' ').at(-2)}`)
    },
    reached: () => reached,
  }
}

interface ShownRecord {
  readonly reference_business: string
  readonly status: string
  readonly amount: number | string
  readonly fee: number | string
}

function recordOf({ reference_business: reference, status, amount, fee }: ShownRecord): string {
  return `${reference} ${status} ${amount} ${fee}`
}

function webhookOf(webhook: {
  readonly body: ShownRecord
  readonly status: string
  readonly attempts: readonly object[]
}) {
  return `${recordOf(webhook.body)} ${webhook.status} ${webhook.attempts.length}`
}
