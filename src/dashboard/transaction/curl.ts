import { shellQuoted } from '../../text.ts'
import type { ReceivedCall } from '../api/live-event.ts'
import type { Delivery } from '../state/transaction.ts'

export interface Repeatable {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** JSON, or text as it is; null for none. */
  readonly body: unknown
}

/** Headers that curl sets itself, or that belong to the first sender's connection or browser. */
const ofConnection =
  /^(?:host|connection|content-length|accept(?:-.*)?|transfer-encoding|user-agent|sec-.*|origin|referer|pragma|cache-control|priority)$/

const keyVariable = '$PAYMENTS_SANDBOX_API_KEY'

export type JournalCall = Pick<ReceivedCall, 'method' | 'path' | 'headers' | 'body' | 'bodyText'>

/**
 * A received call as a curl command, with the body byte for byte, but for two things: its key is a variable, and what it
 * creates has a new reference, which ends in `suffix`.
 */
export function receivedCurl(call: JournalCall, origin: string, suffix: string): string {
  const { method, path, headers } = call
  const { authorization, ...others } = headers
  const shown = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== '...'))
  const sent = bodyOf(call)
  const command = curlOf({
    method,
    url: `${origin}${path}`,
    headers: shown,
    body: sent && withNewReference(sent, suffix),
  })
  if (authorization === undefined) return command
  const scheme = /^\w+ /.exec(authorization)?.[0] ?? ''
  return command.replace(/^curl/, () => `curl -H "authorization: ${scheme}${keyVariable}"`)
}

function bodyOf({ body, bodyText }: JournalCall): string | null {
  return bodyText ?? (body === null || typeof body === 'string' ? body : JSON.stringify(body))
}

/** What to know before the copied call is used. `isKept`: the journal still has it. */
export function curlNote(call: JournalCall, isKept = true): string {
  const sent = bodyOf(call) ?? ''
  return [
    ...(isKept ? [] : ['The journal has no call of it any more: this one is made from the record.']),
    ...(withNewReference(sent, '') === sent ? [] : ['Its reference is new, because a used one is refused.']),
    'Its key is the variable PAYMENTS_SANDBOX_API_KEY: export it first.',
  ].join(' ')
}

/** Only create calls have a reference in their body: at its top, not within another value. */
function withNewReference(text: string, suffix: string): string {
  let depth = 0
  return text.replaceAll(/"reference"\s*:\s*"(?:[^"\\]|\\.)*"|"(?:[^"\\]|\\.)*"|[{}[\]]/g, (part) => {
    if (part === '{' || part === '[') depth++
    if (part === '}' || part === ']') depth--
    return depth === 1 && /^"reference"\s*:/.test(part) ? `${part.slice(0, -1)}-${suffix}"` : part
  })
}

/** The last attempt as a curl command. */
export function webhookCurl({ url, attempts, body }: Delivery): string {
  const headers = attempts.at(-1)?.headers ?? { 'content-type': 'application/json' }
  return curlOf({ method: 'POST', url, headers, body })
}

export function curlOf({ method, url, headers, body }: Repeatable): string {
  const sent = Object.entries(headers).filter(([name]) => !ofConnection.test(name))
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return [
    `curl${method === 'GET' ? '' : ` -X ${method}`} ${shellQuoted(url)}`,
    ...sent.map(([name, value]) => `-H ${shellQuoted(`${name}: ${value}`)}`),
    ...(body === null || body === undefined ? [] : [`--data-raw ${shellQuoted(text)}`]),
  ].join(' \\\n  ')
}
