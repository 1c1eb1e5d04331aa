import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener, RequestError } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { HttpEnv } from './http-env.ts'

export type Handle = (request: Request, env: HttpEnv['Bindings']) => Response | Promise<Response>

/** Answers Node's calls by an app of web requests. It does not touch globals: the process may be a merchant's tests. */
export function webListener(
  handle: Handle,
  sendWhole: (response: Response, outgoing: ServerResponse) => Promise<void>,
): (incoming: IncomingMessage, outgoing: ServerResponse) => void {
  return (incoming, outgoing) => {
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

/**
 * In place of a request whose target or Host no URL can have. The app reads both from Node's message, and refuses them:
 * no endpoint has the method OPTIONS.
 */
function withoutUrl(): Request {
  return new Request('http://localhost/', { method: 'OPTIONS' })
}
