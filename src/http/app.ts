import type { IncomingMessage, ServerResponse } from 'node:http'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono } from 'hono'
import { ZodObject, type ZodType } from 'zod'
import type { $ZodIssue } from 'zod/v4/core'
import type { BoundEndpoint, Call, Reply } from '../contract/endpoint.ts'
import { fieldsOf, judgeBody } from '../contract/rules.ts'
import { meantInstead } from '../domain/did-you-mean.ts'
import { inputError } from '../domain/input-error.ts'
import { type Access, type Caller, createAuthorize } from './authorize.ts'
import { BodyCutOff, BodyTooLarge, parseObject, readBody } from './body.ts'
import { controlKey } from './control-key.ts'
import { controlError, InvalidRequest, isFault, serviceError } from './errors.ts'
import { sendEvents } from './events.ts'
import { isControlPath } from './exposure.ts'
import type { Log } from './log.ts'
import { notFound } from './not-found.ts'
import { addBody, beginCall, type CallRecord, finishCall, type Recorder } from './request-log.ts'
import { send, sendSpoiled } from './send.ts'

/** What HTTP is given: it knows endpoints and keys, nothing of what is behind them. */
export interface HttpOptions extends Access, Recorder {
  readonly endpoints: readonly BoundEndpoint[]
  /** Gets every answer that is the sandbox's own fault or carries a hint. */
  readonly log: Log
}

/** The same while it serves. */
export interface ServingOptions extends HttpOptions {
  /** Ends the calls that wait for something. */
  readonly stopping: AbortSignal
}

/** The same with what authorizes callers. */
interface AppOptions extends ServingOptions {
  readonly authorize: (incoming: IncomingMessage) => Caller
}

type Bindings = { incoming: IncomingMessage; outgoing: ServerResponse }

const neverAborted = new AbortController().signal

/**
 * The Hono app of all endpoints. Answers are written to the Node response directly: it is faster than a web `Response`
 * and leaves the process's globals alone, which matters inside a merchant's tests.
 */
export function createApp(serving: ServingOptions): Hono<{ Bindings: Bindings }> {
  const options = { ...serving, authorize: createAuthorize(serving) }
  const app = new Hono<{ Bindings: Bindings }>({
    getPath: (_request, context) => pathOf(context?.env?.incoming ?? {}),
  })
  for (const endpoint of options.endpoints) {
    app.on(
      endpoint.method,
      endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      async ({ env: { incoming, outgoing }, req }) => {
        const record = beginCall()
        const reply = await answer(options, endpoint, { incoming, outgoing, record, params: req.param() })
        if (reply.events !== undefined) {
          await sendEvents(outgoing, reply.events, { signal: abortedBy(outgoing, options.stopping), log: options.log })
          return RESPONSE_ALREADY_SENT
        }
        const isSpoiled = reply.delayMs !== undefined || reply.fault !== undefined
        const sent = isSpoiled
          ? await sendSpoiled(outgoing, reply, options.log, abortedBy(outgoing, options.stopping))
          : send(outgoing, reply, options.log)
        if (endpoint.area === 'service') finishCall(options, incoming, record, { reply, sent })
        return RESPONSE_ALREADY_SENT
      },
    )
  }
  app.notFound(({ env: { incoming, outgoing } }) => {
    refuse(options, incoming, outgoing, notFound(incoming.method ?? 'GET', pathOf(incoming), options.endpoints))
    return RESPONSE_ALREADY_SENT
  })
  return app
}

/** The path exactly as it was sent, without its query (D4). */
export function pathOf({ url = '/' }: { readonly url?: string | undefined }): string {
  const query = url.indexOf('?')
  return query < 0 ? url : url.slice(0, query)
}

/** Answers a call that no endpoint is asked about. */
export function refuse(options: HttpOptions, incoming: IncomingMessage, outgoing: ServerResponse, reply: Reply): void {
  const record = beginCall()
  const sent = send(outgoing, reply, options.log)
  if (!isControlPath(incoming.url ?? '')) finishCall(options, incoming, record, { reply, sent })
}

/** One call and its answer. */
interface Exchange {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
  readonly record: CallRecord
  readonly params: Record<string, string>
}

async function answer(
  options: AppOptions,
  endpoint: BoundEndpoint,
  { incoming, outgoing, record, params }: Exchange,
): Promise<Reply> {
  let shape: 'object' | 'list' = 'object'
  try {
    const query = queryOf(incoming)
    const caller = endpoint.area === 'service' ? options.authorize(incoming) : null
    const key = caller?.key ?? controlKey(options, endpoint, incoming, query)
    record.key = key
    shape = caller?.settings.validationShape ?? shape
    const parts = endpoint.query && check(endpoint.query, partsOf(query))
    const sent = endpoint.body && (await bodyOf(endpoint, incoming, record))
    // Read once the body has come: what it is checked by is what the handler goes by.
    const settings = options.settingsOf(endpoint.area === 'service' ? key : null)
    const schema = endpoint.bodyUnder?.(settings) ?? endpoint.body
    const call: Call = {
      key,
      settings,
      params,
      query: parts,
      body: schema && check(schema, sent),
      header: (name) => incoming.headers[name]?.toString() ?? null,
      signal: endpoint.area === 'control' ? abortedBy(outgoing, options.stopping) : neverAborted,
    }
    return await endpoint.handle(call)
  } catch (error) {
    if (error instanceof BodyTooLarge || error instanceof BodyCutOff) addBody(record, Buffer.concat(error.chunks))
    if (isFault(error)) options.log.fault(`${incoming.method} ${pathOf(incoming)} failed`, error)
    return endpoint.area === 'control' ? controlError(error) : serviceError(error, shape)
  }
}

function queryOf({ url = '' }: IncomingMessage): URLSearchParams | null {
  const query = url.indexOf('?')
  return query < 0 ? null : new URLSearchParams(url.slice(query + 1))
}

/** The query's parameters but for `key`, which names the business. */
function partsOf(query: URLSearchParams | null): Record<string, string> {
  const { key, ...parts } = Object.fromEntries(query ?? [])
  return parts
}

async function bodyOf(
  { area }: BoundEndpoint,
  incoming: IncomingMessage,
  record: CallRecord,
): Promise<Record<string, unknown>> {
  const bytes = await readBody(incoming)
  if (area === 'service') addBody(record, bytes)
  // Control calls without parameters may come without a body.
  return area === 'control' && bytes.length === 0 ? {} : parseObject(bytes)
}

function check(schema: ZodType, value: Record<string, unknown> | undefined): unknown {
  const fields = fieldsOf(schema)
  if (fields !== null && value !== undefined) {
    const judged = judgeBody(fields, value)
    if ('fields' in judged) return judged.fields
    throw new InvalidRequest(judged.messages)
  }
  const checked = schema.safeParse(value, inputError)
  if (checked.success) return checked.data
  throw new InvalidRequest(checked.error.issues.flatMap((issue) => messagesOf(issue, schema)))
}

function messagesOf(issue: $ZodIssue, schema: ZodType): readonly string[] {
  if (issue.code === 'unrecognized_keys' && issue.path.length === 0 && schema instanceof ZodObject) {
    return issue.keys.map((key) => `${pathText([key])}: unknown key; ${meantInstead(key, Object.keys(schema.shape))}`)
  }
  const { path, message } = issue
  return [path.length > 0 ? `${pathText(path)}: ${message}` : message]
}

/** Where in a body a problem is; a live key is never echoed (D2). */
function pathText(path: readonly PropertyKey[]): string {
  return path.map((part) => String(part).replace(/^live_.*/s, 'live_...')).join('.')
}

function abortedBy(outgoing: ServerResponse, stopping: AbortSignal): AbortSignal {
  const controller = new AbortController()
  const abort = () => {
    stopping.removeEventListener('abort', abort)
    controller.abort()
  }
  if (stopping.aborted) abort()
  outgoing.once('close', abort)
  stopping.addEventListener('abort', abort)
  return controller.signal
}
