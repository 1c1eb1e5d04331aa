import { expect } from 'vitest'
import { isResultName, results } from '../../src/catalogue/results.ts'
import { formatDuration } from '../../src/domain/duration.ts'
import { type Flow, isPayout } from '../../src/domain/transaction.ts'
import type { Delivery, Receiver, Sandbox, TransactionView } from '../../src/testing/index.ts'
import type { Body } from '../support/requests.ts'
import { type ScenarioRequest, scenarioRequest } from '../support/scenario-request.ts'
import { balanceOf, openShopWithReceiver, type Shop, start } from '../support/shop.ts'
import { until } from '../support/until.ts'
import type { Row } from './catalogue-rows.ts'
import { webhookWords } from './webhook-words.ts'

/** What a merchant saw of a scenario: the same facts as its row. */
export interface Played extends Pick<Row, 'reply' | 'settled' | 'webhooks'> {
  /** Which scenario was chosen, and how. */
  readonly chosen: string
  /** What became of the webhooks. */
  readonly deliveries: readonly string[]
}

/** Plays a scenario in a business of its own, chosen by the end of an account number or by a reference, until nothing is left to happen. */
export async function playScenario(sandbox: Sandbox, flow: Flow, row: Row, choice: string): Promise<Played> {
  const { shop, receiver } = await openShopWithReceiver(sandbox)
  const { status = 200, times } = row.answers ?? {}
  receiver.reply(status, times === undefined ? {} : { times })
  const request = scenarioRequest(flow, choice)
  const { reply, header } = await create({ sandbox, shop, receiver }, request, row.reply.startsWith('none yet'))
  const [created] = await storedIn(shop)
  if (created) await row.does?.(shop, created.id, (other) => shop.post(request.path, request.body(other)))
  await shop.runUntilIdle()
  await expectWallet(shop, flow, request.currency)
  if (!created) {
    const { scenario, by } = (await shop.post('/_sandbox/explain', { path: request.path, body: request.body() })).body
    return { reply, chosen: header ?? `${scenario}; by=${by}`, settled: [], webhooks: [], deliveries: [] }
  }
  const transaction = await shop.transaction({ id: created.id })
  await expectFinalRecord(shop, transaction)
  const { name, by } = transaction.scenario
  return {
    reply,
    chosen: header ?? `${name}; by=${by}`,
    ...(await seen(shop, receiver, { transaction, row, request })),
  }
}

interface Opened {
  readonly sandbox: Sandbox
  readonly shop: Shop
  readonly receiver: Receiver
}

/** The create call; one whose reply is kept back is given up as soon as its transaction is stored. */
async function create({ sandbox, shop, receiver }: Opened, request: ScenarioRequest, isKeptBack: boolean) {
  const caller = new AbortController()
  const answer = fetch(new URL(request.path, sandbox.url), {
    method: 'POST',
    headers: { authorization: shop.apiKey },
    body: JSON.stringify(request.body()),
    signal: caller.signal,
  }).then(
    async (response) => {
      const header = response.headers.get('x-sandbox-scenario')
      const sent = receiver.webhooks.length
      const reply = replyOf(response.status, await response.text())
      return { header, reply: reply === 'INITIATED' && sent > 0 ? 'INITIATED, after the webhook' : reply }
    },
    () => null,
  )
  if (!isKeptBack) {
    const answered = await answer
    if (answered) return answered
    return { header: null, reply: (await storedIn(shop)).length > 0 ? 'broken off' : 'broken off, nothing stored' }
  }
  const fault = await until('a reply that is kept back', () => faultIn(shop))
  caller.abort()
  return (await answer) ?? { header: null, reply: `none yet: ${fault}` }
}

function replyOf(status: number, text: string): string {
  try {
    const [record] = [JSON.parse(text)].flat()
    return status === 200 ? record.status : `${status} ${record.message}`
  } catch {
    return text.startsWith('{"id":"') || text.startsWith('[{"id":"') ? 'half a record' : text
  }
}

async function storedIn(shop: Shop): Promise<readonly { readonly id: string }[]> {
  return (await shop.get('/_sandbox/transactions')).body.data
}

async function faultIn(shop: Shop): Promise<unknown> {
  const [stored] = await storedIn(shop)
  if (stored === undefined) return undefined
  const answered = (await shop.transaction({ id: stored.id })).steps.find(isAnswered)
  return answered?.fault ?? (answered?.delayMs && 'delay')
}

/** The status query shows the end of the scenario, with the result's own message. */
async function expectFinalRecord(shop: Shop, { id, steps }: TransactionView): Promise<void> {
  const last = steps.findLast(isSettled)
  const { status, message } = (await shop.find(id)).body
  if (!last) return void expect(message).toBeNull()
  const name = String(last.result)
  const [code, source, text] = isResultName(name) ? results[name] : []
  expect([status, message]).toEqual([last.status, `${code} | ${source} | ${text}`])
}

type Step = TransactionView['steps'][number]

function isAnswered(step: Step): step is Extract<Step, { readonly kind: 'answered' }> {
  return step.kind === 'answered'
}

function isSettled(step: Step): step is Extract<Step, { readonly kind: 'settled' }> {
  return step.kind === 'settled' && step.state === 'happened'
}

/** Money moved exactly where the records say so: collections that were completed, payouts that did not fail. */
async function expectWallet(shop: Shop, flow: Flow, currency: string): Promise<void> {
  const records: readonly Body[] = (await shop.get('/_sandbox/transactions')).body.data
  const moves = records.map(({ status, amount, fee }) => {
    if (!isPayout(flow)) return status === 'COMPLETED' ? Number(amount) : 0
    return status === 'FAILED' ? 0 : -Number(amount) - Number(fee)
  })
  const sum = moves.reduce((total, move) => total + move, 0)
  expect(await balanceOf(shop, currency)).toBeCloseTo(1_000_000 + sum, 2)
}

interface Looking {
  readonly transaction: TransactionView
  readonly row: Row
  readonly request: ScenarioRequest
}

async function seen(shop: Shop, receiver: Receiver, { transaction, row, request }: Looking) {
  const time = (at: unknown) => {
    const ms = Date.parse(String(at)) - Date.parse(start)
    const [leastMs, mostMs] = row.drawn ?? [Number.POSITIVE_INFINITY, 0]
    return leastMs <= ms && ms <= mostMs ? 'drawn' : formatDuration(ms)
  }
  const deliveries: readonly Delivery[] = (await shop.get('/_sandbox/webhooks')).body.data
  const attempts = deliveries.flatMap(({ id, attempts }) => attempts.map((attempt) => ({ id, ...attempt })))
  const webhooks = receiver.webhooks.map((webhook) => {
    const id = webhook.headers['x-sandbox-delivery']
    const attempt = attempts.find((each) => each.id === id && each.number === webhook.attempt)
    const extra = webhookWords(webhook, receiver, request)
    return [`${time(attempt?.at)} ${extra[0]}`, ...extra.slice(1)].join(', ')
  })
  const settled = transaction.steps.filter(isSettled)
  return {
    settled: settled.map(({ at, status, result }) => `${time(at)} ${status} ${result}`),
    webhooks,
    deliveries: [...new Set(deliveries.map(({ status }) => status))],
  }
}
