import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import type { AnswerOf, InputOf, Route } from './control/routes.ts'

interface Failure {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly hint?: string | undefined
}

/** What the control API answered when it was not success. */
export class ControlFailure extends Error {
  readonly status: number
  /** The name of the reason, such as `conflict`; empty where what answered is no sandbox. */
  readonly code: string
  readonly hint: string | undefined

  constructor({ status, code, message, hint }: Failure) {
    super(message)
    this.name = 'ControlFailure'
    this.status = status
    this.code = code
    this.hint = hint
  }
}

/** Nothing answers at the sandbox's address. */
export class NotRunning extends Error {
  constructor(url: string) {
    super(
      `No payments-sandbox answers at ${url}: start one with payments-sandbox start, or name its address with --url`,
    )
    this.name = 'NotRunning'
  }
}

/** A client of the control API for one business. */
export interface ControlClient {
  /** Calls a route such as `GET /_sandbox/clock`; rejects with a `ControlFailure` where it does not succeed. */
  call<R extends Route>(route: R, ...input: Inputs<R>): Promise<AnswerOf<R>>
  /** Opens an answer that is no JSON, or goes on and on; resolves once it begins. */
  open(path: string, headers?: Readonly<Record<string, string>>): Promise<AsyncIterable<Uint8Array>>
}

/** The parameters of the path, and what the query or the body takes; they can be left out where nothing is needed. */
export type Inputs<R extends Route> =
  Partial<InputOf<R>> extends InputOf<R> ? [input?: InputOf<R>] : [input: InputOf<R>]

/** Which sandbox, and for which business. */
export interface ControlTarget {
  readonly url: string
  readonly key: string
  readonly token?: string | undefined
}

/** Calls the control API over node:http: global fetch may be somebody's mock inside a merchant's tests. */
export function createControlClient(target: ControlTarget): ControlClient {
  return {
    async call(route, ...[input]) {
      const incoming = await send(target, sendingOf(route, input ?? {}))
      return answerIn(incoming.statusCode ?? 0, await text(incoming))
    },
    async open(path, headers) {
      const incoming = await send(target, { method: 'GET', path, headers })
      if (incoming.statusCode === 200) return incoming
      throw failureOf(incoming.statusCode ?? 0, await text(incoming))
    },
  }
}

/** The JSON of a successful answer, typed by its route where that is known. Throws a `ControlFailure` of any other. */
export function answerIn(status: number, answer: string) {
  if (status === 200 && isJson(answer)) return JSON.parse(answer)
  throw failureOf(status, answer)
}

/** What the path has no parameter for is the body, or the query where there is none. */
export function sendingOf(route: Route, input: object): Sending {
  const [method = '', template = ''] = route.split(' ')
  const given = new Map<string, unknown>(Object.entries(input).filter(([, value]) => value !== undefined))
  const path = template.replaceAll(/\{(\w+)\}/g, (_whole, name) => {
    const value = String(given.get(name))
    given.delete(name)
    return encodeURIComponent(value)
  })
  if (method !== 'GET' && method !== 'DELETE') return { method, path, body: JSON.stringify(Object.fromEntries(given)) }
  const query = new URLSearchParams([...given].map(([name, value]): [string, string] => [name, String(value)]))
  return { method, path: given.size === 0 ? path : `${path}?${query}` }
}

interface Sending {
  readonly method: string
  readonly path: string
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** The headers of a request: whom it acts for, and what its body is. */
export function headersOf({ key, token }: ControlTarget, { body = '', headers }: Sending) {
  return {
    authorization: key,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    ...(token === undefined ? {} : { 'x-sandbox-token': token }),
    ...headers,
  }
}

/** Sends a request; resolves once its answer begins. */
function send(target: ControlTarget, sending: Sending) {
  const { url } = target
  const { method, path, body = '' } = sending
  return new Promise<IncomingMessage>((resolve, reject) => {
    const outgoing = request(new URL(path, url), { method, headers: headersOf(target, sending), agent: false }, resolve)
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'ECONNREFUSED' ? new NotRunning(url) : error)
    })
    outgoing.end(body)
  })
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function failureOf(status: number, text: string): ControlFailure {
  const error = errorIn(text)
  if (error !== null) return new ControlFailure({ status, ...error })
  const message = `What answered ${status} is no payments-sandbox: ${text.slice(0, 200)}`
  return new ControlFailure({ status, code: '', message, hint: 'is another program listening at that address?' })
}

/** The control API's error; null where what answered does not speak like it. */
function errorIn(text: string): Omit<Failure, 'status'> | null {
  try {
    const { code, message, hint } = (JSON.parse(text) as { error: Omit<Failure, 'status'> }).error
    return typeof code === 'string' && typeof message === 'string' ? { code, message, hint } : null
  } catch {
    return null
  }
}
