import { containerHosts } from '../domain/container-hosts.ts'
import { pageSession, sameText } from '../domain/secret.ts'
import { receiverPath } from '../domain/web-url.ts'
import type { ErrorFacts } from '../words/errors.ts'
import type { HttpContext, Middleware } from './http-env.ts'
import { asksForPage, hostOf, isControlPath, isPageFile, methodOf, reads, targetOf } from './raw-request.ts'
import { respond } from './respond.ts'

export interface Exposure {
  readonly allowHosts: readonly string[]
  readonly token: string | null
  readonly opensHealth: boolean
  readonly port: number
}

const ownNames = new Set(['localhost', ...containerHosts, '127.0.0.1', '[::1]'])

/**
 * Refuses what a web page of another site could send: a Host that is not ours (DNS rebinding), and under /_sandbox a
 * foreign Origin or a cross-site fetch, or a call without the token. Load balancers ask for the health with any Host or none.
 */
export function refuseStrangers(exposure: Exposure): Middleware {
  return async (context, next) => {
    const refusal = refuseHost(context, exposure) ?? refuseControl(context, exposure)
    if (refusal === null) return next()
    const { worded } = await import('./errors.ts')
    return respond(context, worded(refusal))
  }
}

function refuseHost(context: HttpContext, { allowHosts }: Exposure): ErrorFacts | null {
  if (isHealthCheck(context)) return null
  const host = hostOf(context)
  const name = hostName(host)
  if (name !== null && (ownNames.has(name) || name.endsWith('.localhost') || isAllowed(name, allowHosts))) return null
  return { why: 'host-not-allowed', host: host ?? '', name }
}

function refuseControl(context: HttpContext, exposure: Exposure): ErrorFacts | null {
  if (!isControlPath(targetOf(context))) return null
  const { headers } = context.req.raw
  const origin = headers.get('origin')
  if (origin !== null && origin.toLowerCase() !== `http://${hostOf(context)?.toLowerCase()}`) {
    return { why: 'origin-not-allowed', origin }
  }
  if (headers.get('sec-fetch-site') === 'cross-site') {
    return { why: 'origin-not-allowed', origin: null }
  }
  const { token, port } = exposure
  if (token === null || needsNoToken(context, exposure) || showsToken(headers, token, port)) return null
  return { why: 'no-token' }
}

/** True for a name that allowHost permits; `*` stands for one label, so `*` alone permits every name without a dot. */
function isAllowed(name: string, allowHosts: readonly string[]): boolean {
  return allowHosts.includes(name) || allowHosts.includes(name.replace(/^[\w-]+/, '*'))
}

/**
 * True for the files of the pages: a browser cannot send the token with an address that its user typed, so they come
 * without it and ask for it; what they show then demands it. And for the receiver of webhooks, which carry no token.
 * In a container and behind a proxy also for the health checks: who asks need not know the token, and learns no more than ok.
 */
function needsNoToken(call: HttpContext, { opensHealth }: Exposure): boolean {
  const [method, url] = [methodOf(call), targetOf(call)]
  if (method === 'POST') return url === '/_sandbox/session' || url === receiverPath
  if (asksForPage(call) || isPageFile(call)) return true
  return opensHealth && isHealthCheck(call)
}

function isHealthCheck(call: HttpContext): boolean {
  const asks = reads(call) || methodOf(call) === 'OPTIONS'
  return asks && /^\/_sandbox\/health\/(?:live|ready)(?:\?|$)/.test(targetOf(call))
}

/** True for a call with the token, or with the page's cookie, which serves calls of the page only. */
function showsToken(headers: Headers, token: string, port: number): boolean {
  if (sameText(headers.get('x-sandbox-token') ?? '', token)) return true
  const { cookie, value } = pageSession(token, port)
  const cookies = headers.get('cookie')?.split('; ') ?? []
  const given = cookies.find((each) => each.startsWith(`${cookie}=`))
  const site = headers.get('sec-fetch-site') ?? 'same-origin'
  if (given === undefined || (site !== 'same-origin' && site !== 'none')) return false
  return sameText(given.slice(cookie.length + 1), value)
}

/** The lower-case name in a Host header without its port; null if it is missing or malformed. */
function hostName(host: string | undefined): string | null {
  const found = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+?)\.?(?::(\d{1,5}))?$/i.exec(host ?? '')
  if (!found?.[1] || Number(found[2] ?? 0) > 65_535) return null
  return found[1].toLowerCase()
}
