import { createEventParser, type SentEvent } from '../../control-client/event-parser.ts'
import type { Happened } from '../text/happening-text.ts'

/** Yields the Server-Sent Events of a byte stream until it ends or breaks. An incomplete last event is left out. */
export async function* readEvents(stream: AsyncIterable<Uint8Array>): AsyncGenerator<SentEvent> {
  const decoder = new TextDecoder()
  const eventsIn = createEventParser()
  try {
    for await (const chunk of stream) yield* eventsIn(decoder.decode(chunk, { stream: true }))
  } catch {
    // The connection broke.
  }
}

export function happenedIn({ event = '', data = '{}' }: SentEvent): Happened {
  return { event, ...(JSON.parse(data) as Omit<Happened, 'event'> & { readonly at: string }) }
}
