// Answers the service's calls that come by a port without Hono's router and context and without web requests: in the rows
// invalid and status-query of `npm run bench` they would cost a call a seventh and a tenth more time of the processor. The
// parts are those of app.ts, in the same order.
import type { IncomingMessage } from 'node:http'
import type { BoundEndpoint } from '../contract/endpoint.ts'
import { refuseStrangers } from './exposure.ts'
import type { HttpContext, HttpEnv } from './http-env.ts'
import { journal } from './journal.ts'
import type { HttpOptions } from './options.ts'
import type { Sent } from './respond.ts'
import { refuse, type ServiceCalls } from './service-call.ts'

export type NodeCall = Required<HttpEnv['Bindings']>

/** Returns the response to a call; null for a call that Hono must route. */
export type DirectCalls = (call: NodeCall) => Promise<Sent> | null

/** Answers calls to an endpoint of the service by its plain path, without a query. */
export function directCalls(options: HttpOptions, calls: ServiceCalls): DirectCalls {
  const routeOf = createRoutes(options.service, calls)
  const observe = journal(options)
  const keepOut = refuseStrangers(options.exposure)

  async function answer(context: HttpContext, handle: Handler): Promise<Sent> {
    let response: Sent = null
    const ask = async () => {
      response = await handle(context)
    }
    await observe(context, async () => {
      try {
        response = (await keepOut(context, ask)) || response
      } catch (error) {
        response = await refuse(context, error, options)
      }
    })
    return response
  }

  return (call) => {
    const route = routeOf(call.incoming)
    return route && answer(new DirectContext(call, route.params), route.handle)
  }
}

type Handler = ReturnType<ServiceCalls>

interface Route {
  readonly handle: Handler
  readonly params: Record<string, string>
}

/** Finds the endpoint of a path without parameters, or with one at its end. */
function createRoutes(endpoints: readonly BoundEndpoint[], handlerOf: (endpoint: BoundEndpoint) => Handler) {
  const routes = new Map<string, Route>()
  const byStart = new Map<string, { readonly name: string; readonly handle: Handler }>()
  for (const endpoint of endpoints) {
    const [, start = '', name] = /^([^{]+)(?:\{(\w+)\})?$/.exec(endpoint.path) ?? []
    const handle = handlerOf(endpoint)
    if (name === undefined) routes.set(`${endpoint.method} ${start}`, { handle, params: {} })
    else byStart.set(`${endpoint.method} ${start}`, { name, handle })
  }
  return ({ method, url = '' }: IncomingMessage): Route | null => {
    const route = routes.get(`${method} ${url}`)
    if (route) return route
    const end = url.lastIndexOf('/') + 1
    const found = byStart.get(`${method} ${url.slice(0, end)}`)
    const value = url.slice(end)
    return found && /^[\w-]+$/.test(value) ? { handle: found.handle, params: { [found.name]: value } } : null
  }
}

type Variables = HttpEnv['Variables']

class DirectContext implements HttpContext {
  readonly env: NodeCall
  readonly #params: Record<string, string>
  readonly #variables: Variables = {}
  #raw: Request | null = null

  constructor(call: NodeCall, params: Record<string, string>) {
    this.env = call
    this.#params = params
  }

  get req() {
    return this
  }

  header(name: string): string | undefined {
    const { rawHeaders } = this.env.incoming
    const values = rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name)
    return values.length === 0 ? undefined : values.join(', ')
  }

  param(): Record<string, string> {
    return this.#params
  }

  /** Only a delayed reply uses it, for its signal. */
  get raw(): Request {
    this.#raw ??= new Request('http://localhost/', { signal: closeSignal(this.env) })
    return this.#raw
  }

  get<Name extends keyof Variables>(name: Name): Variables[Name] {
    return this.#variables[name]
  }

  set<Name extends keyof Variables>(name: Name, value: Variables[Name]): void {
    this.#variables[name] = value
  }
}

function closeSignal({ outgoing }: NodeCall): AbortSignal {
  const gone = new AbortController()
  outgoing.once('close', () => gone.abort())
  return gone.signal
}
