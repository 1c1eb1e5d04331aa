import type { HttpContext, HttpEnv } from './http-env.ts'

/** The part of a call that shows it as it was sent. */
type RawRequest = Pick<HttpContext, 'env'> & { readonly req: Pick<HttpContext['req'], 'raw'> }

/** The path and query as sent: the URL of a web request has dots and percent signs normalised (D4). */
export function targetOf({ env, req }: RawRequest): string {
  if (env.incoming?.url !== undefined) return env.incoming.url
  const { pathname, search } = new URL(req.raw.url)
  return pathname + search
}

/** The path as it was sent, without its query (D4). */
export function pathOf(call: RawRequest): string {
  return withoutQuery(targetOf(call))
}

export function queryOf(call: RawRequest): URLSearchParams {
  const target = targetOf(call)
  const query = target.indexOf('?')
  return new URLSearchParams(query < 0 ? '' : target.slice(query))
}

/**
 * The path that Hono looks for among its routes, which begin with a slash. Hono answers HEAD as GET without a body: that is
 * right under /_sandbox, and for no route of the service (D4).
 */
export function routePath(raw: Request, { env = {} }: { readonly env?: HttpEnv['Bindings'] } = {}): string {
  const call = { env, req: { raw } }
  const path = pathOf(call)
  const isRoute = raw.method !== 'HEAD' || isControlPath(path) || asksForPage(call)
  return path.startsWith('/') && isRoute ? path : `/ ${path}`
}

export function methodOf({ env, req }: RawRequest): string {
  return env.incoming?.method ?? req.raw.method
}

export function rawHeadersOf({ env, req }: RawRequest): readonly string[] {
  return env.incoming?.rawHeaders ?? [...req.raw.headers].flat()
}

/** The Host; undefined if there are several, which proxies may read differently. */
export function hostOf({ env, req }: RawRequest): string | undefined {
  if (env.incoming === undefined) return req.raw.headers.get('host') ?? new URL(req.raw.url).host
  const { headers, rawHeaders } = env.incoming
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host')
  return hosts.length === 1 ? headers.host : undefined
}

/** The caller's address: this machine's for a call without a port, undefined after the connection is closed. */
export function addressOf({ env }: RawRequest): string | undefined {
  return env.incoming === undefined ? '127.0.0.1' : env.incoming.socket.remoteAddress
}

/** True for the sandbox's own paths; all others mirror the service. */
export function isControlPath(target: string): boolean {
  return /^\/_sandbox(?:[/?]|$)/.test(target)
}

/** True for a caller of /_sandbox or a browser at the sandbox's address; for others `/` is 404 (D4). */
export function asksForPage(call: RawRequest): boolean {
  if (!reads(call)) return false
  if (pathOf(call) === '/_sandbox') return true
  return targetOf(call) === '/' && call.req.raw.headers.get('accept')?.includes('text/html') === true
}

export function isPageFile(call: RawRequest): boolean {
  return (
    reads(call) && /^\/_sandbox\/(?:docs|llms\.txt|page\/[\w.-]+|docs\/(?:reference\/)?[\w.-]+)?$/.test(pathOf(call))
  )
}

export function reads(call: RawRequest): boolean {
  const method = methodOf(call)
  return method === 'GET' || method === 'HEAD'
}

function withoutQuery(target: string): string {
  const query = target.indexOf('?')
  return query < 0 ? target : target.slice(0, query)
}
