import { Hono } from 'hono'
import type { BoundEndpoint } from '../contract/endpoint.ts'
import { controlCalls, refuseControlCall } from './control/control-calls.ts'
import type { HttpContext, HttpEnv, Middleware } from './http-env.ts'
import { journal } from './journal.ts'
import { notFound } from './not-found.ts'
import type { HttpOptions } from './options.ts'
import { asksForPage, isControlPath, routePath, targetOf } from './raw-request.ts'
import { refuseStrangers } from './refuse-strangers.ts'
import { respond } from './respond.ts'
import { refuseServiceCall, serviceCalls } from './service/service-calls.ts'

export type App = Hono<HttpEnv>

/** The sandbox as a Hono app, for a port and for calls within the process. */
export function createApp(options: HttpOptions): App {
  const app = new Hono<HttpEnv>({ getPath: routePath })
  app.use(journal(options))
  app.use(refuseStrangers(options.exposure))
  app.on('GET', ['/', '/_sandbox'], leadToPage)
  app.all('/_sandbox/*', loadedControl(options))
  addRoutes(app, options.service, serviceCalls(options))
  app.notFound((context) => respond(context, notFound(context, options.service)))
  app.onError((error, context) => {
    const refuse = isControlPath(targetOf(context)) ? refuseControlCall : refuseServiceCall
    return refuse(context, error, options)
  })
  return app
}

/**
 * The endpoints under /_sandbox as an app of their own, loaded with the first call. Their paths share words and parameters,
 * which takes Hono's fast router away from all routes of an app.
 */
function loadedControl(options: HttpOptions): Middleware {
  let control: App | null = null
  return async ({ req, env }) => {
    control ??= createControlApp(options, await options.control())
    return control.fetch(req.raw, env)
  }
}

function createControlApp(options: HttpOptions, endpoints: readonly BoundEndpoint[]): App {
  const app = new Hono<HttpEnv>({ getPath: (...call) => toPageFile(routePath(...call)) })
  addRoutes(app, endpoints, controlCalls(options))
  app.notFound((context) => respond(context, notFound(context, endpoints)))
  app.onError((error, context) => refuseControlCall(context, error, options))
  return app
}

function addRoutes(
  app: App,
  endpoints: readonly BoundEndpoint[],
  handlerOf: (endpoint: BoundEndpoint) => (context: HttpContext) => Promise<Response>,
): void {
  for (const endpoint of endpoints) {
    // HAProxy asks for the health with OPTIONS, if its check names no method.
    const methods = endpoint.path.startsWith('/_sandbox/health/') ? ['GET', 'OPTIONS'] : [endpoint.method]
    app.on(methods, endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'), handlerOf(endpoint))
  }
}

const leadToPage: Middleware = async (context, next) => {
  if (!asksForPage(context)) return next()
  const location = targetOf(context).replace(/^\/(?:_sandbox)?/, '/_sandbox/')
  return respond(context, { status: 302, body: null, headers: { location, vary: 'accept' } })
}

/** The page's address is the address of its first file. */
function toPageFile(path: string): string {
  return path === '/_sandbox/' ? '/_sandbox/page/index.html' : path
}
