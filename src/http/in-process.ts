import { sleep } from '../time.ts'
import type { App } from './app.ts'

/** Calls the sandbox as the global `fetch` calls a server. */
export type Fetch = (input: Request | URL | string, init?: RequestInit) => Promise<Response>

/** Passes calls to the app without a port. A relative address is resolved against `base`. */
export function inProcess(
  app: () => Promise<App>,
  base: string,
): { readonly fetch: Fetch; close(graceMs: number): Promise<void> } {
  const underWay = new Set<Promise<unknown>>()
  let isClosed = false

  async function answer(input: Request | URL | string, init: RequestInit = {}): Promise<Response> {
    // It needs Node's web requests, which a process that only loads this package may not have (jsdom).
    const { ownRequest } = await import('../web/own-request.ts')
    const request = await ownRequest(input, init, base)
    request.signal.throwIfAborted()
    if (isClosed) throw failed('ECONNREFUSED', `connect ECONNREFUSED ${base}`)
    const response = await (await app()).fetch(request, {})
    if (response.type !== 'error') return response
    request.signal.throwIfAborted()
    throw failed('UND_ERR_SOCKET', 'other side closed')
  }

  return {
    fetch(input, init) {
      const answering = answer(input, init)
      const over = () => underWay.delete(answering)
      underWay.add(answering)
      answering.then(over, over)
      return answering
    },
    /** Refuses new calls, and lets calls under way finish for up to `graceMs`. */
    async close(graceMs) {
      isClosed = true
      const over = new AbortController()
      await Promise.race([Promise.allSettled(underWay), sleep(graceMs, over.signal)])
      over.abort()
    },
  }
}

/** The error that the global `fetch` rejects with if a connection fails. */
function failed(code: string, message: string): TypeError {
  return new TypeError('fetch failed', { cause: Object.assign(new Error(message), { code }) })
}
