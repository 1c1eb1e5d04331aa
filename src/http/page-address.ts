import type { IncomingMessage } from 'node:http'
import type { Reply } from '../contract/endpoint.ts'

/** Where a browser goes whose user typed nothing but the sandbox's address. */
export const toPage: Reply = { status: 302, body: null, headers: { location: '/_sandbox/', vary: 'accept' } }

/** True for a browser that asks for the sandbox's address, or where its own API begins; for everybody else they are no routes (D4). */
export function asksForPage({ method, url, headers }: IncomingMessage): boolean {
  return (url === '/' || url === '/_sandbox') && method === 'GET' && headers.accept?.includes('text/html') === true
}

/** Takes the address of the page as that of its first file. */
export function toPageFile(incoming: IncomingMessage): void {
  const { method, url = '' } = incoming
  if (method === 'GET' && /^\/_sandbox\/(?:\?|$)/.test(url)) incoming.url = '/_sandbox/page/index.html'
}
