import type { ServerResponse } from 'node:http'
import { joinHints, type Reply } from '../contract/endpoint.ts'
import { sleep } from '../time.ts'
import type { Log } from './options.ts'

/**
 * Writes one answer: JSON or a file; `null` as body writes none. Gives what it wrote; null where the caller has gone
 * away, who is left alone.
 */
export function send(
  outgoing: ServerResponse,
  { status = 200, body, text: known, file, headers, hints = [] }: Reply,
  log: Log,
): string | Buffer | null {
  logHints(outgoing, hints, log)
  if (outgoing.destroyed || outgoing.headersSent) return null
  const text = file?.bytes ?? known ?? (body === null ? '' : JSON.stringify(body))
  // A list of names and values: keys that are added to a spread object are slow on this hot path (measured).
  const all: (string | number)[] = ['content-length', Buffer.byteLength(text)]
  if (file !== undefined) all.push('content-type', file.type, 'x-content-type-options', 'nosniff')
  else if (body !== null) all.push('content-type', 'application/json; charset=utf-8')
  for (const name in headers) all.push(name, headers[name] ?? '')
  if (hints.length > 0) all.push('x-sandbox-hint', asHeaderText(hints))
  // A body that was not read to its end cannot be followed by another request on this connection.
  if (status === 413) all.push('connection', 'close')
  outgoing.writeHead(status, all)
  if (status === 413) void endOnceSent(outgoing, text)
  else outgoing.end(text)
  return text
}

/** Writes a reply that its scenario delays or spoils, as `send`; ends early when the caller goes away or the sandbox stops. */
export async function sendSpoiled(
  outgoing: ServerResponse,
  reply: Reply,
  log: Log,
  signal: AbortSignal,
): Promise<string | Buffer | null> {
  await sleep(reply.delayMs ?? 0, signal)
  if (reply.fault === undefined) return send(outgoing, reply, log)
  logHints(outgoing, reply.hints ?? [], log)
  if (outgoing.destroyed) return null
  if (reply.fault === 'drop') {
    outgoing.destroy()
    return null
  }
  const text = JSON.stringify(reply.body)
  const broken = text.slice(0, Math.floor(text.length / 2))
  const type = { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(broken) }
  outgoing.writeHead(reply.status ?? 200, { ...reply.headers, ...type }).end(broken)
  return broken
}

/**
 * Answers a caller that is still sending: what comes is thrown away for a moment, because the system resets a connection
 * that is closed over unread bytes, and the answer is lost with it.
 */
async function endOnceSent(outgoing: ServerResponse, text: string | Buffer): Promise<void> {
  const over = new AbortController()
  for (const event of ['end', 'close']) outgoing.req.once(event, () => over.abort())
  outgoing.write(text)
  outgoing.req.resume()
  await sleep(lingerMs, over.signal)
  outgoing.end()
}

/** How long a caller may go on sending after its answer. */
const lingerMs = 1000

function logHints(outgoing: ServerResponse, hints: readonly string[], log: Log): void {
  for (const hint of hints) log.hint(`${callOf(outgoing)}: ${hint}`)
}

/** Which call an answer is for, its path as it was sent; a live key is never echoed (D2). */
function callOf({ req: { method, url = '' } }: ServerResponse): string {
  const [path = ''] = url.split('?')
  return `${method} ${path.replaceAll(/live_[\w-]*/g, 'live_...').slice(0, 200)}`
}

/** All hints in one header (D5), whose value carries printable ASCII only. */
function asHeaderText(hints: readonly string[]): string {
  return joinHints(hints)
    .replaceAll(/[^\x20-\x7e]/g, '?')
    .slice(0, 1000)
}
