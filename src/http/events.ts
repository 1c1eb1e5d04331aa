import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { ServerEvent } from '../contract/endpoint.ts'
import { alarm } from '../time.ts'
import type { Log } from './options.ts'

/** Real time of silence after which a comment shows that the connection is alive. */
const heartbeatMs = 15_000

/**
 * Writes events for as long as there are any, the caller listens and `signal` has not aborted. The next one is asked for
 * once there is room for it: a slow caller makes nothing grow here.
 */
export async function sendEvents(
  outgoing: ServerResponse,
  events: AsyncIterable<ServerEvent>,
  { signal, log }: { readonly signal: AbortSignal; readonly log: Log },
): Promise<void> {
  if (outgoing.destroyed) return
  outgoing.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  const heart = alarm()
  const beat = () => {
    if (!outgoing.writableNeedDrain && !outgoing.destroyed) outgoing.write(': still here\n\n')
    heart.in(heartbeatMs, beat)
  }
  try {
    heart.in(heartbeatMs, beat)
    for await (const event of events) {
      if (signal.aborted) break
      const hasRoom = outgoing.write(textOf(event))
      heart.in(heartbeatMs, beat)
      if (!hasRoom) await drained(outgoing, signal)
    }
  } catch (cause) {
    log.fault('A stream of events broke off', cause)
    outgoing.destroy()
  } finally {
    heart.off()
    // What a caller who does not read has not taken yet would keep the connection open.
    if (outgoing.writableNeedDrain) outgoing.destroy()
    else outgoing.end()
  }
}

async function drained(outgoing: ServerResponse, signal: AbortSignal): Promise<void> {
  // Aborts when the caller goes away, too.
  await once(outgoing, 'drain', { signal }).catch(() => {})
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
