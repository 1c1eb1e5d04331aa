import { monotonicMs } from '../../src/time.ts'
import { openSandbox, startTime } from '../support/opened-sandbox.ts'
import { mobileMoney } from '../support/requests.ts'
import { startMerchant } from '../support/start-merchant.ts'
import { type Bar, randomFrom } from './bar.ts'
import { Model, retryMs } from './model.ts'

const seed = 44
/** A busy machine plays fewer commands, and the figures say so. */
const longestMs = Number(process.env.PROOF_MODEL_MINUTES ?? 12) * 60_000
const key = 'test_model'
const jumps = ['1ms', '1s', '3s', '5s', '30s', '2m', '10m', '1h'] as const
const jumpMs: Readonly<Record<(typeof jumps)[number], number>> = {
  '1ms': 1,
  '1s': 1000,
  '3s': 3000,
  '5s': 5000,
  '30s': 30_000,
  '2m': 120_000,
  '10m': 600_000,
  '1h': 3_600_000,
}

/** Random commands to the sandbox and to the model beside it: the same answers, the same webhooks. */
export const modelBar: Bar = {
  promise: 'The sandbox answers random commands, and sends webhooks, as a model of the specification does',
  async run(size, mutated) {
    const wanted = size === 'full' ? 100_000 : 300
    const conversation = await open(mutated)
    const endsAt = monotonicMs() + longestMs
    let commands = 0
    for (; commands < wanted && monotonicMs() < endsAt; commands += 1) {
      await conversation.command(commands)
      if (commands % 50 === 49) await conversation.compareAll(commands)
    }
    return { commands, 'commands wanted': wanted, seed, ...conversation.reached() }
  },
}

async function open(mutated: boolean) {
  const random = randomFrom(seed)
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T
  let isAnswered = true
  const merchant = await startMerchant(() => (isAnswered ? 200 : 500))
  const sandbox = await openSandbox({ businesses: { [key]: { callbackUrl: merchant.url } } }, { listens: false })
  const waits = mutated ? retryMs.map((waitMs) => 2 * waitMs) : retryMs
  const model = new Model(Date.parse(startTime), waits)
  const ids = new Map<string, string>()
  const counts: Record<string, number> = {}
  let made = 0
  const ask = async (method: string, path: string, body?: unknown) => {
    const headers = { authorization: key, 'content-type': 'application/json' }
    const answer = await sandbox.fetch(`${sandbox.url}${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, body: text === '' ? null : JSON.parse(text) }
  }
  const hold = (at: number, what: string, is: unknown, should: unknown) => {
    if (JSON.stringify(is) === JSON.stringify(should)) return
    throw new Error(`command ${at}, ${what}: ${JSON.stringify(is)} instead of ${JSON.stringify(should)} (seed ${seed})`)
  }
  const reach = (what: string) => {
    counts[what] = (counts[what] ?? 0) + 1
  }
  const move = async (at: number, by: (typeof jumps)[number]) => {
    const before = merchant.webhooks.length
    await ask('POST', '/_sandbox/clock/advance', { by })
    const came = merchant.webhooks
      .slice(before)
      .map(({ body, headers }) => `${body.reference_business} ${body.status} ${headers['x-sandbox-attempt']}`)
    const should = model.advance(jumpMs[by], isAnswered)
    hold(at, `the webhooks within ${by}`, [...came].sort(), [...should].sort())
    for (const _ of should) reach(isAnswered ? 'webhooks answered' : 'webhooks refused')
  }
  const named = () => pick([...model.state.transactions.keys(), 'nothing'])
  const commands: Readonly<Record<string, (at: number) => Promise<void>>> = {
    async create(at) {
      const reference = random() < 0.1 ? named() : `order-${made++}`
      const { status, body } = await ask('POST', '/collections/mobilemoney', mobileMoney({ reference }))
      const isNew = model.create(reference)
      hold(at, `create ${reference}`, status === 200, isNew)
      if (isNew) ids.set(reference, body.id)
    },
    async act(at) {
      const reference = named()
      const action = pick(['approve', 'decline'] as const)
      const { status } = await ask('POST', `/_sandbox/transactions/${ids.get(reference) ?? reference}/${action}`)
      const done = model.act(reference, action === 'approve' ? 'COMPLETED' : 'FAILED')
      hold(at, `${action} ${reference}`, status === 200, done)
      await move(at, '1ms')
    },
    advance: (at) => move(at, pick(jumps)),
    async answers() {
      isAnswered = !isAnswered
    },
    async reset(at) {
      hold(at, 'reset', (await ask('POST', '/_sandbox/reset')).status, 200)
      model.reset()
    },
    async snapshot(at) {
      const name = pick(['a', 'b'])
      hold(at, `snapshot ${name}`, (await ask('PUT', `/_sandbox/snapshots/${name}`)).status, 200)
      model.keep(name)
    },
    async restore(at) {
      const name = pick(['a', 'b'])
      const { status } = await ask('POST', `/_sandbox/snapshots/${name}/restore`)
      hold(at, `restore ${name}`, status === 200, model.restore(name))
    },
  }
  const often = ['create', 'create', 'create', 'create', 'act', 'act', 'advance', 'advance', 'advance', 'answers']
  return {
    async command(at: number) {
      const rare = pick(['reset', 'snapshot', 'restore'])
      // A world of more than 60 transactions begins again.
      const name = model.state.transactions.size > 60 ? 'reset' : random() < 0.04 ? rare : pick(often)
      reach(name)
      await commands[name]?.(at)
    },
    async compareAll(at: number) {
      const { body } = await ask('GET', '/_sandbox/transactions?limit=1000')
      const all = body.data as readonly { readonly reference_business: string; readonly status: string }[]
      const is = all.map((one) => `${one.reference_business} ${one.status}`).sort()
      hold(at, 'the transactions', is, model.statuses())
    },
    reached: () => counts,
  }
}
