import type { IncomingMessage, RequestListener } from 'node:http'
import { getRequestListener, RequestError } from '@hono/node-server'
import type { App } from '../app.ts'

/** An app as the listener of a Node server. It does not touch globals: the process may be a merchant's tests. */
export function requestListener(app: App): RequestListener {
  return (incoming, outgoing) => {
    toOriginForm(incoming)
    const listener = getRequestListener(app.fetch, {
      overrideGlobalObjects: false,
      // The journal keeps what comes of a body after its answer.
      autoCleanupIncoming: false,
      errorHandler: (error) =>
        error instanceof RequestError ? app.fetch(withoutUrl(), { incoming, outgoing }) : void outgoing.destroy(),
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
 * In place of a request whose target or Host no URL can have. The app reads both from Node's message, and refuses them: only the
 * health checks have the method OPTIONS, and they accept any Host.
 */
function withoutUrl(): Request {
  return new Request('http://localhost/', { method: 'OPTIONS' })
}
