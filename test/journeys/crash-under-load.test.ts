import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { sleep } from '../../src/time.ts'
import { call } from '../support/call.ts'
import { folderWith, look, type StartedSandbox, start } from '../support/cli.ts'
import { mobileMoney } from '../support/requests.ts'
import { until } from '../support/until.ts'

const crashes = Number(process.env.CRASHES ?? 8)
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31))
const clients = 4
const key = 'test_sandbox'
/** Short and uneven, so that a crash meets transactions before, at and after their webhook. */
const quickScenario = 'version: 1\nscenarios: { approve: { after: 1ms..400ms, outcome: approved } }\n'

/** One webhook as it arrived: of which delivery, the number of the attempt, in which life of the sandbox. */
interface Arrival {
  readonly delivery: string
  readonly attempt: number
  readonly life: number
  readonly raw: string
}

interface Progress {
  life: number
  readonly random: () => number
  readonly arrivals: Arrival[]
  /** Reference to id of every collection that was answered 200. */
  readonly acknowledged: Map<string, string>
  /** References whose answer was lost in a crash. */
  readonly doubtful: string[]
}

const opened: { close(): Promise<unknown> }[] = []

afterEach(async () => {
  await Promise.all(opened.splice(0).map((part) => part.close()))
})

test(`${crashes} crashes under load lose nothing that was acknowledged (seed ${seed})`, {
  timeout: 60_000 + crashes * 3000,
}, async () => {
  const progress: Progress = { life: 0, random: randomFrom(seed), arrivals: [], acknowledged: new Map(), doubtful: [] }
  const callbackURL = await slowMerchant(progress)
  const cwd = folderWith({ 'scenarios/quick.yaml': quickScenario })
  for (; progress.life < crashes; progress.life++) {
    const sandbox = await start([], { cwd })
    const before = progress.acknowledged.size
    const working = Array.from({ length: clients }, (_, client) => collect(sandbox, client, callbackURL, progress))
    // The first call loads the framework: however busy the machine, each life has answered before it ends.
    await until('two calls were answered', async () => progress.acknowledged.size > before + 1)
    await sleep(progress.random() * 300)
    await sandbox.crash()
    await Promise.all(working)
    // What the dead sandbox had sent is read before the next one lives.
    await sleep(20)
  }
  const sandbox = await start([], { cwd })
  await until('no work is left', async () => (await look(sandbox, '/jobs?limit=1')).length === 0, 30_000)
  const transactions = await allTransactions(sandbox)
  const pending = (await look(sandbox, '/webhooks?status=pending')).data
  await sandbox.stop()
  expect(pending).toEqual([])
  expectNothingLost(progress, transactions)
  expectFewRepeats(progress)
})

interface Transaction {
  readonly id: string
  readonly reference_business: string
  readonly status: string
}

function expectNothingLost({ acknowledged, doubtful, arrivals }: Progress, transactions: readonly Transaction[]): void {
  expect(acknowledged.size).toBeGreaterThan(crashes)
  const ids = new Map(transactions.map(({ reference_business: reference, id }) => [reference, id]))
  expect(ids.size).toBe(transactions.length)
  expect([...acknowledged].filter(([reference, id]) => ids.get(reference) !== id)).toEqual([])
  expect(transactions.filter(({ status }) => status !== 'COMPLETED')).toEqual([])
  const arrived = new Set(arrivals.map(({ raw }): string => JSON.parse(raw).id))
  expect(transactions.filter(({ id }) => !arrived.has(id))).toEqual([])
  // An answer may be lost with its transaction or after it, but nothing else can have made one.
  const known = new Set([...acknowledged.keys(), ...doubtful])
  expect([...ids.keys()].filter((reference) => !known.has(reference))).toEqual([])
}

/** Each life of the sandbox sends a webhook at most once: one repeat per crash and delivery. */
function expectFewRepeats({ arrivals }: Progress): void {
  const unique = (values: readonly unknown[]) => new Set(values).size
  const byDelivery = new Map<string, Arrival[]>()
  for (const arrival of arrivals)
    byDelivery.set(arrival.delivery, [...(byDelivery.get(arrival.delivery) ?? []), arrival])
  const wrong = [...byDelivery.values()].filter((of) => {
    const isOnceALife = unique(of.map(({ life }) => life)) === of.length
    const isCounted = unique(of.map(({ attempt }) => attempt)) === of.length
    return !isOnceALife || !isCounted || unique(of.map(({ raw }) => raw)) !== 1
  })
  expect(wrong).toEqual([])
  expect(unique(arrivals.map(({ raw }) => JSON.parse(raw).id))).toBe(byDelivery.size)
}

async function collect(
  sandbox: StartedSandbox,
  client: number,
  callbackURL: string,
  progress: Progress,
): Promise<void> {
  for (let count = 0; ; count++) {
    const reference = `order-${progress.life}-${client}-${count}`
    const body = mobileMoney({ reference, callbackURL })
    const answer = await call(sandbox.url, '/collections/mobilemoney', { key, body }).catch(() => null)
    if (answer === null || answer.body === undefined) return void progress.doubtful.push(reference)
    expect(answer.status).toBe(200)
    progress.acknowledged.set(reference, answer.body.id)
    await sleep(progress.random() * 4)
  }
}

/** A merchant's server that takes up to 20 ms to answer, so that a crash meets webhooks under way. */
async function slowMerchant(progress: Progress): Promise<string> {
  const lives = new WeakMap<object, number>()
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = []
    incoming.on('error', () => {})
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', async () => {
      const { 'x-sandbox-delivery': delivery, 'x-sandbox-attempt': attempt } = incoming.headers
      const life = lives.get(incoming.socket) ?? Number.NaN
      const raw = Buffer.concat(chunks).toString('utf8')
      progress.arrivals.push({ delivery: String(delivery), attempt: Number(attempt), life, raw })
      await sleep(progress.random() * 20)
      outgoing.writeHead(200).end()
    })
  })
  server.on('connection', (socket) => lives.set(socket, progress.life))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  opened.push({
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`
}

async function allTransactions(sandbox: StartedSandbox): Promise<Transaction[]> {
  const found: Transaction[] = []
  for (let after: string | null = ''; after !== null; ) {
    const page: { data: Transaction[]; next: string | null } = await look(
      sandbox,
      `/transactions?limit=1000${after === '' ? '' : `&after=${after}`}`,
    )
    found.push(...page.data)
    after = page.next
  }
  return found
}

/** Numbers from 0 to 1 that repeat with their seed (mulberry32). */
function randomFrom(start: number): () => number {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
