/** One Server-Sent Event as it was sent. */
export interface SentEvent {
  readonly id?: string
  readonly event?: string
  readonly data?: string
}

/** The Server-Sent Events in a stream of bytes; one that breaks off at the end of the stream is none. */
export async function* readEvents(stream: AsyncIterable<Uint8Array>): AsyncGenerator<SentEvent> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of stream) {
    const blocks = (text + decoder.decode(chunk, { stream: true })).split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) yield eventIn(block)
  }
}

function eventIn(block: string): SentEvent {
  const fields = block.split('\n').flatMap((line) => {
    const [, name, value] = /^(id|event|data): ?(.*)$/.exec(line) ?? []
    return name === undefined ? [] : [[name, value]]
  })
  return Object.fromEntries(fields)
}
