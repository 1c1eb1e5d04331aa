import type { InputOf, Route } from '../control/routes.ts'

export interface OutgoingCall {
  readonly method: string
  readonly path: string
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** The parameters of the path, query and body; optional if none is needed. */
export type Inputs<R extends Route> =
  Partial<InputOf<R>> extends InputOf<R> ? [input?: InputOf<R>] : [input: InputOf<R>]

/** Values without a parameter in the path go into the body, or into the query if the method has no body. */
export function sendingOf(route: Route, input: object = {}): OutgoingCall {
  const [method = '', template = ''] = route.split(' ')
  const given = new Map<string, unknown>(Object.entries(input).filter(([, value]) => value !== undefined))
  const path = template.replaceAll(/\{(\w+)\}/g, (_whole, name) => {
    const value = String(given.get(name))
    given.delete(name)
    return encodeURIComponent(value)
  })
  if (method !== 'GET' && method !== 'DELETE') return { method, path, body: JSON.stringify(Object.fromEntries(given)) }
  const query = new URLSearchParams([...given].map(([name, value]): [string, string] => [name, String(value)]))
  return { method, path: given.size === 0 ? path : `${path}?${query}` }
}
