import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import type { AnswerOf, Route } from './control/routes.ts'
import { failureOf, NotRunning } from './control-client/failure.ts'
import { type Inputs, type Sending, sendingOf } from './control-client/sending.ts'

/** A client of the control API for one business. */
export interface ControlClient {
  /** Calls a route such as `GET /_sandbox/clock`; rejects with a `ControlFailure` where it does not succeed. */
  call<R extends Route>(route: R, ...input: Inputs<R>): Promise<AnswerOf<R>>
  /** Opens an answer that is no JSON, or goes on and on; resolves once it begins. */
  open(path: string, headers?: Readonly<Record<string, string>>): Promise<AsyncIterable<Uint8Array>>
}

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
      const incoming = await send(target, sendingOf(route, input))
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
function answerIn(status: number, answer: string) {
  try {
    if (status === 200) return JSON.parse(answer)
  } catch {
    // Another program answers there.
  }
  throw failureOf(status, answer)
}

/** The headers of a request: whom it acts for, and what its body is. */
function headersOf({ key, token }: ControlTarget, { body = '', headers }: Sending) {
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
