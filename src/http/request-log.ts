import type { IncomingMessage } from 'node:http'
import { joinHints, type Reply } from '../contract/endpoint.ts'
import { keptBytes, nobody, type ReceivedBody, type ReceivedCall } from '../contract/received-call.ts'
import { testKey } from '../domain/api-key.ts'
import { monotonicMs } from '../time.ts'

/** A call to the service's routes while it is answered: what the journal will want to know of it. */
export interface CallRecord {
  readonly startedMs: number
  readonly body: ReceivedBody
  /** The key that was let in; null before. */
  key: string | null
}

/** The record of a call that has just come. */
export function beginCall(): CallRecord {
  return { startedMs: monotonicMs(), body: { start: null, bytes: 0, isComing: false }, key: null }
}

/** Notes a body that was read, or the part of it that came. */
export function addBody({ body }: CallRecord, bytes: Buffer): void {
  body.bytes = bytes.length
  body.start = bytes
}

/** How many calls to the service's routes there were. */
export interface CallCounts {
  arrived: number
  /** Those of them that belong to nobody: without a key that is accepted. */
  keyless: number
}

/** Where finished calls to the service's routes are recorded. */
export interface Recorder {
  readonly counts: CallCounts
  /** Copies what it keeps of the body. */
  readonly record: (call: ReceivedCall) => void
  readonly acceptsKey: (key: string) => boolean
}

/** Records how a call ended, its answer sent or not; a call without a key that is accepted belongs to nobody. */
export function finishCall(
  { counts, record, acceptsKey }: Recorder,
  incoming: IncomingMessage,
  { startedMs, body, key: letIn }: CallRecord,
  { reply, sent }: { readonly reply: Reply; readonly sent: string | Buffer | null },
): void {
  const key = letIn ?? keyMeant(incoming, acceptsKey)
  if (key === null) counts.keyless++
  if (body.start === null) addRest(incoming, body)
  const answer = typeof sent === 'string' ? sent : null
  record({
    key: key ?? nobody,
    method: incoming.method ?? '',
    url: incoming.url ?? '',
    rawHeaders: incoming.rawHeaders,
    body,
    status: answer === null ? null : (reply.status ?? 200),
    answer,
    answerLength: answer?.length ?? 0,
    hint: reply.hints?.length ? joinHints(reply.hints) : undefined,
    byRule: reply.byRule === true,
    scenario: reply.headers?.['x-sandbox-scenario'],
    fault: reply.fault ?? (answer === null ? 'caller-gone' : null),
    meant: reply.fault === undefined && answer !== null ? undefined : reply.body,
    durationMs: monotonicMs() - startedMs,
  })
}

/** The key that a refused caller meant, also behind a scheme word. */
function keyMeant(
  { headers: { authorization } }: IncomingMessage,
  acceptsKey: (key: string) => boolean,
): string | null {
  const key = /^(?:\w+\s+)?(\S+)$/.exec(authorization ?? '')?.[1]
  return key !== undefined && testKey.test(key) && acceptsKey(key) ? key : null
}

/** Keeps what still comes of a body that nobody reads: it shows what the caller meant, and Node would throw it away. */
function addRest(incoming: IncomingMessage, body: ReceivedBody): void {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = incoming.headers
  if (length === '0' && encoding === undefined) return
  body.isComing = true
  incoming.on('data', (chunk: Buffer) => {
    const start = body.start ?? Buffer.alloc(0)
    body.bytes += chunk.length
    if (start.length < keptBytes) body.start = copied(Buffer.concat([start, chunk]))
  })
  incoming.on('error', () => {})
}

/** The start of some bytes, as far as it is kept, in memory of its own. */
function copied(bytes: Buffer): Buffer {
  const start = Buffer.allocUnsafeSlow(Math.min(bytes.length, keptBytes))
  bytes.copy(start)
  return start
}
