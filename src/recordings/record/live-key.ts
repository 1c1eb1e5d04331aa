import { decodedBody, headerOf } from './har-entry.ts'
import { inBase64 } from './in-base64.ts'
import { keyPattern } from './key-pattern.ts'
import { type Call, headersIn } from './pass-on.ts'

/** Says where a call has a live key; null if it has none. */
export function placeOfLiveKey(call: Call): string | null {
  const headers = headersIn(call.rawHeaders)
  const header = headers.find(({ value }) => hasLiveKey(value))
  if (header !== undefined) return `the header ${header.name}`
  if (hasLiveKey(call.path)) return 'the address'
  const body = decodedBody(call.raw, headerOf(headers, 'content-encoding')) ?? call.raw
  return hasLiveKey(body.toString('latin1')) ? 'the body' : null
}

/** True for a text with a live key in it, also in escapes and in base64. */
export function hasLiveKey(text: string): boolean {
  return [text, unescaped(text)].some(
    (form) =>
      keyPattern('live').test(form) || inBase64(form, (plain) => plain.replace(keyPattern('live'), '')) !== form,
  )
}

/** Letters that are written by their numbers: `%6c` in an address, `\u006c` in JSON; and the slash of JSON. */
function unescaped(text: string): string {
  return text
    .replaceAll('\\/', '/')
    .replace(/(?:%|\\u00)([0-7][0-9a-f])/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
}
