import { distance } from 'fastest-levenshtein'
import type { BoundEndpoint, Reply } from '../contract/endpoint.ts'
import { control } from './errors.ts'
import type { HttpContext } from './http-env.ts'
import { isControlPath, methodOf, pathOf } from './raw-request.ts'

/** The 404 for an unknown path or method (D4), with the nearest right one as a hint (D5). */
export function notFound(context: HttpContext, endpoints: readonly BoundEndpoint[]): Reply {
  const [method, path] = [methodMeant(context), pathOf(context)]
  const message = `Cannot ${method} ${path}`
  const hint = nearest(method, path, endpoints)
  if (isControlPath(path)) return control(404, 'not_found', message, hint)
  const body = { statusCode: 404, error: 'Not Found', message }
  return { status: 404, body: method === 'HEAD' ? null : body, ...(hint === undefined ? {} : { hints: [hint] }) }
}

/** Under /_sandbox HEAD has the answer of GET. */
function methodMeant(context: HttpContext): string {
  const method = methodOf(context)
  return method === 'HEAD' && isControlPath(pathOf(context)) ? 'GET' : method
}

/** Browsers ask `/`, and tools that wait for a server take its 404 for a server that is not ready. */
const atRoot =
  'the page of the sandbox is at /_sandbox/, its reference at /_sandbox/docs; to wait until it is ready, ask /_sandbox/health/live'

const mostBelow = 3

function nearest(method: string, path: string, endpoints: readonly BoundEndpoint[]): string | undefined {
  const samePath = endpoints.filter((endpoint) => matches(endpoint.path, path))
  if (samePath.length > 0)
    return `${path} takes ${samePath.map((endpoint) => endpoint.method).join(' or ')}, not ${method}`
  if (path === '/') return atRoot
  const below = endpoints.filter((endpoint) => endpoint.path.startsWith(path.replace(/\/?$/, '/')))
  if (below.length > 0 && below.length <= mostBelow) {
    return `did you mean ${below.map((endpoint) => `${endpoint.method} ${endpoint.path}`).join(' or ')}?`
  }
  const plain = path.toLowerCase().replaceAll(/[^a-z/]/g, '')
  const ranked = endpoints.map((endpoint) => ({
    endpoint,
    far: distance(plain, endpoint.path.toLowerCase().replaceAll(/[^a-z/]/g, '')),
  }))
  // A method is mistaken more seldom than two letters of a path: who asks for the health is not sent to a reset.
  const order = ({ endpoint, far }: (typeof ranked)[number]) => far + (endpoint.method === method ? 0 : 2)
  const best = ranked.sort((a, b) => order(a) - order(b))[0]
  if (!best || best.far > Math.max(2, path.length / 4)) return undefined
  return `did you mean ${best.endpoint.method} ${best.endpoint.path}?`
}

function matches(template: string, path: string): boolean {
  const parts = path.split('/')
  const wanted = template.split('/')
  return (
    wanted.length === parts.length &&
    wanted.every((part, index) => part === parts[index] || (part.startsWith('{') && parts[index] !== ''))
  )
}
