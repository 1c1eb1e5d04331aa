import type { IncomingMessage, ServerResponse } from 'node:http'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono } from 'hono'
import type { ZodType } from 'zod'
import type { BoundEndpoint, Call, Reply } from '../contract/endpoint.ts'
import { authenticate } from './authenticate.ts'
import { parseObject, readBody } from './body.ts'
import { controlError, InvalidRequest, isFault, serviceError } from './errors.ts'
import { notFound } from './not-found.ts'
import { send } from './send.ts'

/** What the HTTP door is given: it knows endpoints and keys, nothing of what is behind them. */
export interface Door {
  readonly endpoints: readonly BoundEndpoint[]
  /** True for a key of the right form that this sandbox accepts (D2). */
  readonly acceptsKey: (key: string) => boolean
  readonly validationShapeOf: (key: string) => 'object' | 'list'
  /** Told of every answer that is the sandbox's own fault or carries a hint. */
  readonly log: Log
}

/** The door while it serves: `stopping` ends the calls that wait for something. */
export interface OpenDoor extends Door {
  readonly stopping: AbortSignal
}

export interface Log {
  fault(message: string, cause: unknown): void
  hint(message: string): void
}

type Bindings = { incoming: IncomingMessage; outgoing: ServerResponse }

/** The business of control calls that name none. */
const defaultKey = 'test_sandbox'
const neverAborted = new AbortController().signal

/**
 * The Hono app of all endpoints. Answers are written to the Node response directly: it is faster than a web `Response`
 * and leaves the process's globals alone, which matters inside a merchant's tests.
 */
export function createApp(door: OpenDoor): Hono<{ Bindings: Bindings }> {
  const app = new Hono<{ Bindings: Bindings }>({
    getPath: (_request, options) => pathOf(options?.env?.incoming ?? {}),
  })
  for (const endpoint of door.endpoints) {
    app.on(
      endpoint.method,
      endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      async ({ env: { incoming, outgoing }, req }) => {
        send(outgoing, await answer(door, endpoint, incoming, outgoing, req.param()), door.log)
        return RESPONSE_ALREADY_SENT
      },
    )
  }
  app.notFound(({ env: { incoming, outgoing } }) => {
    send(outgoing, notFound(incoming.method ?? 'GET', pathOf(incoming), door.endpoints), door.log)
    return RESPONSE_ALREADY_SENT
  })
  return app
}

/** The path exactly as it was sent, without its query (D4). */
export function pathOf({ url = '/' }: { readonly url?: string | undefined }): string {
  const query = url.indexOf('?')
  return query < 0 ? url : url.slice(0, query)
}

async function answer(
  door: OpenDoor,
  endpoint: BoundEndpoint,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  params: Record<string, string>,
): Promise<Reply> {
  let key: string | null = null
  try {
    const query = queryOf(incoming)
    key = keyOf(door, endpoint, incoming, query)
    const call: Call = {
      key,
      params,
      query: endpoint.query && check(endpoint.query, partsOf(query)),
      body: endpoint.body && check(endpoint.body, await bodyOf(endpoint, incoming)),
      header: (name) => incoming.headers[name]?.toString() ?? null,
      signal: endpoint.area === 'control' ? abortedBy(outgoing, door.stopping) : neverAborted,
    }
    return await endpoint.handle(call)
  } catch (error) {
    if (isFault(error)) door.log.fault(`${incoming.method} ${pathOf(incoming)} failed`, error)
    return endpoint.area === 'control'
      ? controlError(error)
      : serviceError(error, key === null ? 'object' : door.validationShapeOf(key))
  }
}

function keyOf(
  door: Door,
  { area, method }: BoundEndpoint,
  { headers }: IncomingMessage,
  query: URLSearchParams | null,
): string {
  if (area === 'service') return authenticate(headers.authorization, door.acceptsKey)
  const named = headers.authorization ?? (method === 'GET' ? query?.get('key') : null)
  return named ? authenticate(named, door.acceptsKey) : defaultKey
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

async function bodyOf({ area }: BoundEndpoint, incoming: IncomingMessage): Promise<Record<string, unknown>> {
  const bytes = await readBody(incoming)
  // Control calls without parameters may come without a body.
  return area === 'control' && bytes.length === 0 ? {} : parseObject(bytes)
}

function check(schema: ZodType, value: unknown): unknown {
  const checked = schema.safeParse(value)
  if (checked.success) return checked.data
  throw new InvalidRequest(
    checked.error.issues.map(({ path, message }) => (path.length > 0 ? `${path.join('.')}: ${message}` : message)),
  )
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
