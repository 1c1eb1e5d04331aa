import { request } from 'node:http'

/** What a call answered: the status, the headers, the body as text and as JSON (undefined when it is none). */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests compare whole bodies and reach into them freely
  readonly body: any
}

export interface Calling {
  readonly method?: string
  readonly key?: string | null
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

type Fetch = (input: Request) => Promise<Response>

/** Sandboxes in this process by their base URL: calls reach them without a connection. */
const within = new Map<string, Fetch>()

/** Lets `call` reach a sandbox of this process without a connection, which is faster; the returned function ends that. */
export function callWithin(base: string, fetch: Fetch): () => void {
  within.set(base, fetch)
  return () => within.delete(base)
}

export function call(base: string, path: string, calling: Calling = {}): Promise<Answer> {
  const fetch = within.get(base)
  // A web request normalises dots and percent signs, has no Host of its own, and no body with GET and HEAD.
  const { pathname, search } = new URL(path, base)
  const mayHaveBody = !['GET', 'HEAD'].includes(calling.method ?? '')
  const isPlain = pathname + search === path && calling.headers?.host === undefined && (mayHaveBody || !calling.body)
  return fetch !== undefined && isPlain ? callInProcess(fetch, base + path, calling) : callOverHttp(base, path, calling)
}

async function callInProcess(
  fetch: Fetch,
  url: string,
  { method, key = null, body, headers = {} }: Calling,
): Promise<Answer> {
  const bytes = bytesOf(body)
  const all = {
    ...(key === null ? {} : { authorization: key }),
    ...(bytes === undefined ? {} : { 'content-type': 'application/json' }),
    ...headers,
  }
  const sent = { method: method ?? (bytes === undefined ? 'GET' : 'POST'), headers: all, body: bytes ?? null }
  const response = await fetch(new Request(url, sent))
  const text = await response.text()
  const cookies = response.headers.getSetCookie()
  const received = { ...Object.fromEntries(response.headers), ...(cookies.length > 0 ? { 'set-cookie': cookies } : {}) }
  return { status: response.status, headers: received, text, body: parsed(text) }
}

function bytesOf(body: unknown): string | Buffer<ArrayBuffer> | undefined {
  if (body === undefined || typeof body === 'string') return body
  return Buffer.isBuffer(body) ? Buffer.from(body) : JSON.stringify(body)
}

export function callOverHttp(
  base: string,
  path: string,
  { method, key = null, body, headers = {} }: Calling = {},
): Promise<Answer> {
  const bytes = bytesOf(body)
  const { hostname, port } = new URL(base)
  const all = {
    ...(key === null ? {} : { authorization: key }),
    ...(bytes === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(bytes) }),
    ...headers,
  }
  return new Promise((resolve, reject) => {
    // The path goes out exactly as it was given: no normalising of dots or percent signs.
    const options = {
      hostname: hostname.replace(/^\[|\]$/g, ''),
      port,
      path,
      method: method ?? (bytes === undefined ? 'GET' : 'POST'),
      headers: all,
      agent: false,
    }
    const outgoing = request(options, (incoming) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.on('error', reject)
      incoming.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8')
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text, body: parsed(text) })
      })
    })
    outgoing.on('error', reject)
    outgoing.end(bytes)
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
