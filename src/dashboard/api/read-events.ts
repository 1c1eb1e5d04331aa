/** One Server-Sent Event: its name, and its data as JSON text. */
export interface SentEvent {
  readonly event: string
  readonly data: string
}

/** Makes events of the text of one stream. */
export interface EventParser {
  /** The events that are complete with this text. */
  read(text: string): readonly SentEvent[]
  /** The newest id; comments have ids, too. */
  lastId(): string | null
}

/** A parser for a stream that goes on after an id. The sandbox ends lines with a line feed, and data has one line. */
export function createEventParser(after: string | null): EventParser {
  let rest = ''
  let lastId = after
  return {
    lastId: () => lastId,
    read(text) {
      const blocks = (rest + text).split('\n\n')
      rest = blocks.pop() ?? ''
      return blocks.flatMap((block) => {
        const fields = new Map(block.split('\n').map(fieldOf))
        lastId = fields.get('id') ?? lastId
        const [event, data] = [fields.get('event'), fields.get('data')]
        return event === undefined || data === undefined ? [] : [{ event, data }]
      })
    },
  }
}

function fieldOf(line: string): [name: string, value: string] {
  const colon = line.indexOf(': ')
  return colon < 0 ? [line, ''] : [line.slice(0, colon), line.slice(colon + 2)]
}
