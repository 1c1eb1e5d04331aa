/** The state machine of a collection and its webhook, written again from the specification and D36. Times in sandbox ms. */
export interface Expected {
  readonly reference: string
  status: 'INITIATED' | 'COMPLETED' | 'FAILED'
  readonly settlesAt: number
  webhook: { attempts: number; state: 'none' | 'pending' | 'delivered' | 'exhausted'; dueAt: number }
}

export interface State {
  now: number
  readonly transactions: Map<string, Expected>
}

const settleMs = 3000
export const retryMs: readonly number[] = [5_000, 30_000, 120_000, 600_000, 3_600_000]

export class Model {
  state: State
  readonly #start: number
  readonly #retryMs: readonly number[]
  readonly #kept = new Map<string, State>()

  constructor(start: number, waits = retryMs) {
    this.#start = start
    this.#retryMs = waits
    this.state = { now: start, transactions: new Map() }
  }

  create(reference: string): boolean {
    if (this.state.transactions.has(reference)) return false
    const webhook = { attempts: 0, state: 'none', dueAt: 0 } as const
    const settlesAt = this.state.now + settleMs
    this.state.transactions.set(reference, { reference, status: 'INITIATED', settlesAt, webhook: { ...webhook } })
    return true
  }

  act(reference: string, status: 'COMPLETED' | 'FAILED'): boolean {
    const found = this.state.transactions.get(reference)
    if (found?.status !== 'INITIATED') return false
    settle(found, status, this.state.now)
    return true
  }

  /** The webhooks that arrive on the way, as `reference status attempt`. */
  advance(byMs: number, isAnswered: boolean): readonly string[] {
    const target = this.state.now + byMs
    const sent: string[] = []
    for (let at = this.#nextAt(); at <= target; at = this.#nextAt()) {
      this.state.now = Math.max(this.state.now, at)
      for (const one of this.state.transactions.values()) {
        if (one.status === 'INITIATED' && one.settlesAt <= at) settle(one, 'COMPLETED', at)
        const { webhook } = one
        if (webhook.state !== 'pending' || webhook.dueAt > at) continue
        webhook.attempts += 1
        sent.push(`${one.reference} ${one.status} ${webhook.attempts}`)
        const waitMs = this.#retryMs[webhook.attempts - 1]
        webhook.state = isAnswered ? 'delivered' : waitMs === undefined ? 'exhausted' : 'pending'
        webhook.dueAt = at + (waitMs ?? 0)
      }
    }
    this.state.now = target
    return sent
  }

  reset(): void {
    this.state = { now: this.#start, transactions: new Map() }
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

  statuses(): readonly string[] {
    return [...this.state.transactions.values()].map(({ reference, status }) => `${reference} ${status}`).sort()
  }

  #nextAt(): number {
    const dues = [...this.state.transactions.values()].map(({ status, settlesAt, webhook }) =>
      status === 'INITIATED' ? settlesAt : webhook.state === 'pending' ? webhook.dueAt : Number.POSITIVE_INFINITY,
    )
    return Math.min(Number.POSITIVE_INFINITY, ...dues)
  }
}

function settle(one: Expected, status: 'COMPLETED' | 'FAILED', at: number): void {
  one.status = status
  one.webhook = { attempts: 0, state: 'pending', dueAt: at }
}
