import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ZodType } from 'zod'
import type { BoundEndpoint, Call, Reply } from '../contract/endpoint.ts'
import type { RawBody } from '../contract/read-fields.ts'
import { type Read, readRequest } from '../contract/read-request.ts'
import { inputError, pathText, problemsOf } from '../domain/input-error.ts'
import type { Settings } from '../domain/settings.ts'
import { turnEnd } from '../time.ts'
import type { Caller } from './authorize.ts'
import { BodyCutOff, BodyTooLarge, contentTypeHints, parseObject, readBody } from './body.ts'
import { controlKey } from './control-key.ts'
import { controlError, InvalidRequest, isFault, serviceError } from './errors.ts'
import type { HttpOptions } from './options.ts'
import { pathOf, queryOf } from './path.ts'
import { addBody, type CallRecord } from './request-log.ts'

/** What answers calls: the options, and what authorizes callers. */
export interface Answering extends HttpOptions {
  readonly authorize: (incoming: IncomingMessage) => Caller
}

/** One call to an endpoint, and the response that it is answered with. */
export interface Exchange {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
  readonly params: Record<string, string>
  readonly record: CallRecord
}

/**
 * Answers a call: lets the caller in, checks what was sent, asks the endpoint; an error becomes its answer. `signal`
 * aborts when the caller goes away or the sandbox stops.
 */
export async function answer(
  options: Answering,
  endpoint: BoundEndpoint,
  { incoming, params, record }: Exchange,
  signal: AbortSignal,
): Promise<Reply> {
  let shape: 'object' | 'list' = 'object'
  let hints: readonly string[] = []
  const refusal = (error: unknown) =>
    endpoint.area === 'control' ? controlError(error) : withHints(serviceError(error, shape), hints)
  try {
    const query = queryOf(incoming)
    const caller = endpoint.area === 'service' ? options.authorize(incoming) : null
    const key = caller?.key ?? controlKey(options, endpoint, incoming, query)
    record.key = key
    shape = caller?.settings.validationShape ?? shape
    const parts = endpoint.query && check(endpoint, endpoint.query, partsOf(query))
    if (parts && 'messages' in parts) return refusal(new InvalidRequest(parts.messages))
    const bytes = endpoint.body && (await readBody(incoming))
    // The calls of a turn are answered in a row: between two socket reads each would find the processor's caches cold
    // and wake its caller alone, which doubles what it costs (measured).
    if (endpoint.area === 'service') await turnEnd()
    if (endpoint.area === 'service' && bytes) hints = contentTypeHints(incoming.headers['content-type'])
    const schema = endpoint.readsBytes ? undefined : endpoint.body
    const sent = bytes && schema && parsed(endpoint, bytes, record)
    // The settings that let the caller in: the handler goes by what was read, should they change meanwhile.
    const read = schema && check(endpoint, schema, sent ?? {}, caller?.settings)
    if (read) hints = joined(hints, read.hints)
    if (read && 'messages' in read) return refusal(new InvalidRequest(read.messages))
    const body = read ? read.fields : bytes
    const header = (name: string) => incoming.headers[name]?.toString() ?? null
    const call: Call = { key, params, query: parts?.fields, body, header, signal }
    return withHints(await endpoint.handle(call), hints)
  } catch (error) {
    const isUnfinished = error instanceof BodyTooLarge || error instanceof BodyCutOff
    // What a caller sends of a body that was refused before it came is kept as it comes.
    if (isUnfinished && error.chunks.length > 0) addBody(record, Buffer.concat(error.chunks))
    if (isFault(error)) options.log.fault(`${incoming.method} ${pathOf(incoming)} failed`, error)
    return refusal(error)
  }
}

function withHints(reply: Reply, hints: readonly string[]): Reply {
  return hints.length === 0 ? reply : { ...reply, hints: joined(hints, reply.hints ?? []) }
}

/** Two lists as one; most calls have no hints, and pay for no new list. */
function joined(first: readonly string[], second: readonly string[]): readonly string[] {
  return first.length === 0 ? second : [...first, ...second]
}

/** The query's parameters but for `key`, which names the business. */
function partsOf(query: URLSearchParams | null): Record<string, string> {
  const { key, ...parts } = Object.fromEntries(query ?? [])
  return parts
}

function parsed({ area }: BoundEndpoint, bytes: Buffer, record: CallRecord): Record<string, unknown> {
  if (area === 'service') addBody(record, bytes)
  // Control calls without parameters may come without a body.
  return area === 'control' && bytes.length === 0 ? {} : parseObject(bytes)
}

/** A body or query as its schema reads it, under the settings of a business, or every message of what is wrong. */
function check({ area }: BoundEndpoint, schema: ZodType, value: RawBody, settings?: Settings): Read<unknown> {
  if (area === 'service') return readRequest(schema, value, settings)
  const checked = schema.safeParse(value, inputError)
  if (checked.success) return { fields: checked.data, hints: [] }
  const messages = problemsOf(checked.error, schema, 'key').map(({ path, message }) =>
    path.length > 0 ? `${pathText(path)}: ${message}` : message,
  )
  return { messages, hints: [] }
}
