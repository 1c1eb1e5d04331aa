import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import { isKeyName } from '../read/live-key.ts'
import { isServicePath, wordsOfPath } from '../read/service-paths.ts'
import type { SignatureForm } from '../read/signature-form.ts'
import { allowedHeaders } from './allowed-fields.ts'
import { type Kept, mostOfBody } from './kept-body.ts'
import { type Header, headerOf, headersIn, type WireCall } from './pass-on.ts'
import type { StandIns } from './stand-ins.ts'
import { bodyIn, FieldWriter, type ReadBody, type WritingOptions } from './written-fields.ts'

export interface PassedExchange {
  readonly call: WireCall
  /** What is before the path in the address. */
  readonly origin: string
  readonly answer: { readonly status: number; readonly headers?: readonly string[] }
  readonly body: Kept
  /** When the call came, in milliseconds since 1970, and how long its answer took. */
  readonly at: number
  readonly ms: number
  /** Undefined for a call. */
  readonly webhook?: { readonly signature: SignatureForm | null }
}

/** Returns a call or a webhook as an entry of HAR 1.2, by the allow-list. */
export function harEntry(exchange: PassedExchange, standIns: StandIns, options: WritingOptions) {
  const { call, origin, answer, body, at, ms, webhook } = exchange
  const writer = new FieldWriter(standIns, options)
  const [sent, answered] = [headersIn(call.rawHeaders), headersIn(answer.headers ?? [])]
  const [path = '', search = ''] = call.path.split(/\?(.*)/s)
  const written = webhook === undefined && isServicePath(path) ? path : wordsOfPath(path)
  const query = writer.parameters(search)
  const bodies = [bodyOf(call.raw, sent), body.isCut ? null : bodyOf(body.raw, answered)] as const
  writer.meet(bodies, { path, written })
  const common = { httpVersion: 'HTTP/1.1', cookies: [], headersSize: -1 }
  const request = {
    method: call.method,
    url: `${origin}${written}${query === '' ? '' : `?${query}`}`,
    ...common,
    headers: sent.map((header) => headerWritten(header, standIns)),
    queryString: [...new URLSearchParams(query)].map(([name, value]) => ({ name, value })),
    bodySize: call.raw.length,
    ...(call.raw.length === 0 ? {} : { postData: contentOf(bodies[0], sent, writer) }),
  }
  const response = {
    status: answer.status,
    statusText: '',
    ...common,
    headers: answered.map((header) => headerWritten(header, standIns)),
    redirectURL: '',
    bodySize: body.size,
    content: { size: body.size, ...contentOf(bodies[1], answered, writer) },
    ...(body.error === null ? {} : { _error: body.error }),
  }
  const mark = webhook === undefined ? {} : { _webhook: true, _signature: webhook.signature }
  const timings = { send: 0, wait: ms, receive: 0 }
  return { startedDateTime: new Date(at).toISOString(), time: ms, request, response, cache: {}, timings, ...mark }
}

/** A credential is written as the stand-in of its key, with its scheme; other headers by name. */
function headerWritten([name, value]: Header, standIns: StandIns) {
  if (allowedHeaders.has(name.toLowerCase())) return { name, value }
  if (!isKeyName(name)) return { name, value: '' }
  const scheme = /^(?:Basic|Bearer|Digest|Token) +/i.exec(value)?.[0] ?? ''
  return { name, value: scheme + standIns.key(value.slice(scheme.length)) }
}

/** The text of a body without its compression; null if that cannot be undone. */
export function textOf(raw: Buffer, headers: readonly Header[]): string | null {
  const encoding = headerOf(headers, 'content-encoding').toLowerCase()
  const most = { maxOutputLength: mostOfBody }
  try {
    if (raw.length === 0 || encoding === '' || encoding === 'identity') return raw.toString('utf8')
    if (/^(?:x-)?gzip$/.test(encoding)) return gunzipSync(raw, most).toString('utf8')
    if (encoding === 'br') return brotliDecompressSync(raw, most).toString('utf8')
    return encoding === 'deflate' ? inflateSync(raw, most).toString('utf8') : null
  } catch {
    return null
  }
}

function bodyOf(raw: Buffer, headers: readonly Header[]): ReadBody | null {
  const text = textOf(raw, headers)
  return text === null ? null : bodyIn(text)
}

function contentOf(body: ReadBody | null, headers: readonly Header[], writer: FieldWriter) {
  const mimeType = headerOf(headers, 'content-type')
  return body === null ? { mimeType, _cut: true } : { mimeType, text: writer.body(body, mimeType) }
}
