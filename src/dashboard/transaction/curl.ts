import { shellQuoted } from '../../text.ts'
import type { Transaction } from '../state/transaction.ts'

export interface Repeatable {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** JSON, or text as it is; null for none. */
  readonly body: unknown
}

/** Headers that curl sets itself, or that belong to the first sender's connection. */
const ofConnection = new Set([
  'host',
  'connection',
  'content-length',
  'accept-encoding',
  'transfer-encoding',
  'user-agent',
])

/** The create call of a transaction as a curl command, with the key of its business. */
export function createCurl({ createCall }: Pick<Transaction, 'createCall'>, origin: string, key: string): string {
  const { path, headers, body } = createCall
  const own = { authorization: key, 'content-type': 'application/json', ...headers }
  return curlOf({ method: 'POST', url: `${origin}${path}`, headers: own, body })
}

/** A call as a curl command for a POSIX shell. */
export function curlOf({ method, url, headers, body }: Repeatable): string {
  const sent = Object.entries(headers).filter(([name]) => !ofConnection.has(name))
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return [
    `curl${method === 'GET' ? '' : ` -X ${method}`} ${shellQuoted(url)}`,
    ...sent.map(([name, value]) => `-H ${shellQuoted(`${name}: ${value}`)}`),
    ...(body === null || body === undefined ? [] : [`--data-raw ${shellQuoted(text)}`]),
  ].join(' \\\n  ')
}
