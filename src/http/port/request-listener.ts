import type { IncomingMessage, RequestListener } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { App } from '../app.ts'
import { hasUrl } from './tuned-has-url.ts'

/** An app as the listener of a Node server. It does not touch globals: the process may be a merchant's tests. */
export function requestListener(app: App): RequestListener {
  // The journal keeps what comes of a body after its answer.
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false, autoCleanupIncoming: false })
  return (incoming, outgoing) => {
    toOriginForm(incoming)
    void (hasUrl(incoming) ? listener(incoming, outgoing) : app.fetch(withoutUrl(), { incoming, outgoing }))
  }
}

/** Splits a target in absolute form, `http://HOST/path`: its host replaces the header (RFC 9112 3.2.2). */
function toOriginForm(incoming: IncomingMessage): void {
  if (incoming.url?.startsWith('/')) return
  const [, host, path = ''] = /^https?:\/\/([^/?#]*)(.*)$/i.exec(incoming.url ?? '') ?? []
  if (host === undefined) return
  incoming.headers.host = host
  incoming.url = path.startsWith('/') ? path : `/${path}`
}

/** In place of a request without a URL. The app reads target and Host from Node's message; only health checks have this method. */
function withoutUrl(): Request {
  return new Request('http://localhost/', { method: 'OPTIONS' })
}
