import { isUtf8 } from 'node:buffer'
import { isDeeper, maxDepth } from '../../domain/json.ts'
import { withoutLiveKeys } from '../../text.ts'

/** A body as the journal shows it: JSON as JSON; another text with what is wrong with it; null for none. */
export interface ShownBody {
  readonly body: unknown
  readonly problem: string | null
}

/** Shows the start of a body of `size` bytes, without live keys. */
export function shownBytes(start: Buffer | null, size: number): ShownBody {
  if (size === 0) return { body: null, problem: null }
  const bytes = start ?? Buffer.alloc(0)
  const text = bytes.toString('utf8')
  if (bytes.length < size) return cutOff(text, `the first ${bytes.length} of ${size} bytes`)
  if (!isUtf8(bytes)) return { body: withoutLiveKeys(text), problem: 'is not valid UTF-8' }
  return shownText(text, text.length)
}

/** Shows the start of a text of `size` characters, without live keys. */
export function shownText(start: string | null, size: number): ShownBody {
  if (start === null || size === 0) return { body: null, problem: null }
  if (start.length < size) return cutOff(start, `the first ${start.length} of ${size} characters`)
  try {
    if (isDeeper(start, maxDepth)) throw new RangeError(`nests deeper than ${maxDepth} levels`)
    return { body: withoutKeys(JSON.parse(start)), problem: null }
  } catch (cause) {
    const why = cause instanceof RangeError ? cause.message : whyNoJson(withoutLiveKeys(start))
    return { body: withoutLiveKeys(start), problem: why }
  }
}

/** The last characters may be the beginning of a key. */
function cutOff(text: string, problem: string): ShownBody {
  return { body: withoutLiveKeys(text).replace(/l(?:i(?:ve?)?)?$/i, ''), problem }
}

/** The value without live keys, also without those whose letters are escaped in the text. */
function withoutKeys(value: unknown): unknown {
  return JSON.parse(withoutLiveKeys(JSON.stringify(value)))
}

/** The parser's message; it quotes the text, so keys must be removed first. */
function whyNoJson(text: string): string {
  try {
    JSON.parse(text)
    return 'is not valid JSON'
  } catch (cause) {
    return `is not valid JSON: ${cause instanceof Error ? cause.message : String(cause)}`
  }
}
