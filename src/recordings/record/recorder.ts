import { pipeline } from 'node:stream'
import { messageOf } from '../../error-code.ts'
import { steadyClock } from '../../time.ts'
import { placeOfLiveKey } from '../read/live-key.ts'
import { signatureFormOf } from '../read/signature-form.ts'
import { harEntry, type PassedExchange, textOf } from './har-entry.ts'
import type { HarFile } from './har-file.ts'
import { type BodyRoom, type Kept, KeptBody } from './kept-body.ts'
import { headerOf, headersIn, type Passing, passOn, type WireAnswer, type WireCall, whyNoAnswer } from './pass-on.ts'
import { StandIns } from './stand-ins.ts'
import type { WritingOptions } from './written-fields.ts'

/** A line about an entry that was written. */
export interface WrittenEntry {
  /** Counts from 0 in the file. */
  readonly index: number
  readonly isWebhook: boolean
  readonly method: string
  /** Without the query. */
  readonly path: string
  readonly status: number
}

export interface RecorderOptions extends WritingOptions {
  /** The address of the service. */
  readonly to: URL
  /** Where webhooks are passed on; null: they are answered 200. */
  readonly forwardTo: URL | null
  readonly file: HarFile
  /** For the bodies that are under way. */
  readonly room: BodyRoom
  /** Makes stand-ins: with it, names can be tried out. */
  readonly salt: string
  written(entry: WrittenEntry): void
  /** Called with a sentence if a call is refused or an entry cannot be written. */
  problem(text: string): void
}

/** How many keys are tried on a signature: those of the last calls. */
const mostKeys = 4

/** Records what happens between a shop and the real service: passes calls and webhooks on, and writes both into a file. */
export class CallRecorder {
  readonly room: BodyRoom
  readonly #recording: RecorderOptions
  readonly #standIns: StandIns
  /** Test keys of calls: one of them can be the secret of the webhooks. */
  readonly #keys = new Set<string>()
  readonly #clock = steadyClock()
  readonly #open = new Set<Open>()

  constructor(recording: RecorderOptions) {
    this.#recording = recording
    this.room = recording.room
    this.#standIns = new StandIns(recording.salt)
  }

  /** Returns what the service answers; `gone` aborts when the caller hangs up. */
  async call(call: WireCall, gone?: AbortSignal): Promise<WireAnswer> {
    const { to, problem } = this.#recording
    if (!call.path.startsWith('/')) return refused(400, `call a path of ${to.host}, not ${call.path}`)
    const headers = headersIn(call.rawHeaders)
    const search = call.path.split(/\?(.*)/s)[1] ?? ''
    const place = placeOfLiveKey({ headers, search, body: textOf(call.raw, headers) })
    if (place !== null) {
      const why = `${place} has a live_ key: it is not sent and not recorded; use a test_ key`
      problem(`${call.method} is refused: ${why}`)
      return refused(403, why)
    }
    const key = headerOf(headers, 'authorization').replace(/^\S+ +/, '')
    if (key !== '') {
      this.#keys.delete(key)
      this.#keys.add(key)
    }
    const base = to.pathname.replace(/\/$/, '')
    return this.#exchange({ call, origin: to.origin + base }, { to, path: base + call.path }, gone)
  }

  /** Returns what the shop answers; 200 if webhooks are not passed on. */
  webhook(call: WireCall, gone?: AbortSignal): Promise<WireAnswer> {
    const { forwardTo } = this.#recording
    const keys = [...this.#keys].slice(-mostKeys)
    const signature = signatureFormOf(headersIn(call.rawHeaders), call.raw, keys)
    const about = { call, origin: 'http://localhost', webhook: { signature } }
    return this.#exchange(about, forwardTo && { to: forwardTo }, gone)
  }

  /** Refuses a call that cannot be searched for a live key. */
  tooLarge(): WireAnswer {
    const why = 'its body has more than 1 MB, or too many calls come at once: it is not sent and not recorded'
    this.#recording.problem(`A call is refused: ${why}`)
    return refused(413, why)
  }

  /** Ends the calls that have no answer yet, and writes them. */
  async close(): Promise<void> {
    const open = [...this.#open]
    for (const { stop } of open) stop.abort(new Error('record was stopped'))
    await Promise.all(open.map(({ over }) => over))
    this.#recording.file.close()
  }

  async #exchange(about: PassedCall, passing: Passing | null, gone?: AbortSignal): Promise<WireAnswer> {
    const at = this.#clock()
    const stop = new AbortController()
    gone?.addEventListener('abort', () => stop.abort(gone.reason))
    const close = this.#opened(stop)
    const ended = (answer: PassedExchange['answer'], body: Kept) => {
      this.#write({ ...about, answer, body, at, ms: Math.round(this.#clock() - at) })
      close()
    }
    if (passing === null) {
      ended({ status: 200 }, nothing)
      return { status: 200 }
    }
    try {
      const answer = await passOn(about.call, { ...passing, signal: stop.signal })
      const said = headerOf(headersIn(answer.headers), 'content-length')
      const length = said === '' ? null : Number(said)
      const body = new KeptBody({ room: this.room, length, ended: (kept) => ended(answer, kept) })
      pipeline(answer.body, body, () => {})
      return { ...answer, body }
    } catch (cause) {
      const why = stop.signal.aborted ? messageOf(stop.signal.reason) : whyNoAnswer(cause)
      const error = `no answer from ${passing.to.origin}: ${why}`
      const answer = refused(502, error)
      ended(answer, { ...nothing, error })
      return answer
    }
  }

  /** Notes an exchange that has no end yet; returns what notes its end. */
  #opened(stop: AbortController): () => void {
    let end = () => {}
    const over = new Promise<void>((resolve) => {
      end = resolve
    })
    const open = { stop, over }
    this.#open.add(open)
    return () => {
      this.#open.delete(open)
      end()
    }
  }

  #write(exchange: PassedExchange): void {
    const { file, written, problem } = this.#recording
    try {
      const entry = harEntry(exchange, this.#standIns, this.#recording)
      const index = file.write(JSON.stringify(entry))
      const { method, url } = entry.request
      const { status } = exchange.answer
      written({ index, isWebhook: exchange.webhook !== undefined, method, path: new URL(url).pathname, status })
    } catch (cause) {
      problem(`A call was not recorded: ${messageOf(cause)}`)
    }
  }
}

interface Open {
  readonly stop: AbortController
  readonly over: Promise<void>
}

type PassedCall = Pick<PassedExchange, 'call' | 'origin' | 'webhook'>

const nothing = { raw: Buffer.alloc(0), size: 0, isCut: false, error: null }

const errors = { 400: 'Bad Request', 403: 'Forbidden', 413: 'Payload Too Large', 502: 'Bad Gateway' } as const

function refused(statusCode: keyof typeof errors, message: string): WireAnswer & { readonly status: number } {
  const body = { statusCode, error: errors[statusCode], message: `payments-sandbox record: ${message}` }
  const headers = ['content-type', 'application/json; charset=utf-8']
  return { status: statusCode, headers, body: Buffer.from(JSON.stringify(body)) }
}
