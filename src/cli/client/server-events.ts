import type { Happened } from '../text/tail-line.ts'

/** One Server-Sent Event as it was sent. */
export interface SentEvent {
  readonly id?: string
  readonly event?: string
  readonly data?: string
}

/** The Server-Sent Events in a stream of bytes; one that breaks off at the end of the stream is none. */
export async function* readEvents(stream: AsyncIterable<Uint8Array>): AsyncGenerator<SentEvent> {
  let fields: [string, string][] = []
  for await (const line of linesOf(stream)) {
    if (line !== '') {
      const [, name, value = ''] = /^(id|event|data)(?:: ?(.*))?$/s.exec(line) ?? []
      if (name !== undefined) fields.push([name, value])
      continue
    }
    yield Object.fromEntries(fields)
    fields = []
  }
}

/** The events of a stream until it ends, in whatever way. */
export async function* untilItBreaks(stream: AsyncIterable<Uint8Array>): AsyncGenerator<SentEvent> {
  const events = readEvents(stream)
  try {
    for (;;) {
      const next = await events.next().catch(() => null)
      if (next === null || next.done) return
      yield next.value
    }
  } finally {
    // Whoever has read enough closes the connection.
    await events.return(undefined)
  }
}

/** What an event of `GET /_sandbox/events` says. */
export function happenedIn({ event = '', data = '{}' }: SentEvent): Happened {
  return { event, ...(JSON.parse(data) as Omit<Happened, 'event'> & { readonly at: string }) }
}

/** Lines that end as such a stream has them: with CR LF, LF or CR, and with nothing else that ends lines elsewhere. */
async function* linesOf(stream: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of stream) {
    // A CR at the end may be half of a line's end.
    const lines = (text + decoder.decode(chunk, { stream: true })).split(/\r\n|\n|\r(?!$)/)
    text = lines.pop() ?? ''
    yield* lines
  }
}
