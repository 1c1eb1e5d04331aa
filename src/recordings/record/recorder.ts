import { testKey } from '../../domain/keys.ts'
import { messageOf } from '../../error-code.ts'
import { steadyClock } from '../../time.ts'
import { signatureFacts } from '../compare/signature-facts.ts'
import { harEntry } from './har-entry.ts'
import type { HarFile } from './har-file.ts'
import { placeOfLiveKey } from './live-key.ts'
import { type Answer, type Call, headersIn, type Passing, passOn, whyNoAnswer } from './pass-on.ts'
import { Redaction } from './redaction.ts'

export interface Recorded {
  /** Counts from 0 in the file. */
  readonly index: number
  readonly isWebhook: boolean
  readonly method: string
  /** Without the query. */
  readonly path: string
  readonly status: number
}

export interface Recording {
  /** The address of the service. */
  readonly to: URL
  /** Where webhooks are passed on; null: they are answered 200. */
  readonly forwardTo: URL | null
  readonly keepsPersonal: boolean
  readonly file: HarFile
  recorded(entry: Recorded): void
  /** Called with a sentence if a call is refused or an entry cannot be written. */
  problem(text: string): void
}

/** Passes calls on to the service and webhooks on to the shop, and writes both into a file. */
export class Recorder {
  readonly #recording: Recording
  readonly #redaction: Redaction
  /** Test keys of calls: one of them can be the secret of the webhooks. */
  readonly #keys = new Set<string>()
  readonly #clock = steadyClock()
  readonly #ending = new AbortController()
  readonly #open = new Set<Promise<Answer>>()

  constructor(recording: Recording) {
    this.#recording = recording
    this.#redaction = new Redaction(recording.keepsPersonal)
  }

  /** Returns what the service answers. */
  call(call: Call): Promise<Answer> {
    const { to } = this.#recording
    if (!call.path.startsWith('/')) return Promise.resolve(refused(400, `call a path of ${to.host}, not ${call.path}`))
    for (const { name, value } of headersIn(call.rawHeaders)) {
      const key = value.replace(/^\S+ +/, '')
      if (name.toLowerCase() === 'authorization' && testKey.test(key)) this.#keys.add(key)
    }
    const path = to.pathname.replace(/\/$/, '') + call.path
    return this.#follow(this.#exchange(call, { to, path }, to.origin + path, false))
  }

  /** Returns what the shop answers; 200 if webhooks are not passed on. */
  webhook(call: Call): Promise<Answer> {
    const { forwardTo } = this.#recording
    return this.#follow(this.#exchange(call, forwardTo && { to: forwardTo }, `http://localhost${call.path}`, true))
  }

  /** Ends the calls that have no answer yet, and writes them. */
  async close(): Promise<void> {
    this.#ending.abort(new Error('record was stopped'))
    await Promise.all(this.#open)
    this.#recording.file.close()
  }

  #follow(answer: Promise<Answer>): Promise<Answer> {
    this.#open.add(answer)
    return answer.finally(() => this.#open.delete(answer))
  }

  async #exchange(call: Call, passing: Passing | null, url: string, isWebhook: boolean): Promise<Answer> {
    const place = placeOfLiveKey(call)
    if (place !== null) {
      const why = `${place} has a live_ key: it is not sent and not recorded; use a test_ key`
      this.#recording.problem(`${call.method} is refused: ${why}`)
      return refused(403, why)
    }
    const at = this.#clock()
    const { answer, error } = await this.#answerTo(call, passing)
    const webhook = isWebhook ? { webhook: { signature: this.#signature(call) } } : {}
    this.#write({ call, url, answer, error, at, ms: Math.round(this.#clock() - at), ...webhook })
    return answer
  }

  async #answerTo(
    call: Call,
    passing: Passing | null,
  ): Promise<{ readonly answer: Answer; readonly error: string | null }> {
    if (passing === null) return { answer: { status: 200 }, error: null }
    try {
      return { answer: await passOn(call, { ...passing, signal: this.#ending.signal }), error: null }
    } catch (cause) {
      const error = `no answer from ${passing.to.origin}: ${whyNoAnswer(this.#ending.signal.aborted ? this.#ending.signal.reason : cause)}`
      return { answer: refused(502, error), error }
    }
  }

  #signature(call: Call) {
    return signatureFacts(headersIn(call.rawHeaders), call.raw, [...this.#keys])
  }

  #write(exchange: Parameters<typeof harEntry>[0]): void {
    const { file, recorded, problem } = this.#recording
    try {
      const text = harEntry(exchange, this.#redaction)
      const index = file.write(text)
      const { method, url } = JSON.parse(text).request
      const { status } = exchange.answer
      recorded({
        index,
        isWebhook: exchange.webhook !== undefined,
        method,
        path: new URL(url).pathname,
        status,
      })
    } catch (cause) {
      problem(`A call was not recorded: ${messageOf(cause)}`)
    }
  }
}

const errors = { 400: 'Bad Request', 403: 'Forbidden', 502: 'Bad Gateway' } as const

function refused(statusCode: keyof typeof errors, message: string): Answer {
  const body = { statusCode, error: errors[statusCode], message: `payments-sandbox record: ${message}` }
  const headers = ['content-type', 'application/json; charset=utf-8']
  return { status: statusCode, headers, body: Buffer.from(JSON.stringify(body)) }
}
