import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono } from 'hono'
import type { BoundEndpoint } from '../contract/endpoint.ts'
import { type Answering, answer, type Exchange } from './answer.ts'
import { createAuthorize } from './authorize.ts'
import { sendEvents } from './events.ts'
import { notFound, refuse } from './not-found.ts'
import type { HttpOptions } from './options.ts'
import { pathOf } from './path.ts'
import { beginCall, finishCall } from './request-log.ts'
import { send, sendSpoiled } from './send.ts'

type Bindings = { incoming: IncomingMessage; outgoing: ServerResponse }

const neverAborted = new AbortController().signal

/**
 * The Hono app of an area's endpoints; `stopping` ends the calls that wait for something. Answers are written to the Node
 * response directly: it is faster than a web `Response` and leaves the process's globals alone, which matters inside a
 * merchant's tests.
 *
 * Each area has an app of its own: paths that a parameter and a word share take the fast router away from all of one.
 */
export function createApp(
  options: HttpOptions,
  endpoints: readonly BoundEndpoint[],
  stopping: AbortSignal,
): RequestListener {
  const answering = { ...options, authorize: createAuthorize(options) }
  const refuseCall = (incoming: IncomingMessage, outgoing: ServerResponse) =>
    refuse(options, incoming, outgoing, notFound(incoming.method ?? 'GET', pathOf(incoming), endpoints))

  const app = new Hono<{ Bindings: Bindings }>({
    getPath: (_request, context) => pathOf(context?.env?.incoming ?? {}),
  })
  for (const endpoint of endpoints) {
    const path = endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1')
    app.on(endpoint.method, path, (context) => {
      const { incoming, outgoing } = context.env
      const params = path === endpoint.path ? noParams : context.req.param()
      void serveCall(answering, endpoint, { incoming, outgoing, params, record: beginCall() }, stopping)
      // The adapter has nothing to wait for: each promise on its way would be a turn later.
      return RESPONSE_ALREADY_SENT
    })
  }
  app.notFound(({ env: { incoming, outgoing } }) => {
    refuseCall(incoming, outgoing)
    return RESPONSE_ALREADY_SENT
  })
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false, autoCleanupIncoming: false })
  return (incoming, outgoing) => {
    const path = pathOf(incoming)
    // D4: HEAD is no GET here; and Hono is not asked about targets that are no paths, or that its adapter refuses.
    if (incoming.method === 'HEAD' || !path.startsWith('/') || path.includes('\\')) refuseCall(incoming, outgoing)
    else void listener(incoming, outgoing)
  }
}

const noParams = {}

async function serveCall(
  answering: Answering,
  endpoint: BoundEndpoint,
  exchange: Exchange,
  stopping: AbortSignal,
): Promise<void> {
  const { log } = answering
  const { incoming, outgoing, record } = exchange
  const isService = endpoint.area === 'service'
  // The service's endpoints wait for nothing, and a signal for each call would slow them down.
  const signal = isService ? neverAborted : abortedBy(outgoing, stopping)
  try {
    const reply = await answer(answering, endpoint, exchange, signal)
    if (reply.events !== undefined) return await sendEvents(outgoing, reply.events, { signal, log })
    const isSpoiled = reply.delayMs !== undefined || reply.fault !== undefined
    const sent = isSpoiled
      ? await sendSpoiled(outgoing, reply, log, abortedBy(outgoing, stopping))
      : send(outgoing, reply, log)
    if (isService) finishCall(answering, incoming, record, { reply, sent })
  } catch (error) {
    log.fault(`${incoming.method} ${pathOf(incoming)} failed`, error)
    outgoing.destroy()
  }
}

/** Aborts when the caller goes away or the sandbox stops. */
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
