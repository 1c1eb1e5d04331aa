import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { getRequestListener, RequestError } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { sleep } from '../time.ts'
import type { HttpEnv } from './http-env.ts'
import type { DirectCalls } from './tuned-service-calls.ts'

/** The app as a listener of Node's HTTP server. It does not touch globals: the process may be a merchant's tests. */
export function nodeListener(
  handle: (request: Request, env: HttpEnv['Bindings']) => Response | Promise<Response>,
  answerDirectly: DirectCalls,
): RequestListener {
  return (incoming, outgoing) => {
    toOriginForm(incoming)
    const direct = answerDirectly({ incoming, outgoing })
    if (direct)
      return void direct.then((response) => response && sendWhole(response, outgoing)).catch(() => outgoing.destroy())
    const answer = async (request: Request) => {
      const response = await handle(request, { incoming, outgoing })
      if (response.type !== 'error' && response.status !== 413) return response
      await sendWhole(response, outgoing)
      return RESPONSE_ALREADY_SENT
    }
    const listener = getRequestListener(answer, {
      overrideGlobalObjects: false,
      autoCleanupIncoming: false,
      errorHandler: (error) => (error instanceof RequestError ? answer(withoutUrl()) : void outgoing.destroy()),
    })
    void listener(incoming, outgoing)
  }
}

/** Splits a target in absolute form, `http://HOST/path`: its host replaces the header (RFC 9112 3.2.2). */
function toOriginForm(incoming: IncomingMessage): void {
  const [, host, path = ''] = /^https?:\/\/([^/?#]*)(.*)$/i.exec(incoming.url ?? '') ?? []
  if (host === undefined) return
  incoming.headers.host = host
  incoming.url = path.startsWith('/') ? path : `/${path}`
}

/**
 * In place of a request whose target or Host no URL can have. The app reads both from Node's message, and refuses them:
 * no endpoint has the method OPTIONS.
 */
function withoutUrl(): Request {
  return new Request('http://localhost/', { method: 'OPTIONS' })
}

async function sendWhole(response: Response, outgoing: ServerResponse): Promise<void> {
  if (response === RESPONSE_ALREADY_SENT) return
  if (response.type === 'error') return void outgoing.destroy()
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  outgoing.write(await response.text())
  if (response.status === 413) await linger(outgoing.req)
  outgoing.end()
}

/**
 * Throws away for a moment what a caller goes on sending: the system resets a connection that is closed over unread bytes,
 * and the answer is lost with it.
 */
async function linger(incoming: IncomingMessage): Promise<void> {
  const over = new AbortController()
  for (const event of ['end', 'close']) incoming.once(event, () => over.abort())
  incoming.resume()
  await sleep(lingerMs, over.signal)
}

/** How long a caller may go on sending after its answer. */
const lingerMs = 1000
