import { createEventParser, type SentEvent } from '../../control-client/event-parser.ts'
import { failureOf } from '../../control-client/failure.ts'
import { sleep } from '../state/browser-time.ts'
import { send } from './client.ts'

/** Which stream to read, and what to do with it. */
export interface Reading {
  readonly key: string
  /** The event after which to go on; null begins with what comes from now on. */
  readonly after: string | null
  readonly signal: AbortSignal
  onOpen(): void
  onEvents(events: readonly SentEvent[]): void
}

/** Silence after which the connection is taken for dead: two heartbeats of the sandbox, and some. */
const silenceMs = 40_000

/** Reads the stream of a business's events until it ends, in whatever way: it always throws. */
export async function readEventStream({ key, after, signal, onOpen, onEvents }: Reading): Promise<never> {
  const query = new URLSearchParams({ requests: 'true', clock: 'true', key })
  const headers = after === null ? {} : { 'last-event-id': after }
  const answer = await send(`/_sandbox/events?${query}`, { headers, signal })
  if (!answer.ok || answer.body === null) throw failureOf(answer.status, await answer.text())
  onOpen()
  const eventsIn = createEventParser()
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
  try {
    for (;;) {
      const next = await Promise.race([reader.read(), sleep(silenceMs, signal)])
      if (next === undefined || next.done) throw new Error('The connection to the sandbox ended')
      onEvents(eventsIn(next.value))
    }
  } finally {
    void reader.cancel().catch(() => {})
  }
}
