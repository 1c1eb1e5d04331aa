import { request } from 'node:http'

/** What a call answered: the status, the headers, the body as bytes, as text and as JSON (undefined when it is none). */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly bytes: Buffer
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

/** Calls a sandbox by its port, as a merchant's code does. */
export function call(
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
        const bytes = Buffer.concat(chunks)
        const text = bytes.toString('utf8')
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, bytes, text, body: parsed(text) })
      })
    })
    outgoing.on('error', reject)
    outgoing.end(bytes)
  })
}

function bytesOf(body: unknown): string | Buffer | undefined {
  if (body === undefined || typeof body === 'string' || Buffer.isBuffer(body)) return body
  return JSON.stringify(body)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
