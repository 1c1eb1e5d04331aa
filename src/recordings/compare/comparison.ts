import { parseDuration } from '../../domain/duration.ts'
import { isObject } from '../../domain/json.ts'
import type { Settings } from '../../domain/settings.ts'
import { flowHas, isMobileMoney, isPayout } from '../../domain/transaction.ts'
import { type Body, type Call, jsonOf, recordIn, textAt } from '../read/calls.ts'
import {
  type Conversation,
  type Ending,
  isAccepted,
  isFault,
  isRefusedKey,
  lifeOf,
  type Payment,
} from '../read/conversation.ts'
import type { Entry } from '../read/recording.ts'
import { compareReads } from './compare-reads.ts'
import { compareRecord } from './compare-record.ts'
import { type About, compareRefusal } from './compare-refusal.ts'
import { compareDelivery, compareRetries, seriesOf } from './compare-webhooks.ts'
import { type Fact, type Form, type Stated, shown } from './fact.ts'
import { isAbout, roundedDuration } from './near-times.ts'
import { isOtherEnd, isOtherNetwork } from './other-network.ts'
import type { Answer, OwnWebhook, Played } from './play.ts'
import { type NamedResult, type ResultNames, resultIn } from './result.ts'
import type { Decision } from './rows.ts'

/** Everything that a recording shows beside what the sandbox did, in the order of time. */
export class Comparison {
  readonly facts: Fact[] = []
  readonly #conversation: Conversation
  readonly #played: Played
  readonly #results: ResultNames
  /** Transactions that went another way, and the decision that explains it. */
  readonly #astray = new Map<Payment, Decision | 'unknown'>()
  /** How late the webhook came that came soonest after its payment's end. */
  readonly #leastLate: number
  readonly #counted = new Map<string, Fact>()
  /** The first difference about money, which balances follow. */
  #money: Decision | 'unknown' | null = null

  constructor(conversation: Conversation, played: Played, results: ResultNames) {
    this.#conversation = conversation
    this.#played = played
    this.#results = results
    for (const call of conversation.calls) this.#call(call)
    this.#leastLate = conversation.payments
      .flatMap((payment) =>
        payment.webhooks.map((hook) => ({ payment, record: recordIn(jsonOf(hook.request)) ?? {}, at: hook.at })),
      )
      .reduce((least, one) => Math.min(least, this.#lateness(one)), Number.POSITIVE_INFINITY)
    for (const payment of conversation.payments) this.#webhooks(payment)
  }

  #state(entry: Entry, stated: Iterable<Stated>, payment: Payment | null = null): void {
    const { key } = this.#conversation
    let follows = payment === null ? null : (this.#astray.get(payment) ?? null)
    for (const { real, own, vote = null, of = null, ...rest } of stated) {
      const isStatus = of === 'status'
      const isConsequence = !rest.isSame && follows !== null && follows !== rest.decision
      const isMoney = rest.decision === 'D22'
      if (isMoney && !rest.isSame && this.#isUnderWay(entry)) continue
      const after = isConsequence ? follows : isMoney && !rest.isSame ? this.#money : null
      if (rest.isSame) {
        this.#same({ ...rest, key, entry, real: '', own: '', vote, follows: null })
        continue
      }
      this.facts.push({ ...rest, key, entry, real: shown(real), own: shown(own), vote, follows: after })
      if (after !== null) continue
      const cause = rest.decision ?? 'unknown'
      if (isStatus) follows = cause
      if (isStatus && payment !== null) this.#astray.set(payment, cause)
      if (isStatus || rest.decision === 'D21' || of === 'amount') this.#money ??= cause
      // A fee follows the amount.
      if (of === 'amount') follows = cause
    }
  }

  /** What is the same is counted only: a long recording has a million of such facts. */
  #same(fact: Fact): void {
    const name = JSON.stringify([fact.decision, fact.vote])
    const counted = this.#counted.get(name) ?? fact
    this.#counted.set(name, counted)
    this.facts.push(counted)
  }

  /** True if a transaction can have moved a balance unseen: it is still open, or the answer to its create call was lost. */
  #isUnderWay({ at }: Entry): boolean {
    const { calls, payments } = this.#conversation
    const isOpen = payments.some(({ create, endings: [ending] }) => {
      return create.at <= at && (ending === undefined || ending.entry.at >= at)
    })
    return (
      isOpen ||
      calls.some(({ entry, call, payment }) => {
        return call.is === 'create' && payment === null && entry.at <= at && (isAccepted(entry) || isFault(entry))
      })
    )
  }

  #call({ entry, call, payment }: Conversation['calls'][number]): void {
    const own = this.#played.answers.get(entry)
    const isUnknown = call.is === 'unknown' && isAccepted(entry)
    const isAnswered = isAccepted(entry) || (entry.status >= 400 && !isFault(entry))
    if (own === undefined) this.#fault(entry)
    else if (isAccepted(entry) && isAccepted(own)) this.#accepted(entry, own, call, payment)
    else if (isAnswered && !isUnknown) this.#refused(entry, own, call, payment)
  }

  #refused(entry: Entry, own: Answer, call: Call, payment: Payment | null): void {
    const about = this.#about(entry, call, payment)
    const before = this.facts.length
    this.#state(entry, compareRefusal(entry, own, about), payment)
    // The sandbox accepted the key.
    if (entry.status === 401 && own.status !== 401) this.#fault(entry)
    const difference = this.facts.slice(before).find(({ isSame }) => !isSame)
    if (call.is === 'create' && difference && isAccepted(entry) !== isAccepted(own)) {
      this.#money ??= difference.decision ?? 'unknown'
      if (payment !== null) this.#astray.set(payment, difference.decision ?? 'unknown')
    }
  }

  /** What the sandbox did not answer too: the body is compared with what it answers to the same fault. */
  #fault(entry: Entry): void {
    const body = jsonOf(entry.response)
    const known = faults[entry.status]
    if (known === undefined || !isObject(body)) return
    const [decision, messages] = known
    const message = textAt(body, 'message') ?? ''
    const own = messages.find((text) => text === message) ?? messages[0]
    this.#state(entry, [{ decision, what: `body of a ${entry.status}`, isSame: own === message, real: message, own }])
  }

  #about(entry: Entry, call: Call, payment: Payment | null): About {
    const asked = payment?.asked ?? jsonOf(entry.request)
    const body = isObject(asked) ? asked : null
    const name = `${entry.method} ${call.is === 'query' ? '/payments/{id}' : call.path.split('?')[0]}`
    const isOther =
      body !== null && call.is === 'create' && isOtherNetwork({ flow: call.flow, asked: body }, this.#played.settings)
    const base = this.#conversation.bases.get(entry.url.host) ?? ''
    const isRefused = entry.request.headers.authorization === this.#conversation.key && isRefusedKey(this.#conversation)
    return {
      ...{ name, call, asked: body, base },
      ...{ isOtherNetwork: isOther, isRefusedKey: isRefused, request: entry.request.body },
    }
  }

  #accepted(entry: Entry, own: Answer, call: Call, payment: Payment | null): void {
    const [value, ownValue] = [jsonOf(entry.response), jsonOf(own)]
    if (value === undefined) return
    if (call.is === 'create') this.#created(entry, own, payment)
    const [record, ownRecord] = [recordIn(value), recordIn(ownValue)]
    if (record !== null && ownRecord !== null && payment !== null) {
      const form = call.is === 'query' ? 'final' : 'create'
      const isQuery = call.is === 'query'
      const where = isQuery ? 'status queries' : call.is === 'otp' ? 'answers to OTPs' : 'create answers'
      const stated = compareRecord(this.#pair(payment, form, record, ownRecord), where)
      this.#state(entry, stated, payment)
    } else {
      this.#state(entry, compareReads(call.is, value, ownValue))
    }
  }

  #created(entry: Entry, own: Answer, payment: Payment | null): void {
    const vote = { setting: 'createdStatus', value: entry.status } as const
    const isSame = entry.status === own.status
    this.#state(entry, [
      { decision: 'D1', what: 'status of create calls', isSame, real: entry.status, own: own.status, vote },
    ])
    const areLists = [entry.response, own].map((answer) => Array.isArray(jsonOf(answer)))
    const [real, ours] = areLists.map((isList) => Symbol(isList ? 'a list of one' : 'an object'))
    const isSameShape = areLists[0] === areLists[1]
    if (payment && isPayout(payment.flow) && isMobileMoney(payment.flow)) {
      this.#state(entry, [{ decision: 'D28', what: 'answer', isSame: isSameShape, real, own: ours }], payment)
    } else if (!isSameShape) {
      this.#state(entry, [{ decision: null, what: 'answer to create calls', isSame: false, real, own: ours }], payment)
    }
  }

  #pair(payment: Payment, form: Form, real: Body, own: Body) {
    const result: NamedResult | null = resultIn(real) === null ? null : this.#results.of(real)
    const isByHand = this.#played.evidence.byHand.has(payment)
    const isOther = !isByHand && isOtherNetwork(payment, this.#played.settings) && isOtherEnd(real.status, result)
    return { payment, form, real, own, result, isOtherNetwork: isOther, isByHand }
  }

  #webhooks(payment: Payment): void {
    const own = this.#played.webhooks.get(payment) ?? []
    const { key, endsAt } = this.#conversation
    if (!this.#isPlayed(payment)) return
    if (payment.webhooks.length === 0) this.#withoutWebhook(payment)
    for (const [index, series] of seriesOf(payment, own).entries()) {
      const [first] = series.real
      const [ownFirst] = series.own
      if (first === undefined) continue
      if (ownFirst === undefined) {
        this.#missing(payment, first, index)
        continue
      }
      const [record, ownRecord] = [recordIn(jsonOf(first.request)), recordIn(jsonOf(ownFirst))]
      if (record === null || ownRecord === null) continue
      this.#expiry(payment, { entry: first, record, at: first.at }, ownFirst)
      this.#state(first, compareRecord(this.#pair(payment, 'final', record, ownRecord), 'webhooks'), payment)
      for (const webhook of series.real.slice(0, 1))
        this.#state(webhook, compareDelivery(webhook, ownFirst, key, this.#played.settings))
      if (!this.#astray.has(payment) && this.#lateness({ payment, record, at: first.at }) <= this.#leastLate + 1000)
        this.#state(series.real.at(-1) ?? first, compareRetries(series, endsAt, this.#played.settings))
    }
  }

  /** By how much a webhook came later than its record says that the payment ended. */
  #lateness({ payment: { create }, record, at }: { payment: Payment; record: Body; at: number }): number {
    return at - create.at - create.tookMs - (lifeOf(record) ?? Number.POSITIVE_INFINITY)
  }

  #isPlayed({ create }: Payment): boolean {
    const answer = this.#played.answers.get(create)
    return answer !== undefined && isAccepted(answer)
  }

  #withoutWebhook(payment: Payment): void {
    const { asked, endings } = payment
    const [ending] = endings
    if (ending !== undefined) this.#expiry(payment, ending, null)
    if (ending === undefined || asked.callbackURL || this.#played.settings.callbackUrl !== null) return
    this.#state(ending.entry, [{ decision: 'D37', what: 'webhooks', isSame: true, real: undefined, own: undefined }])
  }

  /** A webhook that the sandbox did not send: it is in another state. */
  #missing(payment: Payment, webhook: Entry, index: number): void {
    const record = recordIn(jsonOf(webhook.request)) ?? {}
    const isLate = flowHas(payment.flow, 'account') && index > 0 && record.status === 'COMPLETED'
    const vote = isLate ? ({ setting: 'lateTransfers', value: 'accept' } as const) : null
    const name = this.#results.of(record)?.name
    const decision = flowHas(payment.flow, 'account') ? 'D30' : name === 'otp_failed' ? 'D26' : null
    this.#state(
      webhook,
      [
        {
          decision,
          what: 'status in webhooks',
          of: 'status',
          isSame: false,
          real: record.status,
          own: Symbol('no webhook'),
          vote,
        },
      ],
      payment,
    )
  }

  /** How long an account or an OTP lived (D26, D30). */
  #expiry(
    payment: Payment,
    { entry, record, at }: Pick<Ending, 'entry' | 'record' | 'at'>,
    own: OwnWebhook | null,
  ): void {
    const result = this.#results.of(record)
    const isAccount = flowHas(payment.flow, 'account') && result?.name === 'expired'
    const isOtp =
      result?.name === 'otp_failed' &&
      !this.#conversation.calls.some(({ call, payment: of }) => call.is === 'otp' && of === payment)
    if ((!isAccount && !isOtp) || this.#played.evidence.byHand.has(payment)) return
    // The record's own times are the service's; a query sees it later, and a webhook can come late.
    const life = lifeOf(record) ?? (own === null ? null : at - payment.create.at)
    const settled: Settings = this.#played.settings
    const usual = isAccount ? parseDuration(settled.accountLifetime) : null
    const ownLife = own === null ? usual : own.at - payment.create.at
    if (life === null || ownLife === null) return
    const isSame = isAbout(life, ownLife) || isAbout(life, usual ?? ownLife)
    const vote = isAccount ? ({ setting: 'accountLifetime', value: roundedDuration(life) } as const) : null
    const what = isAccount ? 'life of an account' : 'life of an OTP'
    const [real, ours] = [Symbol(roundedDuration(life)), Symbol(roundedDuration(ownLife))]
    this.#state(entry, [{ decision: isAccount ? 'D30' : 'D26', what, isSame, real, own: ours, vote }])
  }
}

const faults: Readonly<Record<number, readonly [Decision, readonly string[]]>> = {
  401: ['D3', ['Authentication failed due to invalid api_key']],
  429: ['D13', ['Too many requests']],
  500: ['D13', ['Internal server error']],
  503: ['D42', ['Storage is not available', 'Service is not available']],
}
