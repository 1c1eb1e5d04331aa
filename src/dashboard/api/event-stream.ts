import { createEventParser, type SentEvent } from '../../control-client/event-parser.ts'
import { failureOf } from '../../control-client/failure.ts'
import { sleep } from '../state/browser-time.ts'
import { send } from './client.ts'

export interface StreamReading {
  readonly key: string
  /** The id of the last received event; null reads new events only. */
  readonly after: string | null
  readonly signal: AbortSignal
  onOpen(): void
  onEvents(events: readonly SentEvent[]): void
}

/** A connection that is silent for longer than two heartbeats of the sandbox is dead. */
const silenceMs = 40_000

/** Reads the events of a business until the stream ends, and then always throws. */
export async function readEventStream({ key, after, signal, onOpen, onEvents }: StreamReading): Promise<never> {
  const query = new URLSearchParams({ requests: 'true', clock: 'true', changed: 'true', key })
  const headers = after === null ? {} : { 'last-event-id': after }
  const answer = await send(`/_sandbox/events?${query}`, { headers, signal })
  if (!answer.ok || answer.body === null)
    throw failureOf(answer.status, await answer.text(), answer.headers.get('x-sandbox-error'))
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
