import { jsonIn, valueAtPointer } from '../../domain/json.ts'
import type { Ask } from '../../oracle/ask/ask-address.ts'
import { reasonOf } from '../../oracle/ask/not-checked.ts'
import { within } from '../../oracle/ask/within.ts'
import type { AuditPlan } from './plan.ts'

/** A shop that cannot be audited, and what to do; nothing is reported. */
export class AuditImpossible extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'AuditImpossible'
  }
}

/** Limits for an order, and for the answer to a webhook, in real milliseconds. */
const orderMs = 30_000
const answerMs = 10_000

const accountNumber = '0241234567'

interface Posted {
  readonly body: string
  readonly headers?: Readonly<Record<string, string>>
}

export class Shop {
  readonly #plan: AuditPlan
  readonly #send: Ask

  constructor(plan: AuditPlan, send: Ask) {
    this.#plan = plan
    this.#send = send
  }

  /** Places an order. Returns its reference. Throws an `AuditImpossible`. */
  async order(): Promise<string> {
    const { post, body, reference } = this.#plan.order
    const text = JSON.stringify(body).replaceAll('{accountNumber}', accountNumber)
    const { ok, status, answer } = await this.#post(post, orderMs, { body: text }).catch((error) => {
      throw new AuditImpossible(`No shop answers at ${post} (${reasonOf(error)}): start it, then run audit again`)
    })
    const found = ok ? valueAtPointer(jsonIn(answer), reference) : undefined
    if (typeof found === 'string' || typeof found === 'number') return String(found)
    const shown = answer.trim().slice(0, 200)
    const why = ok
      ? `answers nothing at ${reference}: is order.reference right?`
      : `answered ${status}: is order.body right?`
    throw new AuditImpossible(`POST ${post} ${why}\n  ${shown}`)
  }

  /** Posts a forged webhook. Returns the status of the answer; null without an answer. */
  async receive(url: string, forged: Posted): Promise<number | null> {
    return this.#post(this.#plan.callback ?? url, answerMs, forged).then(
      ({ status }) => status,
      () => null,
    )
  }

  #post(url: string, ms: number, { body, headers }: Posted) {
    return within(ms, async (signal) => {
      const all = { 'content-type': 'application/json', ...headers }
      const response = await this.#send(url, { method: 'POST', headers: all, body, signal })
      return { ok: response.ok, status: response.status, answer: await response.text() }
    })
  }
}
