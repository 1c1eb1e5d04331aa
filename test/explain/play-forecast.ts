import { flowHas, isPayout } from '../../src/domain/transaction.ts'
import type { Sandbox, TransactionView } from '../../src/testing/index.ts'
import type { ArbitraryScenario } from '../support/arbitrary-scenarios.ts'
import { type Answer, call } from '../support/call.ts'
import type { Body } from '../support/requests.ts'
import { scenarioRequest } from '../support/scenario-request.ts'
import { openShopWithReceiver, type Shop } from '../support/shop.ts'
import { type Anchors, type ExpectedStep, expectedLines } from './expected.ts'
import { happened, msOf } from './happened.ts'

export interface Compared {
  readonly forecast: readonly string[]
  readonly happened: readonly string[]
}

interface Explained {
  readonly scenario: string
  readonly by: string
  readonly steps: readonly ExpectedStep[]
}

/** Asks for an explanation of a create call, makes the call, plays the merchant, and lets all happen that is left. */
export async function playForecast(sandbox: Sandbox, scenario: ArbitraryScenario, index: number): Promise<Compared> {
  const { shop, receiver } = await openShopWithReceiver(sandbox, scenario.settings)
  const { path, body, headers } = await requestOf(shop, sandbox, scenario, index)
  const explained: Explained = (await shop.post('/_sandbox/explain', { path, body, headers })).body
  const answer = await call(sandbox.url, path, { key: shop.apiKey, body, headers }).catch(() => null)
  const { steps } = explained
  const isAfterWebhook = saysAfterWebhook(steps)
  const reply = `${replyOf(answer)}${isAfterWebhook && receiver.webhooks.length > 0 ? ', after a webhook' : ''}`
  const chosen = `${explained.scenario}; by=${explained.by}`
  const expected = [`reply: ${forecastReply(steps)}${isAfterWebhook ? ', after a webhook' : ''}`, chosen]
  const seen = [`reply: ${reply}`, String(answer?.headers['x-sandbox-scenario'] ?? chosen)]
  const [stored] = (await shop.get('/_sandbox/transactions')).body.data
  if (!stored) return { forecast: expected, happened: [`${seen[0]}; nothing is stored`, ...seen.slice(1)] }
  const hand = await playMerchant(shop, stored.id, scenario, steps)
  const transaction = await shop.transaction({ id: stored.id })
  const lines = expectedLines(steps, anchorsOf(transaction))
  const arrived = lines.filter((line) => / attempt \d+: sent/.test(line)).length
  const { name, by } = transaction.scenario
  return {
    forecast: [...expected, chosen, ...[...lines, ...hand].toSorted(), `${arrived} webhooks`],
    happened: [
      ...seen,
      `${name}; by=${by}`,
      ...happened(transaction, receiver, askedIn(body)),
      `${receiver.webhooks.length} webhooks`,
    ],
  }
}

async function requestOf(shop: Shop, sandbox: Sandbox, { flow, chosenBy }: ArbitraryScenario, index: number) {
  const name = `scenario-${index}`
  const references: Partial<Record<ArbitraryScenario['chosenBy'], string>> = {
    reference: `scn:${name}:1`,
    match: `rule-${index}-1`,
  }
  const { path, body } = scenarioRequest(flow, references[chosenBy] ?? 'plain-1')
  if (chosenBy === 'business') {
    await call(sandbox.url, '/_sandbox/scenarios/default', { key: shop.apiKey, method: 'PUT', body: { use: name } })
  }
  const metadata = chosenBy === 'metadata' && !isPayout(flow) ? { metadata: { sandbox: { scenario: name } } } : {}
  // A payout's request has no metadata.
  const headers =
    chosenBy === 'header' || (chosenBy === 'metadata' && isPayout(flow)) ? { 'x-sandbox-scenario': name } : {}
  return { path, body: { ...body(), ...metadata }, headers }
}

function askedIn({ amount, recipients }: Body): number {
  return Number(Array.isArray(recipients) ? recipients[0].amount : amount)
}

/** The merchant submits the OTP, lets time pass, acts by hand where that is wanted, and asks as often as a webhook waits for. */
async function playMerchant(
  shop: Shop,
  id: string,
  { flow, otp, isActedOn }: ArbitraryScenario,
  steps: readonly ExpectedStep[],
): Promise<readonly string[]> {
  if (steps.some(({ kind }) => kind === 'otp_sent')) await submitOtp(shop, id, otp, steps)
  await shop.runUntilIdle()
  const isHandled = isActedOn && !flowHas(flow, 'account') && (await shop.transaction({ id })).status !== 'FAILED'
  const isOpen = steps.some(({ when }) => 'never' in when)
  const hand: string[] = []
  if (isHandled && isOpen && (await shop.post(`/_sandbox/transactions/${id}/approve`, {})).status === 200) {
    hand.push(`${msOf((await shop.get('/_sandbox/clock')).body.now)} COMPLETED`)
    await shop.runUntilIdle()
  }
  const queries = steps.map((step) =>
    step.kind === 'webhook_held' && 'statusQueries' in step.until ? step.until.statusQueries : 0,
  )
  for (let left = Math.max(0, ...queries); left > 0; left--) await shop.find(id)
  await shop.runUntilIdle()
  return hand
}

async function submitOtp(
  shop: Shop,
  id: string,
  otp: ArbitraryScenario['otp'],
  steps: readonly ExpectedStep[],
): Promise<void> {
  if (otp === 'none') return
  if (otp === 'wrong') {
    const attempts = steps.map(({ when }) => ('since' in when && when.since === 'wrong_otp' ? (when.count ?? 0) : 0))
    for (let left = Math.max(...attempts); left > 0; left--) await shop.post('/collections/otp', { id, otp: '987654' })
    return
  }
  if (otp.afterMs > 0) await shop.advance(`${otp.afterMs}ms`)
  const { body } = await shop.get('/_sandbox/phones/0241234567/otp')
  if (body.otp !== undefined) await shop.post('/collections/otp', { id, otp: body.otp })
}

function anchorsOf({ steps }: TransactionView): Anchors {
  const at = (step: TransactionView['steps'][number] | undefined) => (step === undefined ? null : msOf(step.at))
  const past = steps.filter(({ state }) => state === 'happened')
  const settled = past.findLastIndex(({ kind }) => kind === 'settled')
  return {
    otp: at(past.find(({ kind }) => kind === 'otp_accepted')),
    wrong_otp: past[settled]?.cause?.by === 'otp' ? at(past[settled]) : null,
    final: at(past[settled]),
    query: settled < 0 ? null : at(past.slice(settled).findLast(({ kind }) => kind === 'status_queried')),
  }
}

function replyOf(answer: Answer | null): string {
  if (answer === null) return 'no answer'
  const { status, body } = answer
  if (body === undefined) return 'half an answer'
  return status === 200 ? `answers ${[body].flat()[0].status}` : `fails: ${status}`
}

function forecastReply(steps: readonly ExpectedStep[]): string {
  const reply = steps.find(({ kind }) => kind === 'answered' || kind === 'refused')
  if (reply?.kind === 'refused') {
    if (reply.reason === 'drop-before-commit') return 'no answer; nothing is stored'
    // All rules that a scenario can name refuse with 400 (D10).
    return `fails: ${typeof reply.reason === 'number' ? reply.reason : 400}; nothing is stored`
  }
  if (reply?.kind !== 'answered') throw new Error('The create call is not forecast')
  if (reply.fault === 'malformed-json') return 'half an answer'
  return reply.fault === undefined ? `answers ${reply.status}` : 'no answer'
}

function saysAfterWebhook(steps: readonly ExpectedStep[]): boolean {
  const reply = steps.findIndex(({ kind }) => kind === 'answered')
  return steps.slice(0, reply).some((step) => {
    return step.kind === 'webhook_attempted' && (step.plan?.answer === 'real' || step.plan?.answer === 'lost-ack')
  })
}
