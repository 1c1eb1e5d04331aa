import { request } from 'node:http'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { AnswerOf, Route } from './control/routes.ts'
import { failureOf, NotRunning } from './control-client/failure.ts'
import { type Inputs, type OutgoingCall, sendingOf } from './control-client/sending.ts'

export interface ControlClient {
  /** Calls a route such as `GET /_sandbox/clock`; rejects with a `ControlFailure` if it does not succeed. */
  call<R extends Route>(route: R, ...input: Inputs<R>): Promise<AnswerOf<R>>
  open(path: string, headers?: Readonly<Record<string, string>>): Promise<AsyncIterable<Uint8Array>>
  upload<R extends Route>(route: R, path: string, body: Buffer): Promise<AnswerOf<R>>
}

export interface ControlTarget {
  readonly url: string
  readonly key: string
  readonly token?: string | undefined
  /** A call over node:http rejects with ETIMEDOUT if nothing comes for so long; without it, it waits on. */
  readonly silentMs?: number | undefined
  readonly fetch?: ((url: URL, init: RequestInit) => Promise<Response>) | undefined
}

/** Calls the control API over node:http: global fetch may be a mock inside a merchant's tests. */
export function createControlClient(target: ControlTarget): ControlClient {
  return {
    async call(route, ...[input]) {
      return answerIn(await send(target, sendingOf(route, input)))
    },
    async open(path, headers) {
      const { status, body, facts } = await send(target, { method: 'GET', path, headers })
      if (status === 200) return body
      throw failureOf(status, await text(body), facts)
    },
    async upload(_route, path, bytes) {
      return answerIn(await send(target, { method: 'POST', path, body: bytes }))
    },
  }
}

/** The JSON of a successful answer. Throws a `ControlFailure` for any other answer. */
async function answerIn({ status, body, facts }: Begun) {
  const answer = await text(body)
  try {
    if (status === 200) return JSON.parse(answer)
  } catch {
    // Another program answers there.
  }
  throw failureOf(status, answer, facts)
}

type AnySending = Omit<OutgoingCall, 'body'> & { readonly body?: string | Buffer }

function headersOf({ key, token }: ControlTarget, { body = '', headers }: AnySending) {
  return {
    authorization: key,
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    ...(token === undefined ? {} : { 'x-sandbox-token': token }),
    ...headers,
  }
}

interface Begun {
  readonly status: number
  readonly body: AsyncIterable<Uint8Array>
  /** The header with the facts of an error. */
  readonly facts: string | null
}

async function send(target: ControlTarget, sending: AnySending): Promise<Begun> {
  const { method, path, body = '' } = sending
  const [url, headers] = [new URL(path, target.url), headersOf(target, sending)]
  if (target.fetch === undefined) return sendOverHttp(target, { url, method, headers, body })
  const response = await target.fetch(url, { method, headers, ...(body === '' ? {} : { body }) })
  return {
    status: response.status,
    body: response.body ?? Readable.from([]),
    facts: response.headers.get('x-sandbox-error'),
  }
}

function sendOverHttp(
  { url: base, silentMs }: ControlTarget,
  { url, method, headers, body }: { url: URL; method: string; headers: Record<string, string>; body: string | Buffer },
): Promise<Begun> {
  return new Promise((resolve, reject) => {
    const options = { method, headers, agent: false, ...(silentMs === undefined ? {} : { timeout: silentMs }) }
    const outgoing = request(url, options, (incoming) => {
      const facts = incoming.headers['x-sandbox-error']
      resolve({ status: incoming.statusCode ?? 0, body: incoming, facts: typeof facts === 'string' ? facts : null })
    })
    outgoing.on('timeout', () => {
      outgoing.destroy(Object.assign(new Error(`${base} did not answer`), { code: 'ETIMEDOUT' }))
    })
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'ECONNREFUSED' ? new NotRunning(base) : error)
    })
    outgoing.end(body)
  })
}
