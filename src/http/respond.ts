import type { ServerResponse } from 'node:http'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { joinHints, type Reply } from '../contract/endpoint.ts'
import { sleep } from '../time.ts'
import { unreadBody } from './body/unread-body.ts'
import { callSignal } from './call-signal.ts'
import type { HttpContext } from './http-env.ts'

/** The response for a reply: JSON or a file; `null` as body sends none. */
export function respond(context: HttpContext, reply: Reply): Response {
  const { status = 200, body, text: known, file, headers, hints = [] } = reply
  const text = file?.bytes ?? known ?? (body === null ? '' : JSON.stringify(body))
  const all = headersOf(text)
  if (file !== undefined) Object.assign(all, { 'content-type': file.type, 'x-content-type-options': 'nosniff' })
  else if (body !== null) all['content-type'] = json
  Object.assign(all, headers)
  if (hints.length > 0) all['x-sandbox-hint'] = asHeaderText(hints)
  // A body that was not read to its end cannot be followed by another request on this connection.
  if (status === 413) all.connection = 'close'
  return send(context, reply, { status, headers: all, text })
}

/** The response for a reply that a scenario may delay or spoil; a delay ends when the caller goes away or the sandbox stops. */
export function respondAsPlanned(
  context: HttpContext,
  reply: Reply,
  stopping: AbortSignal,
): Response | Promise<Response> {
  const isAtOnce = reply.delayMs === undefined && reply.beforeSent === undefined
  return isAtOnce ? respondSpoiled(context, reply) : respondLater(context, reply, stopping)
}

async function respondLater(context: HttpContext, reply: Reply, stopping: AbortSignal): Promise<Response> {
  const { delayMs, beforeSent } = reply
  const { raw } = context.req
  if (delayMs !== undefined) {
    const { signal, release } = callSignal(raw, stopping)
    await sleep(delayMs, signal).finally(release)
  }
  await beforeSent?.(raw.signal.aborted)
  return respondSpoiled(context, reply)
}

function respondSpoiled(context: HttpContext, reply: Reply): Response {
  if (reply.fault === undefined) return respond(context, reply)
  if (reply.fault === 'drop') return lose(context, reply)
  const { status = 200, headers } = reply
  const whole = JSON.stringify(reply.body)
  const text = whole.slice(0, Math.floor(whole.length / 2))
  return send(context, reply, { status, text, headers: { ...headersOf(text), 'content-type': json, ...headers } })
}

const json = 'application/json; charset=utf-8'

function headersOf(text: string | Buffer): Record<string, string> {
  return { 'content-length': String(Buffer.byteLength(text)) }
}

interface Whole {
  readonly status: number
  readonly headers: Record<string, string>
  readonly text: string | Buffer
}

/** Writes a whole answer to Node's message at once: the adapter would read it out of a web stream. */
function send(context: HttpContext, reply: Reply, whole: Whole): Response {
  const { outgoing } = context.env
  if (outgoing?.destroyed ?? context.req.raw.signal.aborted) return lose(context, reply)
  const { status, headers, text } = whole
  context.set('answer', { reply, text })
  if (outgoing === undefined) {
    return new Response(typeof text === 'string' ? text || null : new Uint8Array(text), { status, headers })
  }
  // Node throws it away after the answer.
  if (context.get('body') === undefined) context.set('body', unreadBody(outgoing.req))
  outgoing.writeHead(status, headers)
  if (status === 413) endInOrder(outgoing, text)
  else outgoing.end(text)
  return RESPONSE_ALREADY_SENT
}

/**
 * Ends the connection without an answer: the caller has gone away, or the scenario drops the reply. Within the process
 * `Response.error()` stands for it.
 */
function lose(context: HttpContext, reply: Reply): Response {
  context.set('answer', { reply, text: null })
  if (context.env.outgoing === undefined) return Response.error()
  context.env.outgoing.destroy()
  return RESPONSE_ALREADY_SENT
}

/**
 * Ends an answer, and throws away for a moment what the caller goes on sending: the system resets a connection that is
 * closed over unread bytes, and the answer is lost with it.
 */
async function endInOrder(outgoing: ServerResponse, text: string | Buffer): Promise<void> {
  const over = new AbortController()
  outgoing.write(text)
  for (const event of ['end', 'close']) outgoing.req.once(event, () => over.abort())
  outgoing.req.resume()
  await sleep(lingerMs, over.signal)
  outgoing.end()
}

/** How long a caller may go on sending after its answer. */
const lingerMs = 1000

/** All hints in one header (D5), whose value carries printable ASCII only. */
function asHeaderText(hints: readonly string[]): string {
  return joinHints(hints)
    .replaceAll(/[^\x20-\x7e]/g, '?')
    .slice(0, 1000)
}
