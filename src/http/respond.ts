import { joinHints, type Reply } from '../contract/endpoint.ts'
import { sleep } from '../time.ts'
import { callSignal } from './call-signal.ts'
import { type Ready, writeDirectly } from './direct-node.ts'
import type { HttpContext } from './http-env.ts'

/** The response to a call; null if it is written to Node's message already. */
export type Sent = Response | null

/**
 * The response for a reply: JSON or a file; `null` as body sends none. An error response, as `Response.error()` makes it,
 * stands for a connection that ends without an answer: the caller has gone away, or the scenario drops the reply.
 */
export function respond(context: HttpContext, reply: Reply): Sent {
  const { status = 200, body, text: known, file, headers, hints = [] } = reply
  const text = file?.bytes ?? known ?? (body === null ? '' : JSON.stringify(body))
  const all = ['content-length', String(Buffer.byteLength(text))]
  if (file !== undefined) all.push('content-type', file.type, 'x-content-type-options', 'nosniff')
  else if (body !== null) all.push('content-type', 'application/json; charset=utf-8')
  for (const name in headers) all.push(name, headers[name] ?? '')
  if (hints.length > 0) all.push('x-sandbox-hint', asHeaderText(hints))
  // A body that was not read to its end cannot be followed by another request on this connection.
  if (status === 413) all.push('connection', 'close')
  return send(context, reply, { status, headers: all, text })
}

/** The response for a reply that a scenario may delay or spoil; a delay ends when the caller goes away or the sandbox stops. */
export function respondAsPlanned(context: HttpContext, reply: Reply, stopping: AbortSignal): Sent | Promise<Sent> {
  const isAtOnce = reply.delayMs === undefined && reply.beforeSent === undefined
  return isAtOnce ? respondSpoiled(context, reply) : respondLater(context, reply, stopping)
}

async function respondLater(context: HttpContext, reply: Reply, stopping: AbortSignal): Promise<Sent> {
  const { delayMs, beforeSent } = reply
  const { raw } = context.req
  if (delayMs !== undefined) {
    const { signal, release } = callSignal(raw, stopping)
    await sleep(delayMs, signal).finally(release)
  }
  await beforeSent?.(raw.signal.aborted)
  return respondSpoiled(context, reply)
}

function respondSpoiled(context: HttpContext, reply: Reply): Sent {
  if (reply.fault === undefined) return respond(context, reply)
  if (reply.fault === 'drop') return lose(context, reply)
  const whole = JSON.stringify(reply.body)
  const text = whole.slice(0, Math.floor(whole.length / 2))
  const headers = Object.entries(reply.headers ?? {}).flat()
  headers.push('content-type', 'application/json; charset=utf-8', 'content-length', String(Buffer.byteLength(text)))
  return send(context, reply, { status: reply.status ?? 200, headers, text })
}

function send(context: HttpContext, reply: Reply, ready: Ready): Sent {
  const outgoing = context.env.outgoing
  const isGone = outgoing === undefined ? context.req.raw.signal.aborted : outgoing.destroyed
  if (isGone) return lose(context, reply)
  const { status, headers, text } = ready
  context.set('answer', { reply, sent: text })
  if (writeDirectly(outgoing, ready)) return null
  const body = typeof text === 'string' ? text || null : new Uint8Array(text)
  return new Response(body, { status, headers: inPairs(headers) })
}

function inPairs(headers: readonly string[]): [string, string][] {
  return headers.flatMap((name, index) => (index % 2 === 0 ? [[name, headers[index + 1] ?? '']] : []))
}

function lose(context: HttpContext, reply: Reply): Response {
  context.set('answer', { reply, sent: null })
  return Response.error()
}

/** All hints in one header (D5), whose value carries printable ASCII only. */
function asHeaderText(hints: readonly string[]): string {
  return joinHints(hints)
    .replaceAll(/[^\x20-\x7e]/g, '?')
    .slice(0, 1000)
}
