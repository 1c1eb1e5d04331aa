import type { IncomingMessage } from 'node:http'

/** The path exactly as it was sent, without its query (D4). */
export function pathOf({ url = '/' }: { readonly url?: string | undefined }): string {
  const query = url.indexOf('?')
  return query < 0 ? url : url.slice(0, query)
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
