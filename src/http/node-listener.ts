import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { getRequestListener, RequestError } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { sleep } from '../time.ts'
import type { HttpEnv } from './http-env.ts'

/** The app as a listener of Node's HTTP server. It leaves the globals of the process alone, which may be a merchant's tests. */
export function nodeListener(
  handle: (request: Request, env: HttpEnv['Bindings']) => Response | Promise<Response>,
): RequestListener {
  return (incoming, outgoing) => {
    toOriginForm(incoming)
    const answer = async (request: Request) => {
      const response = await handle(request, { incoming, outgoing })
      if (response.type === 'error') outgoing.destroy()
      else if (response.status === 413) await sendToSender(response, outgoing)
      else return response
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

/** Takes a target in absolute form, `http://HOST/path`, as its host and path: its host replaces the header (RFC 9112 3.2.2). */
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

/**
 * Answers a caller that is still sending: what comes is thrown away for a moment, because the system resets a connection
 * that is closed over unread bytes, and the answer is lost with it.
 */
async function sendToSender(response: Response, outgoing: ServerResponse): Promise<void> {
  const { req } = outgoing
  const over = new AbortController()
  for (const event of ['end', 'close']) req.once(event, () => over.abort())
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  outgoing.write(await response.text())
  req.resume()
  await sleep(lingerMs, over.signal)
  outgoing.end()
}

/** How long a caller may go on sending after its answer. */
const lingerMs = 1000
