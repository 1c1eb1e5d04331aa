import { jsonIn, valueAtPointer } from '../../domain/json.ts'
import { printable } from '../../text.ts'
import type { Ask } from '../books/ask-address.ts'
import { isUntrusted, reasonOf } from '../books/not-checked.ts'
import { openingOf, startOf } from '../books/start-of.ts'
import { within } from '../books/within.ts'
import { unaskedText } from '../rules/books.ts'
import { filled, freshTexts, type ValueFor, withFresh } from './filled.ts'
import { type AuditPlan, headerNamed, type Placing, type Subject } from './plan.ts'

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

export interface Posted {
  readonly body: string
  readonly headers?: Readonly<Record<string, string>>
  readonly redirect?: 'manual' | 'follow'
}

/** How the shop answered; `text` is the end of "the shop". */
export interface Answer {
  /** Null without an answer. */
  readonly status: number | null
  readonly text: string
}

/** The shop as its customers and the service call it. */
export class Shop {
  readonly #plan: Omit<AuditPlan, 'probe'>
  readonly #send: Ask
  /** What stands for the placeholders: the one customer, whose balance orders and withdrawals change, and variables. */
  readonly #valueFor: ValueFor
  readonly #fresh = freshTexts()
  /** The `{fresh}` of the newest order or withdrawal. */
  #key = ''

  constructor(plan: Omit<AuditPlan, 'probe'>, send: Ask, valueFor: ValueFor) {
    this.#plan = plan
    this.#send = send
    this.#valueFor = valueFor
  }

  /**
   * Places the first order or withdrawal, whose answer shows whether the plan is right. Returns how the shop answered. Throws an
   * `AuditImpossible`. `refusal` says how the sandbox refused the shop's call; null if it did not.
   */
  async placeFirst(subject: Subject, refusal: () => string | null): Promise<Answer> {
    const { post, reference } = this.#placing(subject)
    this.#key = this.#fresh()
    const answered = await this.#place(subject).catch((error) => {
      const [what, mend] = isUntrusted(error) ? ['Cannot call the shop', ''] : ['No shop answers', 'start it, then ']
      throw new AuditImpossible(`${what} at ${post} (${reasonOf(error)}): ${mend}run audit again`)
    })
    const { ok, status, answer, headers } = answered
    if (ok && reference === undefined) return answerOf(answered)
    const header = headerNamed(reference ?? '')
    const found = !ok ? undefined : header ? headers.get(header) : valueAtPointer(jsonIn(answer), reference ?? '')
    if (typeof found === 'string' || typeof found === 'number') return answerOf(answered)
    const shown = openingOf(answer)
    const why = ok
      ? `answers nothing at ${reference}: ${refusal() ?? `is ${subject}.reference right?`}`
      : `answered ${status}: ${refusal() ?? this.#mend(subject, status)}`
    throw new AuditImpossible(`POST ${post} ${why}`, shown)
  }

  /** Places another one. Returns how the shop answered: any answer is an outcome. */
  async place(subject: Subject): Promise<Answer> {
    this.#key = this.#fresh()
    return this.repeat(subject)
  }

  /** Makes the newest call once more, with the same `{fresh}`. */
  async repeat(subject: Subject): Promise<Answer> {
    return this.#place(subject).then(answerOf, () => ({ status: null, text: 'gave no answer' }))
  }

  /** Makes the shop ask for the status of what is open. Any answer will do. */
  async ask(url: string): Promise<void> {
    const valueFor = withFresh(this.#valueFor, this.#fresh())
    const headers = filled(this.#plan.headers ?? {}, valueFor)
    await this.#post(filled(url, valueFor), orderMs, { body: '{}', headers }).catch(() => null)
  }

  /** Posts a forged webhook. Returns the status of the answer; null without an answer. */
  async receive(url: string, forged: Posted): Promise<number | null> {
    // A shop may close the connection in the middle of a long body: nothing else may be sent on it.
    const headers = { ...forged.headers, connection: 'close' }
    return this.#post(this.#plan.callback ?? url, answerMs, { ...forged, headers }).then(
      ({ status }) => status,
      () => null,
    )
  }

  /** True if a server listens where the shop should. */
  isThere(): Promise<boolean> {
    return isServerAt((this.#plan.order ?? this.#plan.payout)?.post ?? '', this.#send)
  }

  /** A redirect is an answer: its page says nothing about the order. */
  #place(subject: Subject) {
    const valueFor = withFresh(this.#valueFor, this.#key)
    const placing = filled(this.#placing(subject), valueFor)
    const { post, body, form } = placing
    const type = { 'content-type': form === undefined ? 'application/json' : 'application/x-www-form-urlencoded' }
    const common = filled(this.#plan.headers ?? {}, valueFor)
    const pairs = Object.entries(form ?? {}).map(([name, value]): [string, string] => [name, String(value)])
    const text = form === undefined ? JSON.stringify(body) : new URLSearchParams(pairs).toString()
    const headers = { ...type, ...common, ...placing.headers }
    return this.#post(post, orderMs, { body: text, headers, redirect: 'manual' })
  }

  /** What may be wrong in the plan. */
  #mend(subject: Subject, status: number): string {
    const { form, headers = this.#plan.headers } = this.#placing(subject)
    if (status === 429) return 'if it has a limiter, lift it for the audit'
    const isDoor = status === 401 || status === 403
    if (isDoor && headers === undefined)
      return 'the plan lacks headers; write what a customer who is logged in sends, such as headers: { Cookie: "session={env:SHOP_SESSION}" }'
    if (form !== undefined)
      return `does ${subject}.form have each field of the page, such as a CSRF token? It has ${Object.keys(form).join(', ')}`
    return isDoor
      ? 'does headers of the plan have what a customer who is logged in sends?'
      : `is ${subject}.body right?`
  }

  #placing(subject: Subject): Placing {
    const placing = this.#plan[subject]
    if (placing === undefined) throw new Error(`The plan has no ${subject}`)
    return placing
  }

  #post(url: string, ms: number, { body, headers, redirect = 'follow' }: Posted) {
    return within(ms, async (signal) => {
      const all = { 'content-type': 'application/json', ...headers }
      const response = await this.#send(url, { method: 'POST', headers: all, body, signal, redirect })
      const { status, headers: answered } = response
      return { ok: status < 400, status, answer: (await startOf(response)).text, headers: answered }
    })
  }
}

interface Answered {
  readonly status: number
  readonly answer: string
  readonly headers: Headers
}

/** With the page that a redirect leads to, or with the start of the body. */
function answerOf({ status, answer, headers }: Answered): Answer {
  const location = headers.get('location')
  const shown = location === null ? openingOf(answer) : `to ${location}`
  return { status, text: `answered ${status} ${printable(shown)}`.trim() }
}

/** True if a server listens at an address. Any answer will do. */
export function isServerAt(url: string, send: Ask): Promise<boolean> {
  return within(signMs, (signal) => send(url, { method: 'HEAD', signal })).then(() => true, isUntrusted)
}
