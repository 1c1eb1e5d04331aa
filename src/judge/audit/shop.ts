import { jsonIn, valueAtPointer } from '../../domain/json.ts'
import { printable } from '../../text.ts'
import type { Ask } from '../books/ask-address.ts'
import { isUntrusted, reasonOf } from '../books/not-checked.ts'
import { startOf } from '../books/start-of.ts'
import { within } from '../books/within.ts'
import { unaskedText } from '../rules/books.ts'
import type { AuditPlan, Placing, Subject } from './plan.ts'

/** A shop that cannot be audited, and what to do; rows that are there stand. */
export class AuditImpossible extends Error {
  /** `answer`: what the shop answered instead, or the start of it. */
  constructor(why: string, answer?: string) {
    super(unaskedText({ why, answer }))
    this.name = 'AuditImpossible'
  }
}

/** Limits for an order, for the answer to a webhook, and for any sign of life, in real milliseconds. */
const orderMs = 30_000
const answerMs = 10_000
const signMs = 2000

interface Posted {
  readonly body: string
  readonly headers?: Readonly<Record<string, string>>
}

/** The shop as its customers and the service call it. */
export class Shop {
  readonly #plan: Omit<AuditPlan, 'probe'>
  readonly #send: Ask
  /** The phone number of the one customer, whose balance orders and withdrawals change. */
  readonly #customer: string

  constructor(plan: Omit<AuditPlan, 'probe'>, send: Ask, customer: string) {
    this.#plan = plan
    this.#send = send
    this.#customer = customer
  }

  /**
   * Places the first order or withdrawal, whose answer shows whether the plan is right. Throws an `AuditImpossible`.
   * `refusal` says how the sandbox refused the shop's call; null if it did not.
   */
  async placeFirst(subject: Subject, refusal: () => string | null): Promise<void> {
    const { post, reference } = this.#placing(subject)
    const { ok, status, answer } = await this.#place(subject).catch((error) => {
      const [what, mend] = isUntrusted(error) ? ['Cannot call the shop', ''] : ['No shop answers', 'start it, then ']
      throw new AuditImpossible(`${what} at ${post} (${reasonOf(error)}): ${mend}run audit again`)
    })
    const found = ok ? valueAtPointer(jsonIn(answer), reference) : undefined
    if (typeof found === 'string' || typeof found === 'number') return
    const shown = answer.trim().slice(0, 200)
    const why = ok
      ? `answers nothing at ${reference}: ${refusal() ?? `is ${subject}.reference right?`}`
      : `answered ${status}: ${refusal() ?? `is ${subject}.body right?`}`
    throw new AuditImpossible(`POST ${post} ${why}`, shown)
  }

  /** Places another one. Returns how the shop answered, as the end of "the shop": any answer is an outcome. */
  async place(subject: Subject): Promise<string> {
    return this.#place(subject).then(
      ({ status, answer }) => `answered ${status} ${printable(answer.trim().slice(0, 200))}`.trim(),
      () => 'gave no answer',
    )
  }

  /** Makes the shop ask for the status of what is open. Any answer will do. */
  async ask(url: string): Promise<void> {
    await this.#post(url, orderMs, { body: '{}' }).catch(() => null)
  }

  /** Posts a forged webhook. Returns the status of the answer; null without an answer. */
  async receive(url: string, forged: Posted): Promise<number | null> {
    return this.#post(this.#plan.callback ?? url, answerMs, forged).then(
      ({ status }) => status,
      () => null,
    )
  }

  /** True if a server listens where the shop should. */
  isThere(): Promise<boolean> {
    return isServerAt((this.#plan.order ?? this.#plan.payout)?.post ?? '', this.#send)
  }

  #place(subject: Subject) {
    const { post, body } = this.#placing(subject)
    return this.#post(post, orderMs, { body: JSON.stringify(body).replaceAll('{accountNumber}', this.#customer) })
  }

  #placing(subject: Subject): Placing {
    const placing = this.#plan[subject]
    if (placing === undefined) throw new Error(`The plan has no ${subject}`)
    return placing
  }

  #post(url: string, ms: number, { body, headers }: Posted) {
    return within(ms, async (signal) => {
      const all = { 'content-type': 'application/json', ...headers }
      const response = await this.#send(url, { method: 'POST', headers: all, body, signal })
      return { ok: response.ok, status: response.status, answer: (await startOf(response)).text }
    })
  }
}

/** True if a server listens at an address. Any answer will do. */
export function isServerAt(url: string, send: Ask): Promise<boolean> {
  return within(signMs, (signal) => send(url, { method: 'HEAD', signal })).then(() => true, isUntrusted)
}
