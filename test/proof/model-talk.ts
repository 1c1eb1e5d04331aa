import { createHash, createHmac } from 'node:crypto'
import { expect } from 'vitest'
import { startTime } from '../support/opened-sandbox.ts'
import { bankPayout, mobileMoneyPayout } from '../support/payout-requests.ts'
import { type Body, mobileMoney, virtualAccount } from '../support/requests.ts'
import { startMerchant, type Webhook } from '../support/start-merchant.ts'
import { randomFrom } from './bar.ts'
import { type Action, type Creation, Model, rules } from './model.ts'
import { type FlowName, flows, scenarios } from './model-scenarios.ts'
import { recordOf, type ShownRecord, type ShownSteps, type ShownWallet, shownWebhooks } from './model-shown.ts'
import { type Death, mortalSandbox } from './mortal-sandbox.ts'

const key = 'test_model'

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

interface Conversing {
  readonly seed: number
  readonly mutation?: Mutation | null
  /** The process of the sandbox dies now and then; null if it does not. */
  readonly death?: Death | null
}

/** A sandbox and the model beside it, and what commands need to ask both. Throws if they differ. */
export async function beginTalk({ seed, mutation = null, death = null }: Conversing) {
  const random = randomFrom(seed)
  const pick = <const T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T
  const shop = { isAnswered: true, made: 0, onWebhook: async (): Promise<void> => {} }
  const merchant = await startMerchant(async () => {
    await shop.onWebhook()
    return sandbox.isDead ? 'hang' : shop.isAnswered ? 200 : 500
  })
  const sandbox = await mortalSandbox({ businesses: { [key]: { callbackUrl: merchant.url } } }, death)
  const model = new Model(Date.parse(startTime), mutation === null ? rules : mutatedRules[mutation])
  const ids = new Map<string, { readonly id: string; readonly accountNumber: string | undefined }>()
  const reached = new Map<string, number>()
  /** Sent by a life whose death was before. */
  const tooLate = new Set<Webhook>()
  const bytesOf = new WeakMap<object, Map<string, string>>()
  const trace = createHash('sha256')
  let seen = 0

  const ask = async (method: string, path: string, body?: unknown) => {
    const headers = { authorization: key, 'content-type': 'application/json' }
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const { url, fetch } = sandbox.now
    const answer = await fetch(`${url}${path}`, { method, headers, ...sent })
    const text = await answer.text()
    return { isDone: answer.status === 200, body: text === '' ? null : JSON.parse(text) }
  }
  const hold = (what: string, is: unknown, should: unknown) => {
    if (JSON.stringify(is) === JSON.stringify(should)) return
    throw new Error(`${what}: ${JSON.stringify(is)} instead of ${JSON.stringify(should)}`)
  }
  const reach = (what: string) => reached.set(what, (reached.get(what) ?? 0) + 1)
  const webhooks = async () => shownWebhooks((await ask('GET', '/_sandbox/webhooks?limit=1000')).body.data)
  /** Every attempt of a webhook has the same bytes, and is signed and named as the specification says. */
  const holdBytes = ({ body, text, headers }: Webhook) => {
    const delivery = String(headers['x-sandbox-delivery'])
    // After a reset, a restore or a prune the same ids come again.
    const bytes = bytesOf.get(model.state) ?? new Map<string, string>()
    bytesOf.set(model.state, bytes)
    const name = `${delivery} ${recordOf(body)}`
    hold(`the bytes of webhook ${delivery}`, text, bytes.get(name) ?? text)
    bytes.set(name, text)
    const signature = createHmac('sha512', key).update(text).digest('hex')
    hold(`the signature of webhook ${delivery}`, headers['x-webhook-signature'], signature)
    hold(`the type of webhook ${delivery}`, headers['content-type'], 'application/json')
    hold(`the form of webhook ${delivery}`, text, JSON.stringify(JSON.parse(text)))
  }
  /** What arrived since the last look is what the model sent. An attempt that a death has cut arrived or not. */
  const holdArrivals = (within: string, should: readonly string[], cut: readonly string[] = []) => {
    const arrived = merchant.webhooks.slice(seen).filter((one) => !tooLate.has(one))
    const came = arrived.map(({ body, headers }) => `${recordOf(body)} ${headers['x-sandbox-attempt']}`)
    seen = merchant.webhooks.length
    for (const one of arrived) holdBytes(one)
    const whole = withoutCut(came, should, cut)
    hold(`the webhooks within ${within}`, whole.toSorted(), should.toSorted())
    for (const _ of should) reach(shop.isAnswered ? 'webhook answered' : 'webhook refused')
    for (const scenario of ['out-of-order', 'webhook-backlog']) {
      const released = firstsOf(scenario, should)
      if (cut.length === 0) hold(`the order of ${scenario} within ${within}`, firstsOf(scenario, whole), released)
      if (released.length > 2) reach('released together')
    }
  }
  const move = async (by: string, byMs: number) => {
    await ask('POST', '/_sandbox/clock/advance', { by })
    holdArrivals(by, model.advance(byMs, shop.isAnswered))
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
  const accountOf = (reference: string) => ids.get(reference)?.accountNumber ?? '0000000000'
  const askToCreate = async ({ flow, reference, askedMinor }: Creation) => {
    const { isDone, body } = await ask('POST', paths[flow], bodyOf(flow, reference, askedMinor / 100))
    const [record] = [body].flat()
    if (isDone) ids.set(reference, { id: record.id, accountNumber: record.virtual_account?.account_number })
    return isDone ? record.status : record.message
  }
  const create = async (creation: Creation) => {
    const said = await askToCreate(creation)
    hold(`create ${creation.flow} ${creation.reference}`, said, model.create(creation))
    reach(/^[A-Z]+$/.test(said) ? `create ${creation.flow}` : `refused: ${said}`)
  }
  const plain = (scenario: string): Creation => {
    return { reference: `scn:${scenario}:${shop.made++}`, flow: 'mobileMoney', scenario, askedMinor: 100 }
  }
  const drawn = (): Creation | null => {
    const flow = pick(Object.keys(flows) as FlowName[])
    const scenario = random() < 0.3 ? 'approve' : pick(Object.keys(scenarios[flow]))
    const known = random() < 0.05 ? named() : 'nothing'
    const reference = known === 'nothing' ? `scn:${scenario}:${shop.made++}` : known
    const chosen = reference.split(':')[1] ?? ''
    const askedMinor = pick([5, 100, 3335, 9995, 10_050, 500_050, 40_000_000])
    return chosen in scenarios[flow] ? { reference, flow, scenario: chosen, askedMinor } : null
  }
  const act = async (reference: string, action: Action) => {
    const body = action === 'fail' ? { result: 'switch_error' } : undefined
    return (await ask('POST', `/_sandbox/transactions/${idOf(reference)}/${action}`, body)).isDone
  }
  /** The ids of the records that are there now. */
  const learnIds = async () => {
    const { data } = (await ask('GET', '/_sandbox/transactions?limit=1000')).body as { data: readonly ShownRecord[] }
    for (const { reference_business: reference, id, virtual_account: account } of data) {
      ids.set(reference, { id, accountNumber: account?.account_number })
    }
  }
  const restore = async (name: string) => {
    return (await ask('POST', `/_sandbox/snapshots/${encodeURIComponent(name)}/restore`)).isDone
  }

  const compareRecords = async () => {
    const { data } = (await ask('GET', '/_sandbox/transactions?limit=1000')).body as { data: readonly ShownRecord[] }
    hold('transactions', data.map(recordOf).toSorted(), model.records().toSorted())
    const wallets = (await ask('GET', '/_sandbox/wallets?limit=1000')).body as readonly ShownWallet[]
    for (const { currency, balance, ledger } of wallets) {
      const minor = model.state.walletsMinor[currency]
      if (minor === undefined) continue
      hold(`balance of ${currency}`, balance, minor / 100)
      // The newest is first: each begins where the one before it ended.
      const breaks = ledger.filter(({ closing }, index) => closing !== (ledger[index - 1]?.opening ?? balance))
      hold(`breaks in the ledger of ${currency}`, breaks, [])
      const moved = ledger.map(({ reference, amount, at }) => `${reference} ${amount} ${at}`)
      hold(`the ledger of ${currency}`, moved.toReversed(), model.ledger(currency))
    }
    // A death cuts now this attempt, now that one.
    const withoutAttempts = data.map((record) => ({ ...record, webhook: null, next: null }))
    return JSON.stringify([withoutAttempts, wallets]).replaceAll(merchant.url, 'its URL')
  }
  const compareSettings = async () => {
    const { partialPayments, lateTransfers, bearFee } = (await ask('GET', '/_sandbox/business')).body
    const { partial, late, bearFee: bears } = model.state
    hold('settings', [partialPayments, lateTransfers, bearFee], [partial, late, bears])
  }
  const compareSteps = async (reference: string) => {
    const { steps } = (await ask('GET', `/_sandbox/transactions/${idOf(reference)}`)).body as ShownSteps
    const kinds = Object.entries(model.happened(reference))
    const happened = steps.filter(({ state }) => state === 'happened').map(({ kind }) => kind)
    const counts = kinds.map(([kind]) => [kind, happened.filter((one) => one === kind).length])
    hold(`steps of ${reference}`, counts, kinds)
  }
  const compareAll = async () => {
    trace.update(await compareRecords())
    await compareSettings()
    const should = model.webhooks()
    hold('webhooks', (await webhooks()).said.toSorted(), should.toSorted())
    hold('attempts with gaps', (await webhooks()).withGaps, [])
    const one = pick([...model.state.transactions.keys()])
    if (one !== undefined) await compareSteps(one)
    for (const { flow, status } of model.state.transactions.values()) reach(`${flow} ${status}`)
    for (const webhook of should) {
      const [state] = /exhausted|dropped|held/.exec(webhook) ?? []
      if (state) reach(`webhook ${state}`)
    }
  }

  /** Starts the next life. What came of the old one after its death came too late. */
  const revive = async (diedAt: number) => {
    await sandbox.revive(async () => {
      await expect.poll(() => merchant.open).toBe(0)
      for (const webhook of merchant.webhooks.slice(diedAt)) tooLate.add(webhook)
    })
  }
  // biome-ignore format: a list
  return {
    model, sandbox, shop, merchant, random, pick, ask, hold, reach, move, settle, named, idOf, accountOf, webhooks,
    holdArrivals, askToCreate, create, plain, drawn, act, restore, learnIds, compareRecords, compareSettings,
    compareAll, revive, reached,
    hash: () => trace.copy().digest('hex'),
  }
}
export type Talk = Awaited<ReturnType<typeof beginTalk>>

/** The first attempts of a scenario whose webhooks wait for each other: they are sent one after the other. */
function firstsOf(scenario: string, lines: readonly string[]): readonly string[] {
  return lines.filter((line) => line.startsWith(`scn:${scenario}:`) && line.endsWith(' 1'))
}

/** What came, without attempts that a death has cut and that arrived. */
function withoutCut(came: readonly string[], should: readonly string[], cut: readonly string[]): readonly string[] {
  const left = [...came]
  const countOf = (all: readonly string[], line: string) => all.filter((one) => one === line).length
  for (const line of cut) if (countOf(left, line) > countOf(should, line)) left.splice(left.indexOf(line), 1)
  return left
}
