import type { IncomingMessage } from 'node:http'
import { webUrl } from '../../domain/web-url.ts'

/**
 * False for a target or a Host that a URL would have in another spelling, or not at all: the adapter answers neither. Serves the row
 * `create-one-connection` of `npm run bench`: plain names are known without the parser of URLs.
 */
export function hasUrl({ url = '', headers: { host = '' } }: IncomingMessage): boolean {
  return /^\/[^\\?]*(?:\?|$)/.test(url) && (plainHost.test(host) || isHostOfUrl(host))
}

const plainHost = /^(?:[a-z]+(?:\.[a-z]+)*|127\.0\.0\.1)(?::[1-5]?\d{1,4})?$/

function isHostOfUrl(host: string): boolean {
  return webUrl(`http://${host}/`)?.hostname === host.replace(/:\d+$/, '').toLowerCase()
}
