import { createEventParser, type SentEvent } from '../../control-client/event-parser.ts'
import type { Happened } from '../text/happened.ts'

/** The Server-Sent Events in a stream of bytes; one that breaks off at the end of the stream is none. */
export async function* readEvents(stream: AsyncIterable<Uint8Array>): AsyncGenerator<SentEvent> {
  const decoder = new TextDecoder()
  const eventsIn = createEventParser()
  for await (const chunk of stream) yield* eventsIn(decoder.decode(chunk, { stream: true }))
}

export async function* untilItBreaks(stream: AsyncIterable<Uint8Array>): AsyncGenerator<SentEvent> {
  const events = readEvents(stream)
  try {
    for (;;) {
      const next = await events.next().catch(() => null)
      if (next === null || next.done) return
      yield next.value
    }
  } finally {
    // A reader that has enough closes the connection.
    await events.return(undefined)
  }
}

export function happenedIn({ event = '', data = '{}' }: SentEvent): Happened {
  return { event, ...(JSON.parse(data) as Omit<Happened, 'event'> & { readonly at: string }) }
}
