import { valueAtPointer } from '../../domain/probe.ts'
import { messageOf } from '../../error-code.ts'
import type { Ask, ProbeAnswer } from '../../report/probe.ts'
import { askProbe, within } from '../../report/probe.ts'
import type { AuditPlan } from './plan.ts'

/** A shop that cannot be audited, and what to do; nothing is reported. */
export class AuditImpossible extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'AuditImpossible'
  }
}

/** Makes an HTTP call with a method and a body. */
export type Send = (url: string, options: RequestInit) => Promise<Response>

/** How long the shop may take for an order, and for its answer to a webhook, in real milliseconds. */
const orderMs = 30_000
const answerMs = 10_000

/** The customer's number of every order. */
const accountNumber = '0241234567'

/** The merchant's running shop, over HTTP. */
export class Shop {
  readonly #plan: AuditPlan
  readonly #send: Send

  constructor(plan: AuditPlan, send: Send) {
    this.#plan = plan
    this.#send = send
  }

  /** Places an order. Returns its reference. Throws an `AuditImpossible`. */
  async order(): Promise<string> {
    const { post, body, reference } = this.#plan.order
    const text = JSON.stringify(body).replaceAll('{accountNumber}', accountNumber)
    const headers = { 'content-type': 'application/json' }
    const placed = async (signal: AbortSignal) => {
      const response = await this.#send(post, { method: 'POST', headers, body: text, signal })
      return { response, answer: await response.text() }
    }
    const { response, answer } = await within(orderMs, placed).catch((error) => {
      const cause = error instanceof Error && error.cause ? error.cause : error
      throw new AuditImpossible(`No shop answers at ${post} (${messageOf(cause)}): start it, then run audit again`)
    })
    const found = response.ok ? valueAtPointer(parsed(answer), reference) : undefined
    if (typeof found === 'string' || typeof found === 'number') return String(found)
    const shown = answer.trim().slice(0, 200)
    if (!response.ok)
      throw new AuditImpossible(`POST ${post} answered ${response.status}: is order.body right?\n  ${shown}`)
    throw new AuditImpossible(`POST ${post} answers nothing at ${reference}: is order.reference right?\n  ${shown}`)
  }

  /** What the shop says of an order; null if the plan has no probe. Throws a `NotChecked`. */
  async probe(reference: string): Promise<ProbeAnswer | null> {
    const { probe } = this.#plan
    return probe === undefined ? null : askProbe(probe, reference, this.#send as Ask)
  }

  /** Posts a forged webhook. Returns the status of the answer; null without an answer. */
  async receive(url: string, body: string, headers: Readonly<Record<string, string>>): Promise<number | null> {
    const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body }
    const answered = async (signal: AbortSignal) => {
      const response = await this.#send(this.#plan.callback ?? url, { ...init, signal })
      await response.arrayBuffer()
      return response.status
    }
    return within(answerMs, answered).catch(() => null)
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
