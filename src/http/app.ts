import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono } from 'hono'
import { answer } from './answer.ts'
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
 * The Hono app of all endpoints; `stopping` ends the calls that wait for something. Answers are written to the Node
 * response directly: it is faster than a web `Response` and leaves the process's globals alone, which matters inside a
 * merchant's tests.
 */
export function createApp(options: HttpOptions, stopping: AbortSignal): RequestListener {
  const answering = { ...options, authorize: createAuthorize(options) }
  const app = new Hono<{ Bindings: Bindings }>({
    getPath: (_request, context) => pathOf(context?.env?.incoming ?? {}),
  })
  for (const endpoint of options.endpoints) {
    const isService = endpoint.area === 'service'
    const path = endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1')
    app.on(endpoint.method, path, async ({ env: { incoming, outgoing }, req }) => {
      const record = beginCall()
      // The service's endpoints wait for nothing, and a signal for each call would slow them down.
      const signal = isService ? neverAborted : abortedBy(outgoing, stopping)
      const reply = await answer(answering, endpoint, { incoming, record, params: req.param(), signal })
      if (reply.events !== undefined) {
        await sendEvents(outgoing, reply.events, { signal, log: options.log })
        return RESPONSE_ALREADY_SENT
      }
      const isSpoiled = reply.delayMs !== undefined || reply.fault !== undefined
      const sent = isSpoiled
        ? await sendSpoiled(outgoing, reply, options.log, abortedBy(outgoing, stopping))
        : send(outgoing, reply, options.log)
      if (isService) finishCall(options, incoming, record, { reply, sent })
      return RESPONSE_ALREADY_SENT
    })
  }
  app.notFound(({ env: { incoming, outgoing } }) => {
    refuse(options, incoming, outgoing, notFound(incoming.method ?? 'GET', pathOf(incoming), options.endpoints))
    return RESPONSE_ALREADY_SENT
  })
  return getRequestListener(app.fetch, { overrideGlobalObjects: false })
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
