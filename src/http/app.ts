import type { IncomingMessage, ServerResponse } from 'node:http'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono } from 'hono'
import { ZodObject, type ZodType } from 'zod'
import type { $ZodIssue } from 'zod/v4/core'
import type { BoundEndpoint, Call, Reply } from '../contract/endpoint.ts'
import { fieldsOf, judgeBody } from '../contract/rules.ts'
import { meantInstead } from '../domain/did-you-mean.ts'
import { inputError } from '../domain/input-error.ts'
import { type Admitted, createAdmit, type Gate } from './authorize.ts'
import { BodyCutOff, BodyTooLarge, parseObject, readBody } from './body.ts'
import { controlKey } from './control-key.ts'
import { controlError, InvalidRequest, isFault, serviceError } from './errors.ts'
import { sendEvents } from './events.ts'
import { isControlPath } from './exposure.ts'
import { notFound } from './not-found.ts'
import { type Heard, hear, hearBody, type Recorder, record } from './request-log.ts'
import { send, sendSpoiled } from './send.ts'

/** What the HTTP door is given: it knows endpoints and keys, nothing of what is behind them. */
export interface Door extends Gate, Recorder {
  readonly endpoints: readonly BoundEndpoint[]
  /** Told of every answer that is the sandbox's own fault or carries a hint. */
  readonly log: Log
}

/** The door while it serves. */
export interface OpenDoor extends Door {
  /** Ends the calls that wait for something. */
  readonly stopping: AbortSignal
}

/** The door with its guard. */
interface GuardedDoor extends OpenDoor {
  readonly admit: (incoming: IncomingMessage) => Admitted
}

export interface Log {
  fault(message: string, cause: unknown): void
  hint(message: string): void
  /** Something of the user's that was not taken: told even to those who want no hints. */
  problem(message: string): void
}

type Bindings = { incoming: IncomingMessage; outgoing: ServerResponse }

const neverAborted = new AbortController().signal

/**
 * The Hono app of all endpoints. Answers are written to the Node response directly: it is faster than a web `Response`
 * and leaves the process's globals alone, which matters inside a merchant's tests.
 */
export function createApp(openDoor: OpenDoor): Hono<{ Bindings: Bindings }> {
  const door = { ...openDoor, admit: createAdmit(openDoor) }
  const app = new Hono<{ Bindings: Bindings }>({
    getPath: (_request, options) => pathOf(options?.env?.incoming ?? {}),
  })
  for (const endpoint of door.endpoints) {
    app.on(
      endpoint.method,
      endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      async ({ env: { incoming, outgoing }, req }) => {
        const heard = hear()
        const reply = await answer(door, endpoint, { incoming, outgoing, heard, params: req.param() })
        if (reply.events !== undefined) {
          await sendEvents(outgoing, reply.events, { signal: abortedBy(outgoing, door.stopping), log: door.log })
          return RESPONSE_ALREADY_SENT
        }
        const isSpoiled = reply.delayMs !== undefined || reply.fault !== undefined
        const sent = isSpoiled
          ? await sendSpoiled(outgoing, reply, door.log, abortedBy(outgoing, door.stopping))
          : send(outgoing, reply, door.log)
        if (endpoint.area === 'service') record(door, incoming, heard, { reply, sent })
        return RESPONSE_ALREADY_SENT
      },
    )
  }
  app.notFound(({ env: { incoming, outgoing } }) => {
    refuse(door, incoming, outgoing, notFound(incoming.method ?? 'GET', pathOf(incoming), door.endpoints))
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
export function refuse(door: Door, incoming: IncomingMessage, outgoing: ServerResponse, reply: Reply): void {
  const heard = hear()
  const sent = send(outgoing, reply, door.log)
  if (!isControlPath(incoming.url ?? '')) record(door, incoming, heard, { reply, sent })
}

/** One call on its way through the door. */
interface Passing {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
  readonly heard: Heard
  readonly params: Record<string, string>
}

async function answer(
  door: GuardedDoor,
  endpoint: BoundEndpoint,
  { incoming, outgoing, heard, params }: Passing,
): Promise<Reply> {
  let shape: 'object' | 'list' = 'object'
  try {
    const query = queryOf(incoming)
    const admitted = endpoint.area === 'service' ? door.admit(incoming) : null
    const key = admitted?.key ?? controlKey(door, endpoint, incoming, query)
    heard.key = key
    shape = admitted?.settings.validationShape ?? shape
    const parts = endpoint.query && check(endpoint.query, partsOf(query))
    const sent = endpoint.body && (await bodyOf(endpoint, incoming, heard))
    // Read once the body has come: what it is checked by is what the handler goes by.
    const settings = door.settingsOf(endpoint.area === 'service' ? key : null)
    const schema = endpoint.bodyUnder?.(settings) ?? endpoint.body
    const call: Call = {
      key,
      settings,
      params,
      query: parts,
      body: schema && check(schema, sent),
      header: (name) => incoming.headers[name]?.toString() ?? null,
      signal: endpoint.area === 'control' ? abortedBy(outgoing, door.stopping) : neverAborted,
    }
    return await endpoint.handle(call)
  } catch (error) {
    if (error instanceof BodyTooLarge || error instanceof BodyCutOff) hearBody(heard, Buffer.concat(error.chunks))
    if (isFault(error)) door.log.fault(`${incoming.method} ${pathOf(incoming)} failed`, error)
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
  heard: Heard,
): Promise<Record<string, unknown>> {
  const bytes = await readBody(incoming)
  if (area === 'service') hearBody(heard, bytes)
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
