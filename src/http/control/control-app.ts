import { Hono } from 'hono'
import type { BoundEndpoint } from '../../contract/endpoint.ts'
import { addRoutes } from '../add-routes.ts'
import type { HttpEnv } from '../http-env.ts'
import { notFound } from '../not-found.ts'
import type { HttpOptions } from '../options.ts'
import { routePath } from '../raw-request.ts'
import { respond } from '../respond.ts'
import { controlCalls, refuseControlCall } from './control-calls.ts'

/** The endpoints under /_sandbox as an app of their own. */
export function createControlApp(options: HttpOptions, endpoints: readonly BoundEndpoint[]): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>({ getPath: (...call) => toPageFile(routePath(...call)) })
  addRoutes(app, endpoints, controlCalls(options))
  app.notFound((context) => respond(context, notFound(context, endpoints)))
  app.onError((error, context) => refuseControlCall(context, error, options))
  return app
}

/** The page's address is the address of its first file. */
function toPageFile(path: string): string {
  return path === '/_sandbox/' ? '/_sandbox/page/index.html' : path
}
