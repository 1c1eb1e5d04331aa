import type { ServerEvent } from '../../contract/endpoint.ts'
import { alarm } from '../../time.ts'
import type { CallSignal } from '../call-signal.ts'
import type { HttpContext } from '../http-env.ts'
import type { Log } from '../options.ts'
import { methodOf } from '../raw-request.ts'

/** Real time of silence before a comment shows that the connection is alive. */
const heartbeatMs = 15_000

/**
 * Streams events for as long as there are any and the caller listens. The next one is asked for once there is room for
 * it: a slow caller makes nothing grow here. HEAD gets the headers alone.
 */
export function eventResponse(
  events: AsyncIterable<ServerEvent>,
  context: HttpContext,
  call: CallSignal,
  log: Log,
): Response {
  const isForHeaders = methodOf(context) === 'HEAD'
  if (isForHeaders) call.release()
  return new Response(isForHeaders ? null : streamOf(events, context, { call, log }), {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  })
}

function streamOf(
  events: AsyncIterable<ServerEvent>,
  { env }: HttpContext,
  { call, log }: { readonly call: CallSignal; readonly log: Log },
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const iterator = events[Symbol.asyncIterator]()
  const heart = alarm()
  let isOpen = true
  const end = () => {
    isOpen = false
    heart.off()
    call.abort()
    call.release()
    // What the events listen to is let go, also where they wait for a reader.
    void iterator.return?.()
    // Bytes that a slow caller has not read yet would keep the connection open.
    if (env.outgoing?.writableNeedDrain) env.outgoing.destroy()
  }
  return new ReadableStream({
    start(controller) {
      const beat = () => {
        if ((controller.desiredSize ?? 0) > 0) controller.enqueue(encoder.encode(': still here\n\n'))
        heart.in(heartbeatMs, beat)
      }
      heart.in(heartbeatMs, beat)
      // The sandbox stops; the iterator may wait for a caller that does not read.
      call.signal.addEventListener('abort', () => isOpen && env.outgoing?.writableNeedDrain && end())
    },
    async pull(controller) {
      try {
        const { done, value } = await iterator.next()
        if (!done && !call.signal.aborted) return controller.enqueue(encoder.encode(textOf(value)))
      } catch (cause) {
        log.fault('A stream of events broke off', cause)
      }
      if (isOpen) controller.close()
      end()
    },
    cancel: end,
  })
}

function textOf({ comment, retryMs, id, event, data }: ServerEvent): string {
  const lines = [
    ...(comment === undefined ? [] : [`: ${comment}`]),
    ...(retryMs === undefined ? [] : [`retry: ${retryMs}`]),
    ...(id === undefined ? [] : [`id: ${id}`]),
    ...(event === undefined ? [] : [`event: ${event}`]),
    // JSON on one line: it holds no line break of its own.
    ...(data === undefined ? [] : [`data: ${JSON.stringify(data)}`]),
  ]
  return `${lines.join('\n')}\n\n`
}
