import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { sleep } from '../time.ts'
import type { DirectCalls } from './tuned-service-calls.ts'
import type { Handle } from './web-listener.ts'

/**
 * The app as a listener of Node's HTTP server. Web requests are loaded with the first call that needs one, such as one
 * under /_sandbox: create calls by their plain path do not.
 */
export function nodeListener(handle: Handle, answerDirectly: DirectCalls): RequestListener {
  let listener: Promise<RequestListener> | null = null
  const load = async () => (await import('./web-listener.ts')).webListener(handle, sendWhole)
  return (incoming, outgoing) => {
    toOriginForm(incoming)
    const direct = answerDirectly({ incoming, outgoing })
    if (direct)
      return void direct.then((response) => response && sendWhole(response, outgoing)).catch(() => outgoing.destroy())
    listener ??= load()
    void listener.then((answer) => answer(incoming, outgoing))
  }
}

/** Splits a target in absolute form, `http://HOST/path`: its host replaces the header (RFC 9112 3.2.2). */
function toOriginForm(incoming: IncomingMessage): void {
  const [, host, path = ''] = /^https?:\/\/([^/?#]*)(.*)$/i.exec(incoming.url ?? '') ?? []
  if (host === undefined) return
  incoming.headers.host = host
  incoming.url = path.startsWith('/') ? path : `/${path}`
}

async function sendWhole(response: Response, outgoing: ServerResponse): Promise<void> {
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
