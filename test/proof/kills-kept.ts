import { isDeepStrictEqual } from 'node:util'
import { call } from '../support/call.ts'
import { mobileMoney } from '../support/requests.ts'
import type { Webhook } from '../support/start-merchant.ts'
import { until } from '../support/until.ts'
import { untilDead } from './until-dead.ts'

export const keptKey = 'test_kept'
/** So many calls come between two advances of one load. */
const callsOfAdvance = 8
const [openingBalance, amount] = [1_000_000, 100.5]

interface Keeping {
  /** Begins the references, so that the webhooks of one folder are found. */
  readonly name: string
  /** Then nothing moves the clock at the end: what was due comes. */
  readonly isReal: boolean
  readonly webhooks: readonly Webhook[]
  readonly reach: (what: string, times?: number) => void
}

/** A business whose transactions stay: what it has to hold, and loads that add to it until the sandbox dies. */
export function createKept({ name, isReal, webhooks, reach }: Keeping) {
  const ids = new Map<string, string>()
  /** Created when the sandbox died, perhaps. */
  const unanswered = new Set<string>()
  let final = new Set<string>()
  /** What had happened to some of them. */
  let steps = new Map<string, readonly object[]>()
  /** A setting that one caller changes: as it was acknowledged, and as it was asked for last. */
  let [secret, asked] = ['', '']
  let made = 0

  async function checkSettings(url: string): Promise<void> {
    const { webhookSecret } = (await call(url, '/_sandbox/business', { key: keptKey })).body
    if (made > 0 && ![secret, asked].includes(webhookSecret))
      throw new Error(`The secret is ${webhookSecret}, not ${secret} or ${asked}`)
    secret = webhookSecret
    asked = webhookSecret
  }

  async function checkSteps(url: string): Promise<void> {
    for (const [id, before] of steps) {
      const after = await stepsOf(url, id)
      const lost = before.filter((step) => !after.some((one) => isDeepStrictEqual(one, step)))
      if (lost.length > 0) throw new Error(`The steps of ${id} are lost: ${JSON.stringify(lost)}`)
    }
    const some = [...final].slice(-20).map((reference) => ids.get(reference) ?? '')
    steps = new Map(await Promise.all(some.map(async (id) => [id, await stepsOf(url, id)] as const)))
  }

  return {
    load: (url: string, changesSettings: boolean) =>
      untilDead(async (doing) => {
        if (changesSettings) {
          doing('settings')
          asked = `kept-secret-${made}`
          await call(url, '/_sandbox/business', { key: keptKey, method: 'PATCH', body: { webhookSecret: asked } })
          secret = asked
        }
        const reference = `${name}-${made++}`
        unanswered.add(reference)
        doing('create')
        const { status, body, text } = await call(url, '/collections/mobilemoney', {
          key: keptKey,
          body: mobileMoney({ reference, amount }),
        })
        if (status !== 200) throw new Error(`create ${reference}: ${status} ${text}`)
        unanswered.delete(reference)
        ids.set(reference, body.id)
        reach('acknowledged')
        if (made % callsOfAdvance !== 0) return
        doing('advance')
        await call(url, '/_sandbox/clock/advance', { key: keptKey, body: { by: '1s' } })
      }, reach),
    async check(url: string): Promise<void> {
      const all = await everyTransaction(url, keptKey)
      for (const [reference, id] of ids) {
        if (all.get(reference)?.id !== id) throw new Error(`${reference} was acknowledged as ${id}, and is lost`)
      }
      for (const reference of final) {
        if (all.get(reference)?.status !== 'COMPLETED') throw new Error(`${reference} was COMPLETED, and is not`)
      }
      for (const [reference, { id }] of all) {
        if (!ids.has(reference) && !unanswered.has(reference)) throw new Error(`${reference} was never created`)
        ids.set(reference, id)
      }
      const completed = [...all.values()].filter(({ status }) => status === 'COMPLETED').length
      const wallets = (await call(url, '/_sandbox/wallets', { key: keptKey })).body
      const { balance } = wallets.find(({ currency }: { currency: string }) => currency === 'GHS')
      // A clock that runs can settle one between the two reads.
      if (!isReal && balance !== openingBalance + completed * amount)
        throw new Error(`The wallet has ${balance} after ${completed} collections of ${amount}`)
      unanswered.clear()
      final = new Set([...all].flatMap(([reference, { status }]) => (status === 'COMPLETED' ? [reference] : [])))
      await checkSteps(url)
      await checkSettings(url)
    },
    /** Every webhook came; a webhook that came twice has one body. */
    async checkWebhooks(url: string): Promise<void> {
      const left = async () => (await call(url, '/_sandbox/jobs', { key: keptKey })).body.length === 0 || undefined
      if (isReal) await until(() => `work of ${name} that is left`, left, 60_000)
      else await call(url, '/_sandbox/clock/run-until-idle', { key: keptKey, body: {} })
      const bodies = new Map<string, unknown>()
      for (const { body } of webhooks) {
        const { reference_business: reference } = body
        if (!reference.startsWith(`${name}-`)) continue
        if (bodies.has(reference)) reach('webhooks that came twice')
        if (bodies.has(reference) && !isDeepStrictEqual(bodies.get(reference), body))
          throw new Error(`${reference} had two webhooks: ${JSON.stringify([bodies.get(reference), body])}`)
        bodies.set(reference, body)
      }
      for (const reference of ids.keys()) if (!bodies.has(reference)) throw new Error(`${reference} had no webhook`)
      reach('webhooks', bodies.size)
    },
  }
}

/** What happened to a transaction. An attempt under way is not over yet. */
async function stepsOf(url: string, id: string): Promise<readonly object[]> {
  const { steps } = (await call(url, `/_sandbox/transactions/${id}?parts=steps`, { key: keptKey })).body
  return steps.filter((step: { at?: string; kind: string }) => step.at && step.kind !== 'webhook_attempted')
}

interface Listed {
  readonly id: string
  readonly status: string
}

export async function everyTransaction(url: string, key: string): Promise<ReadonlyMap<string, Listed>> {
  const all = new Map<string, Listed>()
  for (let after = ''; ; ) {
    const { status, body, text } = await call(url, `/_sandbox/transactions?limit=1000${after}`, { key })
    if (status !== 200) throw new Error(`The transactions of ${key}: ${status} ${text}`)
    for (const one of body.data) all.set(one.reference_business, { id: one.id, status: one.status })
    if (body.next === null) return all
    after = `&after=${body.next}`
  }
}
