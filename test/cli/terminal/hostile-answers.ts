import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { listening } from '../../support/listening.ts'

/** Ends each text: a line of its own, the clipboard (OSC 52), a link (OSC 8), a C1 control and text turned round. */
export const hostile = '\nEVIL\u001b]52;c;ZXZpbA==\u0007\u001b]8;;https://evil.example\u001b\\\u009b2J\u202e\r\u2028'

/** What a program decides by: the words of the API, and its times. */
const decided = new Set(
  'status flow event kind by mode result act is do why scheme fault currency code level rule to transactionStatus job action because what branch state when verdict cause reason flows'.split(
    ' ',
  ),
)

/** In a stream of events, by which a command knows its own. */
const followed = new Set([...decided, 'reference', 'transactionId', 'path', 'method'])

/** A server in front of a sandbox that ends every text of its answers with `hostile`. */
export async function hostileServer(url: string): Promise<string> {
  const server = createServer((incoming, outgoing) => void pass(url, incoming, outgoing))
  return listening(server)
}

async function pass(url: string, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const { host: _, connection: __, 'content-length': ___, ...headers } = incoming.headers as Record<string, string>
  const body = await buffer(incoming)
  const isText = /json/.test(headers['content-type'] ?? '')
  const sent = isText ? withoutHostile(body.toString('utf8')) : body
  const path = (incoming.url ?? '').replaceAll(encodeURIComponent(hostile), '').replaceAll(asForm(hostile), '')
  const init = { method: incoming.method ?? 'GET', headers, ...(body.length > 0 ? { body: sent } : {}) }
  const answer = await fetch(new URL(path, url), init)
  const facts = answer.headers.get('x-sandbox-error')
  const type = answer.headers.get('content-type') ?? ''
  outgoing.writeHead(answer.status, {
    'content-type': type,
    ...(facts === null ? {} : { 'x-sandbox-error': asciiJson(poisoned(JSON.parse(facts))) }),
  })
  if (type.includes('event-stream')) return streamEvents(answer, outgoing)
  const text = Buffer.from(await answer.arrayBuffer())
  outgoing.end(type.includes('json') ? JSON.stringify(poisoned(JSON.parse(text.toString('utf8')))) : text)
}

async function streamEvents(answer: Response, outgoing: ServerResponse): Promise<void> {
  outgoing.on('close', () => void answer.body?.cancel().catch(() => undefined))
  let rest = ''
  try {
    for await (const chunk of answer.body ?? []) {
      const lines = (rest + Buffer.from(chunk).toString('utf8')).split('\n')
      rest = lines.pop() ?? ''
      const withEvil = lines.map((line) =>
        line.startsWith('data: ') ? `data: ${JSON.stringify(poisoned(JSON.parse(line.slice(6)), '', followed))}` : line,
      )
      outgoing.write(withEvil.map((line) => `${line}\n`).join(''))
    }
  } catch {
    // The command has gone.
  }
}

function poisoned(value: unknown, name = '', kept = decided): unknown {
  if (Array.isArray(value)) return value.map((one) => poisoned(one, name, kept))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, poisoned(one, key, kept)]))
  const isFree = typeof value === 'string' && !kept.has(name) && !/^\d{4}-\d\d-\d\dT/.test(value)
  return isFree ? value + hostile : value
}

function withoutHostile(text: string): string {
  return text.replaceAll(JSON.stringify(hostile).slice(1, -1), '')
}

function asForm(text: string): string {
  return new URLSearchParams({ a: text }).toString().slice(2)
}

/** A header carries ASCII only. */
function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(/[^ -~]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
