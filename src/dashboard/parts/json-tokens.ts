/** A piece of JSON text with its colour's name. */
export interface JsonToken {
  readonly kind: 'key' | 'string' | 'number' | 'word' | 'plain'
  readonly text: string
}

const pattern = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d[\d.eE+-]*)|\b(true|false|null)\b/g

/** A value as JSON, in pieces to colour. All pieces together are `jsonText(value)`. */
export function jsonTokens(value: unknown): readonly JsonToken[] {
  const text = jsonText(value)
  const tokens: JsonToken[] = []
  let end = 0
  for (const match of text.matchAll(pattern)) {
    const [whole, quoted, colon, number] = match
    if (match.index > end) tokens.push({ kind: 'plain', text: text.slice(end, match.index) })
    end = match.index + whole.length
    if (quoted === undefined) tokens.push({ kind: number === undefined ? 'word' : 'number', text: whole })
    else if (colon === undefined) tokens.push({ kind: 'string', text: quoted })
    else tokens.push({ kind: 'key', text: quoted }, { kind: 'plain', text: colon })
  }
  if (end < text.length) tokens.push({ kind: 'plain', text: text.slice(end) })
  return tokens
}

/** A value as indented JSON; text stays as it is. */
export function jsonText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '')
}
