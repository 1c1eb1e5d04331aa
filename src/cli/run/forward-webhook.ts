import { type IncomingMessage, request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import { buffer } from 'node:stream/consumers'
import { webUrl } from '../../domain/web-url.ts'
import { codeOf, messageOf } from '../../error-code.ts'
import { UsageError } from '../exit.ts'
import type { Answer, ReceivedWebhook } from './receiver.ts'

/** Headers that belong to one connection, not to what is sent over it. */
const ofConnection: ReadonlySet<string> = new Set(['host', 'connection', 'keep-alive', 'transfer-encoding'])

/** The address that webhooks are passed on to; `localhost:3000/hooks` is one, too, `foo` is not. Throws a `UsageError`. */
export function forwardAddress(text: string): URL {
  const url = webUrl(/^[^/]+:\d+(?:\/|$)/.test(text) ? `http://${text}` : text)
  if (url !== null) return url
  throw new UsageError(`--forward-to: ${text} is not an address: write for example http://localhost:3000/webhooks`)
}

/** Forwards a webhook as it came. Returns the answer, or 502 and why if there was none. */
export async function forwardWebhook({ method, headers, raw }: ReceivedWebhook, url: URL): Promise<Answer> {
  const request = url.protocol === 'https:' ? secureRequest : plainRequest
  const passed = Object.fromEntries(Object.entries(headers).filter(([name]) => !ofConnection.has(name)))
  try {
    const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
      const outgoing = request(
        url,
        { method, headers: { ...passed, 'content-length': raw.length }, agent: false },
        resolve,
      )
      outgoing.on('error', reject)
      outgoing.end(raw)
    })
    return {
      status: incoming.statusCode ?? 502,
      headers: Object.fromEntries(
        kept.flatMap((name) => (incoming.headers[name] ? [[name, incoming.headers[name]]] : [])),
      ),
      body: await buffer(incoming),
    }
  } catch (cause) {
    return { status: 502, body: Buffer.from(`payments-sandbox listen: no answer from ${url.href}: ${whyNot(cause)}\n`) }
  }
}

/** The parts of an answer that the sandbox reads. */
const kept = ['content-type', 'retry-after'] as const

function whyNot(cause: unknown): string {
  const isRefused = codeOf(cause) === 'ECONNREFUSED'
  return isRefused ? 'connection refused: nothing listens there; is your server started?' : messageOf(cause)
}
