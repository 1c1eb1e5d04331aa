import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { Readable } from 'node:stream'
import { ownRequest } from '../web/own-request.ts'
import type { Sandbox } from './sandbox.ts'

/** Calls servers as the global `fetch` does, which may be a mock of a test. A relative address is resolved against `base`. */
export function fetchOverHttp(base?: string): Sandbox['fetch'] {
  return async function call(input, init = {}) {
    const asked = await ownRequest(input, init, base)
    const { url, method, signal } = asked
    const body = Buffer.from(await asked.arrayBuffer())
    const request = url.startsWith('https:') ? requestHttps : requestHttp
    const headers = Object.fromEntries(asked.headers)
    const outgoing = request(url, { method, headers, signal, agent: false }).end(body)
    const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
      outgoing.on('response', resolve).on('error', reject)
    }).catch((cause) => {
      throw signal.aborted ? signal.reason : new TypeError('fetch failed', { cause })
    })
    const {
      statusCode,
      headers: { location },
    } = incoming
    if (location === undefined || !moved.includes(statusCode) || body.length > 0) return responseOf(incoming)
    incoming.destroy()
    return call(new URL(location, url), { method, headers, signal })
  }
}

const moved: readonly (number | undefined)[] = [301, 302, 303, 307, 308]
/** Their answers have no body, and a `Response` refuses one. */
const bodiless: readonly number[] = [204, 205, 304]

function responseOf(incoming: IncomingMessage): Response {
  const { statusCode: status = 0 } = incoming
  const headers = Object.entries(incoming.headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  )
  return new Response(bodiless.includes(status) ? null : Readable.toWeb(incoming), { status, headers })
}
