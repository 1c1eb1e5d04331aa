import type { HttpContext, HttpEnv } from './http-env.ts'

type Sent = Pick<HttpContext, 'env'> & { readonly req: Pick<HttpContext['req'], 'raw'> }

/** The path and query as they were sent: the URL of a web request has its dots and percent signs normalised (D4). */
export function targetOf({ env, req: { raw } }: Sent): string {
  if (env.incoming?.url !== undefined) return env.incoming.url
  const { pathname, search } = new URL(raw.url)
  return pathname + search
}

/** The path as it was sent, without its query (D4). */
export function pathOf(call: Sent): string {
  return withoutQuery(targetOf(call))
}

/** The parameters of the query as it was sent. */
export function queryOf(call: Sent): URLSearchParams {
  const target = targetOf(call)
  const query = target.indexOf('?')
  return new URLSearchParams(query < 0 ? '' : target.slice(query))
}

/**
 * The path that Hono looks for among its routes, which begin with a slash. D4: no route answers HEAD, but Hono would answer
 * it as it does GET.
 */
export function routePath(raw: Request, { env = {} }: { readonly env?: HttpEnv['Bindings'] } = {}): string {
  const path = pathOf({ env, req: { raw } })
  return path.startsWith('/') && raw.method !== 'HEAD' ? path : `/ ${path}`
}

/** The method as it was sent. */
export function methodOf({ env, req: { raw } }: Sent): string {
  return env.incoming?.method ?? raw.method
}

/** Names and values of the headers in turn, as they were sent. */
export function rawHeadersOf({ env, req: { raw } }: Sent): readonly string[] {
  return env.incoming?.rawHeaders ?? [...raw.headers].flat()
}

/** The Host; undefined if there are several, which a proxy and we could read differently. */
export function hostOf({ env, req: { raw } }: Sent): string | undefined {
  if (env.incoming === undefined) return raw.headers.get('host') ?? new URL(raw.url).host
  const { headers, rawHeaders } = env.incoming
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host')
  return hosts.length === 1 ? headers.host : undefined
}

/** The address of the caller; this machine's for a call without a port, undefined once the connection is closed. */
export function addressOf({ env }: Sent): string | undefined {
  return env.incoming === undefined ? '127.0.0.1' : env.incoming.socket.remoteAddress
}

/** True for the sandbox's own paths; all others mirror the service. */
export function isControlPath(target: string): boolean {
  return /^\/_sandbox(?:[/?]|$)/.test(target)
}

/** True for a browser that asks for the sandbox's address, or for /_sandbox. For all other callers they are 404 (D4). */
export function asksForPage(call: Sent): boolean {
  const target = targetOf(call)
  if ((target !== '/' && target !== '/_sandbox') || methodOf(call) !== 'GET') return false
  return call.req.raw.headers.get('accept')?.includes('text/html') === true
}

function withoutQuery(target: string): string {
  const query = target.indexOf('?')
  return query < 0 ? target : target.slice(0, query)
}
