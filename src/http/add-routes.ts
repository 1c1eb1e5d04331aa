import type { Hono } from 'hono'
import type { BoundEndpoint } from '../contract/endpoint.ts'
import type { HttpContext, HttpEnv } from './http-env.ts'

/** Gives an app a route for each endpoint. */
export function addRoutes(
  app: Hono<HttpEnv>,
  endpoints: readonly BoundEndpoint[],
  handlerOf: (endpoint: BoundEndpoint) => (context: HttpContext) => Promise<Response>,
): void {
  for (const endpoint of endpoints) {
    // HAProxy asks for the health with OPTIONS, if its check names no method.
    const methods = endpoint.path.startsWith('/_sandbox/health/') ? ['GET', 'OPTIONS'] : [endpoint.method]
    app.on(methods, endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'), handlerOf(endpoint))
  }
}
