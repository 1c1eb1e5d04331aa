import { type FlowName, flows, type Late, type ModelPlan, type Partial, scenarios } from './model-scenarios.ts'
import {
  attempt,
  type Cuts,
  type ExpectedWebhook,
  iso,
  nameOf,
  nextOf,
  released,
  webhooksOf,
} from './model-webhooks.ts'

interface Expected {
  readonly reference: string
  readonly scenario: string
  readonly flow: FlowName
  readonly plan: ModelPlan
  readonly askedMinor: number
  readonly partial: Partial
  readonly late: Late
  readonly bearFee: State['bearFee']
  status: 'INITIATED' | 'PENDING' | 'COMPLETED' | 'FAILED'
  readonly createdAt: number
  updatedAt: number
  amountMinor: number
  feeMinor: number
  receivedMinor: number
  isExpired: boolean
  awaitsOtp: boolean
  hasRightOtp: boolean
  wrongOtps: number
  /** Steps of one moment run in the order in which they were planned. */
  planned: number
  /** Status queries, and those since the last final status. */
  queries: number
  queriesSince: number
  /** What is still to come, in the order in which it comes. */
  steps: Step[]
  readonly webhooks: ExpectedWebhook[]
}

type Step = { readonly at: number } & (
  | { readonly what: 'COMPLETED' | 'FAILED' | 'expire' }
  | { readonly what: 'pay'; readonly minor: number }
)

interface State {
  now: number
  partial: Partial
  late: Late
  bearFee: 'customer' | 'business'
  readonly walletsMinor: Record<string, number>
  readonly ledger: Record<string, Movement[]>
  readonly transactions: Map<string, Expected>
}

/** A change of a wallet; without a reference if its transaction was pruned. */
interface Movement {
  readonly reference: string | null
  readonly minor: number
  readonly at: number
}

/** What a mutation changes, so that the sandbox must be seen to differ. */
export interface Rules {
  readonly retryMs: readonly number[]
  readonly returnsPayouts: boolean
  /** The sum whose part the fee is. */
  readonly feeOf: 'received' | 'asked'
}

export const rules: Rules = {
  retryMs: [5_000, 30_000, 120_000, 600_000, 3_600_000],
  returnsPayouts: true,
  feeOf: 'received',
}
const lifetimeMs = 1_800_000
const otpLifetimeMs = 300_000
const mostWrongOtps = 3
const openingMinor = 100_000_000

export type Action = 'approve' | 'decline' | 'ignore' | 'expire' | 'fail'
export type Sum = 'due' | 'short' | 'over'

/** The three flows, their webhooks and wallets, written again from the specification and its decisions. Times in sandbox ms. */
export class Model {
  state: State
  readonly #start: number
  readonly #rules: Rules
  readonly #kept = new Map<string, State>()
  #plans = 0

  constructor(start: number, followed: Rules) {
    this.#start = start
    this.#rules = followed
    this.state = this.#fresh()
  }

  /** The status of the answer, or the message of the refusal. */
  create({ reference, flow, scenario, askedMinor, at = this.state.now }: Creation): string {
    const plan = scenarios[flow][scenario] ?? {}
    const { isOut, currency, percent } = flows[flow]
    const { now, partial, late, bearFee, walletsMinor } = this.state
    if (plan.refuses !== undefined) return plan.refuses
    if (this.state.transactions.has(reference)) return 'Duplicate reference'
    const feeMinor = feeOf(askedMinor, percent)
    if (isOut && (walletsMinor[currency] ?? 0) < askedMinor + feeMinor) return 'Insufficient wallet balance'
    if (isOut) this.#post(currency, reference, -(askedMinor + feeMinor))
    const awaitsOtp = plan.hasOtp === true
    const status = plan.answersPending ? 'PENDING' : 'INITIATED'
    const policies = { partial: plan.partial ?? partial, late: plan.late ?? late, bearFee }
    const sums = { askedMinor, amountMinor: askedMinor, feeMinor, receivedMinor: 0 }
    const steps = stepsOf(flow, plan, now, askedMinor)
    const otp = { awaitsOtp, hasRightOtp: false, wrongOtps: 0 }
    const counts = { isExpired: false, ...otp, queries: 0, queriesSince: 0 }
    const kind = { reference, scenario, flow, plan, createdAt: at, updatedAt: at, planned: this.#plans++ }
    this.state.transactions.set(reference, { ...kind, status, ...policies, ...sums, ...counts, steps, webhooks: [] })
    return status
  }

  /** Returns false if the state does not allow it. */
  act(reference: string, action: Action): boolean {
    const one = this.#find(reference)
    if (one === null || isFinal(one) || !allows(one, action)) return false
    one.steps = one.steps.filter(({ what }) => what !== 'pay')
    if (action === 'approve' && one.flow === 'account') this.#pay(one, dueOf(one))
    else if (action === 'expire') this.#expire(one)
    else this.#settle(one, action === 'approve' ? 'COMPLETED' : 'FAILED')
    return true
  }

  /** Returns what it came to. */
  pay(reference: string, sum: Sum): string | null {
    const one = this.#find(reference)
    return one === null ? null : this.#pay(one, minorOf(one, sum))
  }

  sumOf(reference: string, sum: Sum): number {
    const one = this.#find(reference)
    return one === null ? 0 : minorOf(one, sum)
  }

  /** The message of the refusal, or PENDING. */
  submitOtp(reference: string, isRight: boolean): string {
    const one = this.#find(reference)
    if (one === null) return 'Transaction not found'
    if (!one.awaitsOtp || isFinal(one)) return 'Transaction is not awaiting an OTP'
    one.updatedAt = this.state.now
    if (isRight) {
      one.awaitsOtp = false
      one.hasRightOtp = true
      one.status = 'PENDING'
      one.steps = endsOf(one.plan, this.state.now)
      one.planned = this.#plans++
      return 'PENDING'
    }
    one.wrongOtps += 1
    if (one.wrongOtps === mostWrongOtps) this.#settle(one, 'FAILED')
    return 'Invalid OTP'
  }

  set(settings: Pick<State, 'partial' | 'late' | 'bearFee'>): void {
    Object.assign(this.state, settings)
  }

  /** Runs to so many milliseconds from now. Returns what the merchant sees, each as what it says and its attempt. */
  advance(byMs: number, isAnswered: boolean, cuts: Cuts = new Set()): readonly string[] {
    const target = this.state.now + byMs
    const sent: string[] = []
    for (let at = this.#nextAt(); at <= target; at = this.#nextAt()) {
      this.state.now = Math.max(this.state.now, at)
      const { now, transactions } = this.state
      for (const one of [...transactions.values()].sort((first, second) => first.planned - second.planned)) {
        for (let [step] = one.steps; step && step.at <= now; [step] = one.steps) {
          one.steps = one.steps.slice(1)
          this.#take(one, step)
        }
      }
      const all = [...transactions.values()].flatMap(({ webhooks }) => webhooks)
      const due = all.filter(({ state, dueAt }) => state === 'pending' && dueAt <= now)
      for (const webhook of [...due, ...released(all, now)]) sent.push(...this.#send(webhook, { isAnswered, cuts }))
    }
    this.state.now = target
    return sent
  }

  /** One more attempt of a webhook, in any state. Returns whether the merchant sees it. */
  replay(name: string, isAnswered: boolean): readonly string[] {
    for (const { webhooks } of this.state.transactions.values()) {
      for (const [copy, webhook] of webhooks.entries()) {
        if (nameOf(webhook, copyOf(webhooks, copy)) !== name) continue
        return this.#send(webhook, { isAnswered, isReplay: true })
      }
    }
    throw new Error(`The model has no webhook ${name}`)
  }

  /** Deletes what is over, and says how many transactions and webhooks. */
  prune(): readonly [transactions: number, webhooks: number] {
    const { transactions, now } = this.state
    const isDone = ({ state, dueAt, askedUntil }: ExpectedWebhook) =>
      state === 'dropped' || (/delivered|exhausted/.test(state) && dueAt <= now && askedUntil <= now)
    const gone = [...transactions.values()].filter((one) => {
      return isFinal(one) && one.steps.length === 0 && one.webhooks.every(isDone)
    })
    for (const { reference } of gone) transactions.delete(reference)
    const names = new Set<string | null>(gone.map(({ reference }) => reference))
    for (const movements of Object.values(this.state.ledger))
      movements.splice(0, movements.length, ...carried(movements, names))
    return [gone.length, gone.flatMap(({ webhooks }) => webhooks).length]
  }

  reset(): void {
    this.state = this.#fresh()
  }

  keep(name: string): void {
    this.#kept.set(name, structuredClone(this.state))
  }

  restore(name: string): boolean {
    const kept = this.#kept.get(name)
    if (kept === undefined) return false
    this.state = structuredClone(kept)
    return true
  }

  /** The world, to go back to it. */
  saved(): State {
    return structuredClone(this.state)
  }

  /** What a status query says of a transaction; null if there is none. */
  query(reference: string): string | null {
    const one = this.#find(reference)
    if (one === null) return null
    one.queries += 1
    const held = one.webhooks.filter(({ state, plan }) => state === 'held' && plan.queries)
    const [first] = held
    if (!isFinal(one) || !first?.plan.queries) return saying(one)
    one.queriesSince += 1
    const { count, thenMs } = first.plan.queries
    if (one.queriesSince < count) return saying(one)
    for (const webhook of held) Object.assign(webhook, { state: 'pending', dueAt: this.state.now + thenMs })
    return saying(one)
  }

  /** How often each of these happened to a transaction. */
  happened(reference: string): Readonly<Record<string, number>> {
    const one = this.#find(reference)
    if (one === null) return {}
    return {
      created: 1,
      otp_accepted: Number(one.hasRightOtp),
      otp_refused: one.wrongOtps,
      status_queried: one.queries,
    }
  }

  records(): readonly string[] {
    return [...this.state.transactions.values()].map(saying)
  }

  /** The movements of a wallet, the oldest first. */
  ledger(currency: string): readonly string[] {
    const movements = this.state.ledger[currency] ?? []
    return movements.map(({ reference, minor, at }) => `${reference} ${minor / 100} ${iso(at)}`)
  }

  /** Each webhook with its state and the answers to its attempts. */
  webhooks(): readonly string[] {
    return [...this.state.transactions.values()].flatMap(({ webhooks }) =>
      webhooks.map((one, index) => {
        return `${nameOf(one, copyOf(webhooks, index))} ${one.state} [${one.answers.map(String)}]`
      }),
    )
  }

  #fresh(): State {
    const walletsMinor = { GHS: openingMinor, NGN: openingMinor }
    const settings = { partial: 'accept', late: 'ignore', bearFee: 'customer' } as const
    const ledger = { GHS: [], NGN: [] }
    return { now: this.#start, ...settings, walletsMinor, ledger, transactions: new Map() }
  }

  #find(reference: string): Expected | null {
    return this.state.transactions.get(reference) ?? null
  }

  #post(currency: string, reference: string, minor: number): void {
    this.state.ledger[currency]?.push({ reference, minor, at: this.state.now })
    this.state.walletsMinor[currency] = (this.state.walletsMinor[currency] ?? 0) + minor
  }

  #take(one: Expected, step: Step): void {
    if (step.what === 'pay') this.#pay(one, step.minor)
    else if (step.what === 'expire') this.#expire(one)
    else this.#settle(one, step.what)
  }

  #expire(one: Expected): void {
    one.isExpired = one.flow === 'account'
    this.#settle(one, 'FAILED')
  }

  /** D30: what a transfer does, before and after the account expired. */
  #pay(one: Expected, minor: number): string {
    const isLate = isFinal(one)
    if (isLate && !(one.status === 'FAILED' && one.isExpired && one.late === 'accept')) return 'not taken'
    const sum = one.receivedMinor + minor
    if (one.partial === 'hold' && sum < one.askedMinor) {
      one.updatedAt = this.state.now
      one.receivedMinor = sum
      return 'held'
    }
    if (one.partial !== 'fail' || minor === one.askedMinor) {
      this.#complete(one, sum)
      return isLate
        ? 'taken late'
        : sum < one.askedMinor
          ? 'taken short'
          : sum > one.askedMinor
            ? 'taken over'
            : 'taken'
    }
    if (isLate) return 'not taken'
    one.receivedMinor = sum
    this.#settle(one, 'FAILED')
    return 'failed'
  }

  #complete(one: Expected, sum: number): void {
    const feeMinor = feeOf(this.#rules.feeOf === 'received' ? sum : one.askedMinor, flows[one.flow].percent)
    Object.assign(one, { receivedMinor: sum, amountMinor: sum, feeMinor })
    this.#settle(one, 'COMPLETED')
  }

  /** D21, D22: no fee on failure; a payout that failed comes back, a collection that succeeded comes in. */
  #settle(one: Expected, status: 'COMPLETED' | 'FAILED'): void {
    const { isOut, currency } = flows[one.flow]
    const { askedMinor, feeMinor } = one
    if (isOut && status === 'FAILED' && this.#rules.returnsPayouts)
      this.#post(currency, one.reference, askedMinor + feeMinor)
    const borneMinor = one.bearFee === 'business' ? feeMinor : 0
    if (!isOut && status === 'COMPLETED') this.#post(currency, one.reference, one.amountMinor - borneMinor)
    one.status = status
    one.updatedAt = this.state.now
    if (status === 'FAILED') one.feeMinor = 0
    one.steps = one.steps.filter(({ what }) => what === 'pay')
    one.queriesSince = 0
    const { reference, scenario, plan } = one
    one.webhooks.push(
      ...webhooksOf({ reference, says: saying(one), scenario, plan: plan.webhook ?? {} }, this.state.now),
    )
  }

  #send(
    webhook: ExpectedWebhook,
    { isAnswered, cuts = new Set(), isReplay = false }: { isAnswered: boolean; cuts?: Cuts; isReplay?: boolean },
  ): readonly string[] {
    const { now, transactions } = this.state
    const own = transactions.get(webhook.reference)?.webhooks ?? []
    const name = nameOf(webhook, copyOf(own, own.indexOf(webhook)))
    while (cuts.has(`${name} ${webhook.answers.length + 1}`)) webhook.answers.push('cut')
    const isSeen = attempt(webhook, { now, isAnswered, retryMs: this.#rules.retryMs, isReplay })
    return isSeen ? [`${webhook.says} ${webhook.answers.length}`] : []
  }

  #nextAt(): number {
    let next = Number.POSITIVE_INFINITY
    for (const { steps, webhooks } of this.state.transactions.values()) {
      for (const { at } of steps) next = Math.min(next, at)
      for (const webhook of webhooks) next = Math.min(next, nextOf(webhook))
    }
    return next
  }
}

export interface Creation {
  readonly reference: string
  readonly flow: FlowName
  readonly scenario: string
  readonly askedMinor: number
  /** The time within an advance; else the clock's. */
  readonly at?: number
}

function stepsOf(flow: FlowName, plan: ModelPlan, now: number, askedMinor: number): Step[] {
  if (plan.hasOtp) return [{ at: now + otpLifetimeMs, what: 'expire' }]
  if (flow !== 'account') return endsOf(plan, now)
  const pays = (plan.pays ?? []).map(([percent, afterMs]): Step => {
    return { at: now + afterMs, what: 'pay', minor: Math.round((askedMinor * percent) / 100) }
  })
  return [...pays, { at: now + lifetimeMs, what: 'expire' } as const].sort((one, other) => one.at - other.at)
}

function endsOf({ ends }: ModelPlan, since: number): Step[] {
  return ends === undefined ? [] : [{ at: since + ends[0], what: ends[1] }]
}

function allows(one: Expected, action: Action): boolean {
  if (action === 'fail') return true
  if (action === 'expire') return one.flow === 'account' || one.awaitsOtp
  if (one.awaitsOtp) return false
  return action === 'approve' || one.flow === 'mobileMoney'
}

function isFinal({ status }: Expected): boolean {
  return status === 'COMPLETED' || status === 'FAILED'
}

/** The number of a webhook among equal ones. */
function copyOf(webhooks: readonly ExpectedWebhook[], index: number): number {
  return webhooks.slice(0, index).filter(({ says }) => says === webhooks[index]?.says).length
}

function dueOf({ askedMinor, receivedMinor }: Expected): number {
  return receivedMinor < askedMinor ? askedMinor - receivedMinor : askedMinor
}

function minorOf(one: Expected, sum: Sum): number {
  if (sum === 'due') return dueOf(one)
  return sum === 'short' ? one.askedMinor * 0.4 : one.askedMinor * 2
}

/** In hundredths of a percent, so that half a minor unit is exact. */
function feeOf(minor: number, percent: number): number {
  return Math.floor((minor * percent * 100 + 5000) / 10_000)
}

/** The movements of what was pruned become one where they stand in a row. */
function carried(movements: readonly Movement[], gone: ReadonlySet<string | null>): Movement[] {
  const all: Movement[] = []
  for (const { reference, minor, at } of movements) {
    const before = all.at(-1)
    const isGone = reference === null || gone.has(reference)
    if (isGone && before?.reference === null) all.splice(-1, 1, { reference: null, minor: before.minor + minor, at })
    else all.push({ reference: isGone ? null : reference, minor, at })
  }
  return all
}

function saying({ reference, status, amountMinor, feeMinor, createdAt, updatedAt }: Expected): string {
  return `${reference} ${status} ${amountMinor / 100} ${feeMinor / 100} ${iso(createdAt)} ${iso(updatedAt)}`
}
