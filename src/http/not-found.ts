import { distance } from 'fastest-levenshtein'
import type { BoundEndpoint, Reply } from '../contract/endpoint.ts'
import type { NearRoutes } from '../words/errors/of-calls.ts'
import { refusedByService, worded } from './errors.ts'
import type { HttpContext } from './http-env.ts'
import { isControlPath, methodOf, pathOf } from './raw-request.ts'

/** The 404 for an unknown path or method (D4), with the nearest right one as a hint (D5). */
export function notFound(context: HttpContext, endpoints: readonly BoundEndpoint[]): Reply {
  const [method, path] = [methodMeant(context), pathOf(context)]
  const facts = { why: 'no-route', method, path, near: nearest(method, path, endpoints) } as const
  if (isControlPath(path)) return worded(facts)
  const reply = refusedByService(facts)
  return method === 'HEAD' ? { ...reply, body: null } : reply
}

/** Under /_sandbox HEAD has the answer of GET. */
function methodMeant(context: HttpContext): string {
  const method = methodOf(context)
  return method === 'HEAD' && isControlPath(pathOf(context)) ? 'GET' : method
}

const mostBelow = 3

function nearest(method: string, path: string, endpoints: readonly BoundEndpoint[]): NearRoutes | null {
  const samePath = endpoints.filter((endpoint) => matches(endpoint.path, path))
  if (samePath.length > 0) return { methods: samePath.map((endpoint) => endpoint.method) }
  if (path === '/') return { root: true }
  const below = endpoints.filter((endpoint) => endpoint.path.startsWith(path.replace(/\/?$/, '/')))
  if (below.length > 0 && below.length <= mostBelow) {
    return { routes: below.map(routeOf) }
  }
  const plain = path.toLowerCase().replaceAll(/[^a-z/]/g, '')
  const ranked = endpoints.map((endpoint) => ({
    endpoint,
    far: distance(plain, endpoint.path.toLowerCase().replaceAll(/[^a-z/]/g, '')),
  }))
  // A method is mistaken more seldom than two letters of a path: who asks for the health is not sent to a reset.
  const order = ({ endpoint, far }: (typeof ranked)[number]) => far + (endpoint.method === method ? 0 : 2)
  const best = ranked.sort((a, b) => order(a) - order(b))[0]
  if (!best || best.far > Math.max(2, path.length / 4)) return null
  return { routes: [routeOf(best.endpoint)] }
}

function routeOf({ method, path }: BoundEndpoint): string {
  return `${method} ${path}`
}

function matches(template: string, path: string): boolean {
  const parts = path.split('/')
  const wanted = template.split('/')
  return (
    wanted.length === parts.length &&
    wanted.every((part, index) => part === parts[index] || (part.startsWith('{') && parts[index] !== ''))
  )
}
