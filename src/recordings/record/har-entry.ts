import { isUtf8 } from 'node:buffer'
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import type { SignatureFacts } from '../read/recording.ts'
import { type Answer, type Call, type Header, headersIn } from './pass-on.ts'
import type { Redaction } from './redaction.ts'

export interface Exchange {
  readonly call: Call
  readonly url: string
  readonly answer: Answer
  /** Why the answer is not the service's; null if it is. */
  readonly error: string | null
  /** When the call came, in milliseconds since 1970, and how long its answer took. */
  readonly at: number
  readonly ms: number
  /** Undefined for a call. */
  readonly webhook?: { readonly signature: SignatureFacts | null }
}

/** Returns a call or a webhook as an entry of HAR 1.2, without its secrets. */
export function harEntry(
  { call, answer, error, at, ms, webhook, ...exchange }: Exchange,
  redaction: Redaction,
): string {
  const sent = headersIn(call.rawHeaders)
  const answered = headersIn(answer.headers ?? [])
  const signed = webhook?.signature?.header
  const headers = (list: readonly Header[]) =>
    list.map(({ name, value }) => redaction.header({ name, value: name === signed ? 'REDACTED' : value }))
  const common = { httpVersion: 'HTTP/1.1', cookies: [], headersSize: -1 }
  const url = redaction.text(exchange.url)
  const queryString = [...new URL(url).searchParams].map(([name, value]) => ({ name, value }))
  const request = { method: call.method, url, ...common, headers: headers(sent), queryString }
  const { status, statusText = '', body: raw = Buffer.alloc(0) } = answer
  const response = { status, statusText, ...common, headers: headers(answered) }
  const entry = {
    startedDateTime: new Date(at).toISOString(),
    time: ms,
    request: {
      ...request,
      bodySize: call.raw.length,
      ...(call.raw.length === 0 ? {} : { postData: contentOf(call.raw, sent, redaction) }),
    },
    response: {
      ...response,
      redirectURL: '',
      bodySize: raw.length,
      content: { size: raw.length, ...contentOf(raw, answered, redaction) },
      ...(error === null ? {} : { _error: error }),
    },
    cache: {},
    timings: { send: 0, wait: ms, receive: 0 },
    ...(webhook === undefined ? {} : { _webhook: true, _signature: webhook.signature }),
  }
  return redaction.entry(JSON.stringify(entry))
}

function contentOf(raw: Buffer, headers: readonly Header[], redaction: Redaction) {
  const mimeType = headerOf(headers, 'content-type')
  const bytes = decodedBody(raw, headerOf(headers, 'content-encoding'))
  if (bytes === null) return { mimeType, comment: 'The body is not recorded: its encoding is not known.' }
  if (isUtf8(bytes)) return { mimeType, text: redaction.body(bytes.toString('utf8')) }
  const text = Buffer.from(redaction.entry(redaction.body(bytes.toString('latin1'))), 'latin1').toString('base64')
  return { mimeType, text, encoding: 'base64' }
}

/** Returns the value of a header; empty if there is none. */
export function headerOf(headers: readonly Header[], wanted: string): string {
  return headers.find(({ name }) => name.toLowerCase() === wanted)?.value ?? ''
}

const most = { maxOutputLength: 64 * 1024 * 1024 }

/** Returns the bytes of a body without its compression; null if that cannot be undone. */
export function decodedBody(raw: Buffer, encoding: string): Buffer | null {
  try {
    if (raw.length === 0 || /^(?:identity)?$/i.test(encoding)) return raw
    if (/^(?:x-)?gzip$/i.test(encoding)) return gunzipSync(raw, most)
    if (/^br$/i.test(encoding)) return brotliDecompressSync(raw, most)
    return /^deflate$/i.test(encoding) ? inflateSync(raw, most) : null
  } catch {
    return null
  }
}
