export interface SentEvent {
  readonly id?: string
  readonly event?: string
  readonly data?: string
}

/**
 * A parser for one stream: called with its next text, it gives the events that are complete by then. Lines end as such a
 * stream has them: with CR LF, LF or CR, and with nothing else that ends lines elsewhere.
 */
export function createEventParser(): (text: string) => readonly SentEvent[] {
  let rest = ''
  let fields: [string, string][] = []
  const eventAt = (line: string): readonly SentEvent[] => {
    if (line !== '') {
      const [, name, value = ''] = /^(id|event|data)(?:: ?(.*))?$/s.exec(line) ?? []
      if (name !== undefined) fields.push([name, value])
      return []
    }
    const event = Object.fromEntries(fields)
    fields = []
    return [event]
  }
  return (text) => {
    // A CR at the end may be half of a line's end.
    const lines = (rest + text).split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    return lines.flatMap(eventAt)
  }
}
