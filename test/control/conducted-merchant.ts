import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { Flow } from '../../src/domain/transaction.ts'
import type { Sandbox } from '../../src/testing/index.ts'
import { sleep } from '../../src/time.ts'
import { verifySignature } from '../../src/webhooks/sign.ts'
import { listening } from '../support/listening.ts'
import { scenarioRequest } from '../support/scenario-request.ts'
import { openShop, type Shop } from '../support/shop.ts'

export interface Conduct {
  /** Accepts webhooks with any signature. */
  readonly trustsAnybody?: boolean
  /** Answers 200 to a body that it cannot read. */
  readonly swallowsBrokenBodies?: boolean
  /** Answers this to every webhook, before looking at it. */
  readonly answersAlways?: number | 'reset'
  /** Answers 500 to the first sound webhook. */
  readonly failsFirst?: boolean
  /** Refuses a record with fields that it does not know. */
  readonly refusesUnknownFields?: boolean
  /** Refuses a record whose amount differs from the order's, in place of asking for the truth. */
  readonly refusesOtherAmounts?: boolean
  /** Lets so much real time pass before it answers a webhook. */
  readonly answersAfterMs?: number
  /** Never asks how a transaction ended. */
  readonly neverAsks?: boolean
  /** Makes a call without a reply again under another reference. */
  readonly takesNewReference?: boolean
  /** Gives up waiting for a reply after so much real time. */
  readonly patienceMs?: number
  /** Makes the call again although it was answered. */
  readonly callsTwice?: boolean
}

/** A merchant's code with its own server and its own business, which behaves as its conduct says. */
export async function openConductedMerchant(sandbox: Sandbox, conduct: Conduct = {}) {
  const inbox = new Inbox(conduct)
  const callbackUrl = await inbox.open()
  const shop = await openShop(sandbox, { callbackUrl })
  inbox.shop = shop
  const merchant = { sandbox, conduct, shop, inbox }
  return { shop, order: (flow: Flow, scenario: string) => order(merchant, flow, scenario) }
}

interface Merchant {
  readonly sandbox: Sandbox
  readonly conduct: Conduct
  readonly shop: Shop
  readonly inbox: Inbox
}

/** One order from its create call to what the merchant knows of its end. */
async function order(merchant: Merchant, flow: Flow, scenario: string): Promise<void> {
  const { conduct, shop, inbox } = merchant
  const id = await create(merchant, flow, scenario)
  if (id !== null && conduct.callsTwice) await callOnce(merchant, flow, scenario, 'order-1')
  if (id !== null) await passOtpOn(shop, id)
  for (const _round of ['at first', 'when all has come', 'before giving up']) {
    await shop.advance('6m')
    // Spec 6 (5): no webhook that counts within five minutes, so the merchant asks.
    if (!inbox.isInformed && id !== null && !conduct.neverAsks) await shop.find(id)
    await shop.runUntilIdle()
  }
}

/** The id of the transaction; null if the call is refused, or its answer never comes. */
async function create(merchant: Merchant, flow: Flow, scenario: string): Promise<string | null> {
  for (const attempt of [1, 2, 3]) {
    const reference = merchant.conduct.takesNewReference ? `order-${attempt}` : 'order-1'
    const answer = await callOnce(merchant, flow, scenario, reference)
    if (answer?.status === 200) return answer.id
    if (answer !== null && answer.status < 429) return null
  }
  return null
}

/** One create call; null if no answer came in time, or none that can be read. */
async function callOnce({ sandbox, shop, conduct }: Merchant, flow: Flow, scenario: string, reference: string) {
  const { path, body } = scenarioRequest(flow, reference)
  try {
    const response = await fetch(new URL(path, sandbox.url), {
      method: 'POST',
      headers: { authorization: shop.apiKey, 'x-sandbox-scenario': scenario },
      body: JSON.stringify(body()),
      signal: AbortSignal.timeout(conduct.patienceMs ?? 10_000),
    })
    return { status: response.status, id: String(recordIn(await response.text()).id) }
  } catch {
    return null
  }
}

/** A payout answers a list of one. */
function recordIn(text: string): Readonly<Record<string, unknown>> {
  const answer = JSON.parse(text)
  return Array.isArray(answer) ? answer[0] : answer
}

/** The customer types a wrong one-time password, then the right one; the merchant passes on what it is given. */
async function passOtpOn(shop: Shop, id: string): Promise<void> {
  const { messages } = (await shop.get('/_sandbox/phones/0241234567')).body
  const [sms] = messages
  if (sms?.otp === undefined) return
  await shop.post('/collections/otp', { id, otp: sms.otp === '000000' ? '000001' : '000000' })
  await shop.post('/collections/otp', { id, otp: sms.otp })
}

class Inbox {
  shop: Shop | null = null
  /** True once a webhook came that says how the order ended, and that can be trusted. */
  isInformed = false
  readonly #conduct: Conduct
  #hasFailed = false

  constructor(conduct: Conduct) {
    this.#conduct = conduct
  }

  async open(): Promise<string> {
    const server = createServer(async (incoming, outgoing) => {
      const chunks: Buffer[] = []
      for await (const chunk of incoming) chunks.push(chunk)
      const status = await this.#judge(Buffer.concat(chunks), incoming.headers)
      await sleep(this.#conduct.answersAfterMs ?? 0)
      respond(outgoing, status)
    })
    return `${await listening(server)}/webhooks`
  }

  async #judge(raw: Buffer, headers: IncomingHttpHeaders): Promise<number | 'reset'> {
    const { answersAlways, trustsAnybody, swallowsBrokenBodies, failsFirst } = this.#conduct
    if (answersAlways !== undefined) return answersAlways
    if (!trustsAnybody && !(await this.#isGenuine(raw, headers))) return 401
    const record = parsed(raw)
    if (record === null) return swallowsBrokenBodies ? 200 : 400
    const isFamiliar = !this.#conduct.refusesUnknownFields || !Object.hasOwn(record, 'x_extra')
    if (!isFamiliar) return 422
    if (failsFirst && !this.#hasFailed) {
      this.#hasFailed = true
      return 500
    }
    const isMine = Number(record.amount) < 10_000
    if (!isMine && this.#conduct.refusesOtherAmounts) return 422
    this.isInformed ||= isMine
    return 200
  }

  async #isGenuine(body: Buffer, headers: IncomingHttpHeaders): Promise<boolean> {
    const { webhookSecret: secret } = (await this.#shop().get('/_sandbox/business')).body
    return verifySignature({ secret, body, headers })
  }

  #shop(): Shop {
    if (this.shop === null) throw new Error('A webhook came before there was a shop')
    return this.shop
  }
}

function parsed(raw: Buffer): Readonly<Record<string, unknown>> | null {
  try {
    return JSON.parse(raw.toString())
  } catch {
    return null
  }
}

function respond(outgoing: ServerResponse, status: number | 'reset'): void {
  if (status === 'reset') return void outgoing.socket?.resetAndDestroy()
  outgoing.writeHead(status).end()
}
