import { request } from 'node:http'

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
  }
}

function call({ url, key, token }: ControlTarget, method: string, path: string, body = ''): Promise<unknown> {
  const headers = {
    authorization: key,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    ...(token === undefined ? {} : { 'x-sandbox-token': token }),
  }
  return new Promise((resolve, reject) => {
    const outgoing = request(new URL(path, url), { method, headers, agent: false }, (incoming) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('error', reject)
      incoming.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8')
        const { statusCode = 0 } = incoming
        if (statusCode === 200 && isJson(text)) return resolve(JSON.parse(text))
        reject(failureOf(statusCode, text))
      })
    })
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
