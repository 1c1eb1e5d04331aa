import { isDeeper, jsonIn, maxDepth } from '../../domain/json.ts'

/** A text with more values is no call and no answer of the service: to read it would block other calls. */
const mostValues = 2000

/** Returns the value of a JSON text; undefined if it is none, or has too many values or levels. */
export function boundedJson(text: string): unknown {
  return hasMore(text, ',') || isDeeper(text, maxDepth) ? undefined : jsonIn(text)
}

/** Returns the parameters of a query or a form; undefined if there are too many. */
export function boundedParameters(text: string): readonly (readonly [name: string, value: string])[] | undefined {
  return hasMore(text, '&') ? undefined : [...new URLSearchParams(text)]
}

function hasMore(text: string, separator: string): boolean {
  let count = 0
  for (let at = text.indexOf(separator); at >= 0; at = text.indexOf(separator, at + 1)) {
    if (++count > mostValues) return true
  }
  return false
}
