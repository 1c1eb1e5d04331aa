import { type IncomingMessage, request } from 'node:http'

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
  get(path: string): Promise<unknown>
  post(path: string, body?: object): Promise<unknown>
  put(path: string, body?: object): Promise<unknown>
  delete(path: string): Promise<unknown>
  /** Opens an answer that goes on and on; resolves once it begins. */
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
    get: (path) => call(target, 'GET', path),
    post: (path, body = {}) => call(target, 'POST', path, JSON.stringify(body)),
    put: (path, body = {}) => call(target, 'PUT', path, JSON.stringify(body)),
    delete: (path) => call(target, 'DELETE', path),
    async open(path, headers) {
      const incoming = await send(target, { method: 'GET', path, headers })
      if (incoming.statusCode === 200) return incoming
      throw failureOf(incoming.statusCode ?? 0, await textOf(incoming))
    },
  }
}

async function call(target: ControlTarget, method: string, path: string, body = ''): Promise<unknown> {
  const incoming = await send(target, { method, path, body })
  const text = await textOf(incoming)
  const { statusCode = 0 } = incoming
  if (statusCode === 200 && isJson(text)) return JSON.parse(text)
  throw failureOf(statusCode, text)
}

interface Sending {
  readonly method: string
  readonly path: string
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** Sends a request; resolves once its answer begins. */
function send({ url, key, token }: ControlTarget, { method, path, body = '', headers }: Sending) {
  const all = {
    authorization: key,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    ...(token === undefined ? {} : { 'x-sandbox-token': token }),
    ...headers,
  }
  return new Promise<IncomingMessage>((resolve, reject) => {
    const outgoing = request(new URL(path, url), { method, headers: all, agent: false }, resolve)
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'ECONNREFUSED' ? new NotRunning(url) : error)
    })
    outgoing.end(body)
  })
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
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
  const told = errorIn(text)
  if (told !== null) return new ControlFailure({ status, ...told })
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
