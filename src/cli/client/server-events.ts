import type { SignatureHelpView } from '../../control/webhooks/signature-help.ts'
import { createEventParser, type SentEvent } from '../../control-client/event-parser.ts'
import type { Kind } from '../../domain/happening.ts'

/** An event that a sandbox sent: an entry of a timeline, a call, or that the business began again. */
export interface Happened {
  readonly event: string
  /** Of an entry of a timeline. */
  readonly kind?: Kind
  readonly at: string
  /** Of an attempt to deliver a webhook that was answered 401 or 403. */
  readonly signatureHelp?: SignatureHelpView
  readonly [fact: string]: unknown
}

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
