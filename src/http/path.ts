import type { IncomingMessage } from 'node:http'

/** The path exactly as it was sent, without its query (D4). */
export function pathOf({ url = '/' }: { readonly url?: string | undefined }): string {
  const query = url.indexOf('?')
  return query < 0 ? url : url.slice(0, query)
}

/** Takes a target in absolute form, `http://HOST/path`, as its host and path: its host goes before the header's (RFC 9112 3.2.2). */
export function toOriginForm(incoming: IncomingMessage): void {
  const [, host, path = ''] = /^https?:\/\/([^/?#]*)(.*)$/i.exec(incoming.url ?? '') ?? []
  if (host === undefined) return
  incoming.headers.host = host
  incoming.url = path.startsWith('/') ? path : `/${path}`
}

/** The query's parameters; null where the address has no query. */
export function queryOf({ url = '' }: IncomingMessage): URLSearchParams | null {
  const query = url.indexOf('?')
  return query < 0 ? null : new URLSearchParams(url.slice(query + 1))
}

/** True for the sandbox's own paths; everything else mirrors the service. */
export function isControlPath(url: string): boolean {
  return /^\/_sandbox(?:[/?]|$)/.test(url)
}

/** True for a browser that asks for the sandbox's address, or where its own API begins; for everybody else they are no routes (D4). */
export function asksForPage({ method, url, headers }: IncomingMessage): boolean {
  return (url === '/' || url === '/_sandbox') && method === 'GET' && headers.accept?.includes('text/html') === true
}

/** Takes the address of the page as that of its first file. */
export function toPageFile(incoming: IncomingMessage): void {
  const { method, url = '' } = incoming
  if (method === 'GET' && /^\/_sandbox\/(?:\?|$)/.test(url)) incoming.url = '/_sandbox/page/index.html'
}
