import { businessRules } from '../../catalogue/business-rules.ts'
import { isCurrencyCode } from '../../catalogue/currencies.ts'
import type { Config } from '../../config.ts'
import { lastMs } from '../../domain/clock.ts'
import { isObject } from '../../domain/json.ts'
import { readScenarioHeader } from '../../domain/plan.ts'
import type { Settings } from '../../domain/settings.ts'
import { flowHas } from '../../domain/transaction.ts'
import type { Log, RunningSandbox } from '../../sandbox.ts'
import { startSandbox } from '../../sandbox.ts'
import { type Body, jsonOf, recordIn, textAt } from '../read/calls.ts'
import {
  type Conversation,
  type Ending,
  idOf,
  isAccepted,
  isFault,
  isRefusedKey,
  type Payment,
} from '../read/conversation.ts'
import type { Entry } from '../read/recording.ts'
import { otpPath } from '../read/service-paths.ts'
import { type Evidence, evidenceIn } from './evidence.ts'
import { isOtherEnd, isOtherNetwork } from './other-network.ts'
import type { ResultNames } from './result.ts'

/** What the sandbox answered, in the form of a recorded message. */
export interface Answer {
  readonly status: number
  readonly body: string | null
}

export interface OwnWebhook {
  /** In sandbox time. */
  readonly at: number
  readonly contentType: string | null
  readonly body: string
}

export interface Played {
  readonly settings: Settings
  readonly answers: ReadonlyMap<Entry, Answer>
  readonly webhooks: ReadonlyMap<Payment, readonly OwnWebhook[]>
  readonly evidence: Evidence
}

type PlayedCall = Conversation['calls'][number]

export interface Stage {
  readonly config: Config
  readonly log: Log
  readonly results: ResultNames
}

/** Leads a sandbox in memory, whose clock stands still between the calls, through a conversation. */
export async function play(conversation: Conversation, { config, log, results }: Stage): Promise<Played> {
  const { calls } = conversation
  const beginsAt = Math.min(...calls.map(({ entry }) => entry.at))
  // A key that was accepted is accepted here: in a recording it has another name.
  const keys = isRefusedKey(conversation) ? config.keys : 'any'
  const own = { data: ':memory:', host: '127.0.0.1', token: null, keys, probe: null } as const
  const sandbox = await startSandbox({ ...config, ...own, clock: iso(beginsAt) }, log, { listens: false })
  try {
    return await new Player(sandbox, conversation, results).play()
  } finally {
    await sandbox.close()
  }
}

/** Scenarios that no user has: an open transaction that is answered PENDING. */
const pendingByHand = 'compare-pending'
/** Longer answers are faults that a scenario played; they are not repeated. */
const longestAnswerMs = 5000

class Player {
  readonly #sandbox: RunningSandbox
  readonly #conversation: Conversation
  readonly #results: ResultNames
  readonly #answers = new Map<Entry, Answer>()
  readonly #webhooks = new Map<Payment, OwnWebhook[]>()
  /** Ids of the sandbox by the recorded ids, and the other way round. */
  readonly #ownIds = new Map<unknown, string>()
  readonly #payments = new Map<unknown, Payment>()
  /** Currencies whose wallet was set to a balance of the recording. */
  readonly #seenWallets = new Set<string>()
  readonly #evidence: Evidence
  #scenarios: ReadonlySet<string> = new Set()

  constructor(sandbox: RunningSandbox, conversation: Conversation, results: ResultNames) {
    this.#sandbox = sandbox
    this.#conversation = conversation
    this.#results = results
    this.#evidence = evidenceIn(conversation, results, this.#settings)
  }

  get #settings(): Settings {
    return this.#sandbox.settings(this.#conversation.key)
  }

  async play(): Promise<Played> {
    const { key, calls, payments, endsAt } = this.#conversation
    const callbackUrl = this.#defaultAddress()
    // Declared keys are accepted.
    if (!isRefusedKey(this.#conversation)) {
      this.#sandbox.declare(key, { mode: 'manual', rateLimit: null, ipAllowList: [], callbackUrl })
    }
    this.#sandbox.receive(key, (request) => this.#receive(request))
    await this.#draft()
    const endings = payments.flatMap((payment) =>
      payment.endings.map((ending) => ({ at: ending.at, index: ending.index, payment, ending })),
    )
    const moments = [...endings, ...calls.map((call) => ({ at: call.entry.at, index: call.entry.index, call }))]
    for (const moment of moments.toSorted((one, other) => one.at - other.at || one.index - other.index)) {
      await this.#advance(moment.at)
      if ('call' in moment) await this.#call(moment.call)
      else await this.#end(moment.payment, moment.ending)
    }
    await this.#advance(endsAt)
    await this.#awaitExpiry()
    return { settings: this.#settings, answers: this.#answers, webhooks: this.#webhooks, evidence: this.#evidence }
  }

  /** Where webhooks go if a call names no address; null if the recording has no such webhook. */
  #defaultAddress(): string | null {
    const isSent = this.#conversation.payments.some(({ asked, webhooks }) => webhooks.length > 0 && !asked.callbackURL)
    return isSent ? 'http://127.0.0.1/webhooks' : this.#settings.callbackUrl
  }

  /** Makes the new results of the recording known, and the scenarios that no file has. */
  async #draft(): Promise<void> {
    const results = Object.fromEntries(
      this.#results.all.filter(({ isNew }) => isNew).map(({ name, written }) => [name, written]),
    )
    const scenarios = { [pendingByHand]: { respond: { status: 'PENDING' }, outcome: 'by-hand' } }
    const yaml = JSON.stringify({ version: 1, results, scenarios })
    await this.#control('POST', '/scenarios/draft', { yaml })
    const { data } = (await this.#control('GET', '/scenarios')) ?? {}
    const named = Array.isArray(data) ? data.filter(isObject).map(({ name }) => String(name)) : []
    this.#scenarios = new Set(named)
  }

  async #control(method: string, path: string, body?: object): Promise<Body | null> {
    const headers = { authorization: this.#conversation.key, 'content-type': 'application/json' }
    const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) }
    const response = await this.#sandbox.fetch(`/_sandbox${path}`, init)
    const value: unknown = await response.json()
    return response.ok && isObject(value) ? value : null
  }

  async #now(): Promise<number> {
    return Date.parse(String((await this.#control('GET', '/clock'))?.now))
  }

  async #advance(at: number): Promise<void> {
    await this.#control('POST', '/clock/advance', { to: iso(at) })
  }

  async #call({ entry, call, payment }: PlayedCall): Promise<void> {
    // A fault of the network or of the service left nothing behind.
    const isLost = isFault(entry) && payment === null
    // A transaction of which the recording does not have the create call.
    const isNamed = call.is === 'query' || (call.is === 'otp' && idOf(entry) !== null)
    const isUnseen = isNamed && payment === null && entry.status !== 404
    if (isLost || isUnseen || this.#isAfterLost(entry) || (entry.request.body === null && call.is === 'create')) return
    await this.#setWallets(entry, call.is, payment)
    if (call.is === 'query' && payment !== null) await this.#submitUnseenOtp(entry, payment)
    const answer = await this.#send(entry, call.path, payment)
    if (answer === null) return
    this.#answers.set(entry, answer)
    const record = call.is === 'create' && isAccepted(answer) ? recordIn(jsonOf(answer)) : null
    if (record === null || payment === null) return
    this.#ownIds.set(payment.record.id, String(record.id))
    this.#payments.set(record.id, payment)
  }

  /** An OTP that no recorded call submitted was submitted all the same if the transaction is PENDING or COMPLETED. */
  async #submitUnseenOtp(entry: Entry, payment: Payment): Promise<void> {
    const status = recordIn(jsonOf(entry.response))?.status
    const ownId = this.#ownIds.get(payment.record.id)
    if (!['PENDING', 'COMPLETED'].includes(String(status)) || ownId === undefined) return
    const isSeen = this.#conversation.calls.some(
      ({ entry: other, call, payment: of }) => call.is === 'otp' && of === payment && isAccepted(other),
    )
    const otp = isSeen ? null : textAt(await this.#control('GET', `/transactions/${ownId}`), 'otp')
    if (otp === null) return
    const headers = { authorization: this.#conversation.key, 'content-type': 'application/json' }
    const body = JSON.stringify({ id: ownId, otp })
    await this.#sandbox.fetch(otpPath, { method: 'POST', headers, body })
  }

  /** True for a call that is refused because an earlier one, whose answer was lost, had its reference. */
  #isAfterLost(entry: Entry): boolean {
    const reference = referenceIn(entry)
    if (reference === null || isAccepted(entry)) return false
    return this.#conversation.calls.some(
      ({ entry: other, call, payment }) =>
        call.is === 'create' &&
        payment === null &&
        isFault(other) &&
        other.at <= entry.at &&
        referenceIn(other) === reference,
    )
  }

  async #send(entry: Entry, path: string, payment: Payment | null): Promise<Answer | null> {
    const ownId = payment && this.#ownIds.get(payment.record.id)
    const sent = ownId ? path.replace(String(payment?.record.id), ownId) : path
    const scenario = this.#scenarioFor(entry, payment)
    const headers = {
      'content-type': entry.request.headers['content-type'] ?? 'application/json',
      ...(entry.request.headers.authorization === undefined
        ? {}
        : { authorization: entry.request.headers.authorization }),
      ...(scenario === null ? {} : { 'x-sandbox-scenario': scenario }),
    }
    const body = await this.#bodyOf(entry, path, ownId ?? null)
    const hasBody = body !== null && !['GET', 'HEAD'].includes(entry.method)
    try {
      const init = { method: entry.method, headers, ...(hasBody ? { body } : {}) }
      const response = await this.#sandbox.fetch(sent, init)
      return { status: response.status, body: await response.text() }
    } catch {
      return null
    }
  }

  /** The recorded body; for an OTP with the sandbox's own id and password in place of the recorded ones. */
  async #bodyOf({ request, status }: Entry, path: string, ownId: string | null): Promise<string | null> {
    const body = jsonOf(request)
    if (path !== otpPath || ownId === null || !isObject(body) || !textAt(body, 'otp')) return request.body
    const right = textAt(await this.#control('GET', `/transactions/${ownId}`), 'otp')
    const wrong = right === '000000' ? '000001' : '000000'
    const otp = isAccepted({ status }) ? (right ?? body.otp) : wrong
    return JSON.stringify({ ...body, ...('id' in body ? { id: ownId } : { transactionId: ownId }), otp })
  }

  /** The recorded outcome decides, but for what a setting of the sandbox decides (D32). */
  #scenarioFor(entry: Entry, payment: Payment | null): string | null {
    if (entry.method !== 'POST') return null
    const { name, by } = readScenarioHeader(entry.response.headers['x-sandbox-scenario'] ?? '') ?? {}
    const isChosen = name !== undefined && by !== 'business' && by !== 'file'
    if (isChosen && this.#scenarios.has(name) && entry.tookMs < longestAnswerMs) return name
    if (payment === null) return refusalScenario(entry)
    const status = textAt(payment.record, 'status')
    if (!flowHas(payment.flow, 'prompt')) return 'by-hand'
    return status === 'PENDING' ? pendingByHand : status === 'COMPLETED' ? 'paid-at-once' : 'by-hand'
  }

  async #end(payment: Payment, { status, record, at }: Ending): Promise<void> {
    const id = this.#ownIds.get(payment.record.id)
    if (id === undefined) return
    const own = textAt(await this.#control('GET', `/transactions/${id}`), 'status')
    const isLate = own === 'FAILED' && status === 'COMPLETED'
    if (own === 'COMPLETED' || (own === 'FAILED' && !isLate)) return
    const account = flowHas(payment.flow, 'account')
    const named = this.#results.of(record)
    const act = (action: string, body = {}) => this.#control('POST', `/transactions/${id}/${action}`, body)
    // What a setting decides is decided by the setting here (D32).
    const isOther = isOtherNetwork(payment, this.#settings) && isOtherEnd(status, named)
    if (this.#evidence.byHand.has(payment) && named !== null) {
      await act(named.name === 'expired' ? 'expire' : 'fail', named.name === 'expired' ? {} : { result: named.name })
    } else if (isOther && this.#settings.networkMismatch === 'fail') {
      await act('fail', { result: 'invalid_customer_account' })
    } else if (account && (status === 'COMPLETED' || named?.name === 'invalid_amount')) {
      await this.#transfer(payment, record, status)
    } else if (status === 'COMPLETED' || isOther) {
      await act('approve')
    } else if (named !== null && named.name !== 'otp_failed' && !(account && named.name === 'expired')) {
      await act('fail', { result: named.name })
    }
    await this.#advance(at)
  }

  /** A transfer of what was received; for a refused amount one of another sum than the one asked for (D30). */
  async #transfer({ record: created, asked }: Payment, record: Body, status: string): Promise<void> {
    const own = this.#ownAccount(created)
    const sum = Number(asked.amount)
    const amount = status === 'COMPLETED' ? Number(record.amount) : sum * 2
    if (own !== null && amount > 0) await this.#control('POST', `/virtual-accounts/${own}/transfers`, { amount })
  }

  #ownAccount({ id }: Body): string | null {
    const entry = this.#payments.get(this.#ownIds.get(id))?.create
    const answer = entry && this.#answers.get(entry)
    const account = answer && recordIn(jsonOf(answer))?.virtual_account
    return isObject(account) ? textAt(account, 'account_number') : null
  }

  async #receive(request: Request): Promise<Response> {
    const body = await request.text()
    const record = recordIn(jsonOf({ body }))
    const payment = this.#payments.get(record?.id)
    if (payment === undefined) return new Response()
    const own = this.#webhooks.get(payment) ?? []
    const answered = payment.webhooks[own.length]
    const contentType = request.headers.get('content-type')
    this.#webhooks.set(payment, [...own, { at: await this.#now(), contentType, body }])
    if (answered === undefined) return new Response()
    if (answered.status < 200) throw new Error('no answer')
    const wait = answered.response.headers['retry-after']
    return new Response(null, { status: answered.status, headers: wait === undefined ? {} : { 'retry-after': wait } })
  }

  /** The first balance that the recording shows is the wallet's (D22). */
  async #setWallets(entry: Entry, is: PlayedCall['call']['is'], payment: Payment | null): Promise<void> {
    const value = jsonOf(entry.response)
    const balances = is === 'balance' && Array.isArray(value) ? value.filter(isObject) : []
    for (const { currency, balance } of balances) await this.#setWallet(currency, balance, true)
    const record = recordIn(value)
    if (record && 'opening_balance' in record) await this.#setWallet(record.currency, record.opening_balance, true)
    const [recipient] = Array.isArray(jsonOf(entry.request)) ? [] : recipientsOf(entry)
    if (is !== 'create' || !isObject(recipient)) return
    const isPoor = textAt(isObject(value) ? value : null, 'message') === businessRules.insufficient_wallet_balance.text
    if (isPoor) await this.#setWallet(recipient.currency, 0, false)
    else if (payment !== null) await this.#setWallet(recipient.currency, Number(recipient.amount) * 2 + 1000, false)
  }

  async #setWallet(currency: unknown, balance: unknown, isSeen: boolean): Promise<void> {
    if (!isCurrencyCode(currency) || this.#seenWallets.has(currency)) return
    if (isSeen) this.#seenWallets.add(currency)
    await this.#control('PUT', `/wallets/${currency}`, { balance: Math.max(0, Number(balance)) })
  }

  /** An account or an OTP that expired in the recording may live longer here. */
  async #awaitExpiry(): Promise<void> {
    const isOpen = this.#conversation.payments.some(({ endings, record: { id } }) => {
      const own = this.#ownIds.has(id)
      const names = endings.map(({ record }) => this.#results.of(record)?.name ?? '')
      return own && names.some((name) => name === 'expired' || name === 'otp_failed')
    })
    if (isOpen) await this.#control('POST', '/clock/run-until-idle', { limit: '2d' })
  }
}

/** Returns the scenario that refuses as the recording does, for a refusal that no setting decides. */
function refusalScenario({ response }: Entry): string | null {
  const value = jsonOf(response)
  const body = isObject(value) ? value : null
  const message = textAt(body, 'message')
  if (message === businessRules.workflow_failed.text) return 'workflow-failed'
  if (body && 'provider_hook_response' in body) return 'provider-downtime'
  return message === businessRules.cannot_process.text ? 'cannot-process' : 'by-hand'
}

function referenceIn({ request }: Entry): string | null {
  const body = jsonOf(request)
  return isObject(body) ? textAt(body, 'reference') : null
}

/** The recipients of a payout. */
function recipientsOf({ request }: Pick<Entry, 'request'>): readonly unknown[] {
  const body = jsonOf(request)
  return isObject(body) && Array.isArray(body.recipients) ? body.recipients : []
}

function iso(at: number): string {
  return new Date(Math.min(at, lastMs)).toISOString()
}
