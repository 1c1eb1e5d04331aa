import { Hono } from 'hono'
import { addRoutes } from './add-routes.ts'
import type { HttpEnv, Middleware } from './http-env.ts'
import { journal } from './journal.ts'
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
  app.notFound(async (context) => {
    const { notFound } = await import('./not-found.ts')
    return respond(context, notFound(context, options.service))
  })
  app.onError(async (error, context) => {
    if (!isControlPath(targetOf(context))) return refuseServiceCall(context, error, options)
    const { refuseControlCall } = await import('./control/control-calls.ts')
    return refuseControlCall(context, error, options)
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
    const { createControlApp } = await import('./control/control-app.ts')
    control ??= createControlApp(options, await options.control())
    return control.fetch(req.raw, env)
  }
}

const leadToPage: Middleware = async (context, next) => {
  if (!asksForPage(context)) return next()
  const location = targetOf(context).replace(/^\/(?:_sandbox)?/, '/_sandbox/')
  return respond(context, { status: 302, body: null, headers: { location, vary: 'accept' } })
}
