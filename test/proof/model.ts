import { type FlowName, flows, type Late, type ModelPlan, type Partial, scenarios } from './model-scenarios.ts'

/** A webhook: its bytes do not change, so neither does what it says. */
interface Webhook {
  readonly says: string
  attempts: number
  state: 'pending' | 'delivered' | 'exhausted' | 'dropped'
  dueAt: number
}

interface Expected {
  readonly reference: string
  readonly flow: FlowName
  readonly plan: ModelPlan
  readonly askedMinor: number
  readonly partial: Partial
  readonly late: Late
  status: 'INITIATED' | 'PENDING' | 'COMPLETED' | 'FAILED'
  amountMinor: number
  feeMinor: number
  receivedMinor: number
  isExpired: boolean
  awaitsOtp: boolean
  wrongOtps: number
  /** What is still to come, in the order in which it comes. */
  steps: Step[]
  readonly webhooks: Webhook[]
}

type Step = { readonly at: number } & (
  | { readonly what: 'COMPLETED' | 'FAILED' | 'expire' }
  | { readonly what: 'pay'; readonly minor: number }
)

interface State {
  now: number
  partial: Partial
  late: Late
  readonly walletsMinor: Record<string, number>
  readonly transactions: Map<string, Expected>
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

  constructor(start: number, followed: Rules) {
    this.#start = start
    this.#rules = followed
    this.state = this.#fresh()
  }

  /** The status of the answer, or the message of the refusal. */
  create({ reference, flow, scenario, askedMinor }: Creation): string {
    const plan = scenarios[flow][scenario] ?? {}
    const { isOut, currency, percent } = flows[flow]
    const { now, partial, late, walletsMinor } = this.state
    if (plan.refuses !== undefined) return plan.refuses
    if (this.state.transactions.has(reference)) return 'Duplicate reference'
    const feeMinor = feeOf(askedMinor, percent)
    if (isOut && (walletsMinor[currency] ?? 0) < askedMinor + feeMinor) return 'Insufficient wallet balance'
    if (isOut) this.#post(currency, -(askedMinor + feeMinor))
    const awaitsOtp = plan.hasOtp === true
    const status = plan.answersPending ? 'PENDING' : 'INITIATED'
    const policies = { partial: plan.partial ?? partial, late: plan.late ?? late }
    const sums = { askedMinor, amountMinor: askedMinor, feeMinor, receivedMinor: 0 }
    const steps = stepsOf(flow, plan, now, askedMinor)
    const counts = { isExpired: false, awaitsOtp, wrongOtps: 0 }
    const one: Expected = { reference, flow, plan, status, ...policies, ...sums, ...counts, steps, webhooks: [] }
    this.state.transactions.set(reference, one)
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
    if (isRight) {
      one.awaitsOtp = false
      one.status = 'PENDING'
      one.steps = endsOf(one.plan, this.state.now)
      return 'PENDING'
    }
    one.wrongOtps += 1
    if (one.wrongOtps === mostWrongOtps) this.#settle(one, 'FAILED')
    return 'Invalid OTP'
  }

  set(partial: Partial, late: Late): void {
    Object.assign(this.state, { partial, late })
  }

  /** The webhooks that arrive on the way, each as what it says and its attempt. */
  advance(byMs: number, isAnswered: boolean): readonly string[] {
    const target = this.state.now + byMs
    const sent: string[] = []
    for (let at = this.#nextAt(); at <= target; at = this.#nextAt()) {
      this.state.now = Math.max(this.state.now, at)
      for (const one of this.state.transactions.values()) {
        for (let [step] = one.steps; step && step.at <= at; [step] = one.steps) {
          one.steps = one.steps.slice(1)
          this.#take(one, step)
        }
        for (const webhook of one.webhooks) if (isDue(webhook, at)) sent.push(this.#send(webhook, at, isAnswered))
      }
    }
    this.state.now = target
    return sent
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

  /** What a record says of a transaction; null if there is none. */
  said(reference: string): string | null {
    const one = this.#find(reference)
    return one === null ? null : saying(one)
  }

  all(): { readonly records: readonly string[]; readonly webhooks: readonly string[] } {
    const transactions = [...this.state.transactions.values()]
    return {
      records: transactions.map(saying),
      webhooks: transactions.flatMap(({ webhooks }) =>
        webhooks.map(({ says, state, attempts }) => `${says} ${state} ${attempts}`),
      ),
    }
  }

  #fresh(): State {
    const walletsMinor = { GHS: openingMinor, NGN: openingMinor }
    return { now: this.#start, partial: 'accept', late: 'ignore', walletsMinor, transactions: new Map() }
  }

  #find(reference: string): Expected | null {
    return this.state.transactions.get(reference) ?? null
  }

  #post(currency: string, minor: number): void {
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
    if (isOut && status === 'FAILED' && this.#rules.returnsPayouts) this.#post(currency, askedMinor + feeMinor)
    if (!isOut && status === 'COMPLETED') this.#post(currency, one.amountMinor)
    one.status = status
    if (status === 'FAILED') one.feeMinor = 0
    one.steps = one.steps.filter(({ what }) => what === 'pay')
    const state = one.plan.hasNoWebhook ? 'dropped' : 'pending'
    one.webhooks.push({ says: saying(one), attempts: 0, state, dueAt: this.state.now })
  }

  #send(webhook: Webhook, at: number, isAnswered: boolean): string {
    webhook.attempts += 1
    const waitMs = this.#rules.retryMs[webhook.attempts - 1]
    webhook.state = isAnswered ? 'delivered' : waitMs === undefined ? 'exhausted' : 'pending'
    webhook.dueAt = at + (waitMs ?? 0)
    return `${webhook.says} ${webhook.attempts}`
  }

  #nextAt(): number {
    let next = Number.POSITIVE_INFINITY
    for (const { steps, webhooks } of this.state.transactions.values()) {
      for (const { at } of steps) next = Math.min(next, at)
      for (const { state, dueAt } of webhooks) if (state === 'pending') next = Math.min(next, dueAt)
    }
    return next
  }
}

export interface Creation {
  readonly reference: string
  readonly flow: FlowName
  readonly scenario: string
  readonly askedMinor: number
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

function isDue({ state, dueAt }: Webhook, at: number): boolean {
  return state === 'pending' && dueAt <= at
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

function saying({ reference, status, amountMinor, feeMinor }: Expected): string {
  return `${reference} ${status} ${amountMinor / 100} ${feeMinor / 100}`
}
