import { joinHints, type Reply } from '../contract/endpoint.ts'
import { writeScenarioHeader } from '../domain/plan.ts'
import { sleep } from '../time.ts'
import { callSignal } from './call-signal.ts'
import type { HttpContext } from './http-env.ts'
import { lose, send } from './tuned-send.ts'

/** The response for a reply: JSON or a file; `null` as body sends none. */
export function respond(context: HttpContext, reply: Reply): Response {
  const { status = 200, body, text: known, file, scenario, headers, hints = [] } = reply
  const text = file?.bytes ?? known ?? (body === null ? '' : JSON.stringify(body))
  const all: Record<string, string> = {}
  if (file !== undefined) Object.assign(all, { 'content-type': file.type, 'x-content-type-options': 'nosniff' })
  else if (body !== null) all['content-type'] = json
  if (scenario !== undefined) all['x-sandbox-scenario'] = writeScenarioHeader(scenario)
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
  const { status = 200, scenario } = reply
  const whole = JSON.stringify(reply.body)
  const text = whole.slice(0, Math.floor(whole.length / 2))
  const named = scenario && { 'x-sandbox-scenario': writeScenarioHeader(scenario) }
  const headers = { 'content-type': json, ...named, ...reply.headers }
  return send(context, reply, { status, text, headers })
}

const json = 'application/json; charset=utf-8'

/** All hints in one header (D5), whose value carries printable ASCII only. */
function asHeaderText(hints: readonly string[]): string {
  return joinHints(hints)
    .replaceAll(/[^\x20-\x7e]/g, '?')
    .slice(0, 1000)
}
