import { z } from 'zod'
import { timeProblem } from '../../domain/clock.ts'
import { maxDepth } from '../../domain/json.ts'
import { webUrl } from '../../domain/web-url.ts'
import type { RecordedEntry, RecordedMessage } from './recording.ts'
import { hmacs } from './signature-form.ts'

const headers = z.union([
  z.array(z.object({ name: z.string(), value: z.string() })),
  z.record(z.string(), z.string()).transform((map) => Object.entries(map).map(([name, value]) => ({ name, value }))),
])
const body = z.union([z.string(), z.looseObject({}), z.array(z.unknown())]).nullish()
const content = z
  .object({ text: z.string().nullish(), encoding: z.string().nullish(), _cut: z.boolean().optional() })
  .nullish()

const signature = z.object({
  header: z.string(),
  length: z.number(),
  alphabet: z.enum(['hex', 'HEX', 'base64', 'other']),
  hmac: z.enum(hmacs).nullish(),
})

/** An entry of HAR 1.2, or a call in the form of fetch with HAR's names for what fetch lacks. */
const written = z.object({
  startedDateTime: z.iso.datetime({ offset: true }),
  time: z.number().nullish(),
  _webhook: z.boolean().optional(),
  _signature: signature.nullish(),
  request: z.object({
    method: z.string().optional(),
    url: z.string(),
    headers: headers.default([]),
    postData: content,
    body,
  }),
  response: z.object({
    status: z.number().default(0),
    headers: headers.default([]),
    content,
    body,
    _error: z.string().nullish(),
  }),
})

/** An hour: what says that it took longer is not a time in milliseconds. */
const longestMs = 3_600_000

/** Returns the entry that an object of a recording describes, or null if it describes none. */
export function entryOf(value: unknown, file: string, index: number): RecordedEntry | null {
  if (isDeep(value, maxDepth)) return null
  const { data } = written.safeParse(value)
  const url = data && webUrl(data.request.url)
  if (!data || !url || timeProblem(Date.parse(data.startedDateTime)) !== null) return null
  const { request, response } = data
  return {
    file,
    index,
    at: Date.parse(data.startedDateTime),
    tookMs: Math.min(Math.max(0, data.time ?? 0), longestMs),
    isWebhook: data._webhook === true,
    method: (request.method ?? (data._webhook ? 'POST' : 'GET')).toUpperCase(),
    url,
    request: messageOf(request.headers, request.postData ?? { text: textOf(request.body) }),
    response: messageOf(response.headers, response.content ?? { text: textOf(response.body) }),
    // The answer of a proxy that got none.
    status: response._error ? 0 : response.status,
    signature: data._signature ?? null,
  }
}

/** To write a value of many levels as JSON overflows the stack. */
function isDeep(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((one) => isDeep(one, levels - 1))
}

function textOf(value: z.output<typeof body>): string | null {
  return typeof value === 'string' || value === undefined || value === null ? (value ?? null) : JSON.stringify(value)
}

function messageOf(
  list: z.output<typeof headers>,
  { text, encoding, _cut: isCut = false }: NonNullable<z.output<typeof content>>,
): RecordedMessage {
  // HTTP/2 writes its first line as headers that begin with a colon.
  const real = list.filter(({ name }) => !name.startsWith(':'))
  return {
    headers: Object.fromEntries(real.map(({ name, value }) => [name.toLowerCase(), value])),
    body: isCut ? null : encoding === 'base64' && text ? Buffer.from(text, 'base64').toString('utf8') : (text ?? null),
  }
}
