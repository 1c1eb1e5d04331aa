import { Hono } from 'hono'
import type { BoundEndpoint } from '../contract/endpoint.ts'
import { controlCalls, refuseControlCall } from './control-call.ts'
import { refuseStrangers } from './exposure.ts'
import type { HttpContext, HttpEnv, Middleware } from './http-env.ts'
import { journal } from './journal.ts'
import { notFound } from './not-found.ts'
import type { HttpOptions } from './options.ts'
import { respond, type Sent } from './respond.ts'
import { asksForPage, isControlPath, routePath, targetOf } from './sent.ts'
import { refuse, type ServiceCalls } from './service-call.ts'

export function createApp(options: HttpOptions, calls: ServiceCalls): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>({ getPath: routePath })
  const keepOut = refuseStrangers(options.exposure)
  app.use(journal(options), async (context, next) => {
    const refused = await keepOut(context, next)
    return refused === undefined ? undefined : asResponse(refused)
  })
  app.on('GET', ['/', '/_sandbox'], leadToPage)
  app.all('/_sandbox/*', loadedControl(options))
  addRoutes(app, options.service, calls)
  app.notFound(async (context) => asResponse(respond(context, notFound(context, options.service))))
  app.onError(async (error, context) => {
    const refuseCall = isControlPath(targetOf(context)) ? refuseControlCall : refuse
    return asResponse(await refuseCall(context, error, options))
  })
  return app
}

/**
 * The endpoints under /_sandbox as an app of their own, loaded with the first call. Their paths share words and parameters,
 * which takes Hono's fast router away from all routes of an app.
 */
function loadedControl(options: HttpOptions): Middleware {
  let control: Hono<HttpEnv> | null = null
  return async ({ req, env }) => {
    control ??= createControlApp(options, await options.control())
    return control.fetch(req.raw, env)
  }
}

function createControlApp(options: HttpOptions, endpoints: readonly BoundEndpoint[]): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>({ getPath: (...sent) => toPageFile(routePath(...sent)) })
  addRoutes(app, endpoints, controlCalls(options))
  app.notFound(async (context) => asResponse(respond(context, notFound(context, endpoints))))
  app.onError(async (error, context) => asResponse(refuseControlCall(context, error, options)))
  return app
}

function addRoutes(
  app: Hono<HttpEnv>,
  endpoints: readonly BoundEndpoint[],
  handlerOf: (endpoint: BoundEndpoint) => (context: HttpContext) => Promise<Sent>,
): void {
  for (const endpoint of endpoints) {
    const handle = handlerOf(endpoint)
    const path = endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1')
    app.on(endpoint.method, path, async (context) => asResponse(await handle(context)))
  }
}

/** The response for Hono. The adapter skips one that is written already. */
async function asResponse(sent: Sent): Promise<Response> {
  return sent ?? (await import('@hono/node-server/utils/response')).RESPONSE_ALREADY_SENT
}

const leadToPage: Middleware = async (context, next) => {
  if (!asksForPage(context)) return next()
  const location = targetOf(context).replace(/^\/(?:_sandbox)?/, '/_sandbox/')
  return asResponse(respond(context, { status: 302, body: null, headers: { location, vary: 'accept' } }))
}

/** The page's address is that of its first file. */
function toPageFile(path: string): string {
  return path === '/_sandbox/' ? '/_sandbox/page/index.html' : path
}
