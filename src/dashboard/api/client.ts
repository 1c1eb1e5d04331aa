import type { AnswerOf, InputOf, Route } from '../../control/routes.ts'
import { Failure, failureOf } from './failure.ts'

/** The parameters of the path, and what the query or the body takes; they can be left out where nothing is needed. */
type Inputs<R extends Route> = Partial<InputOf<R>> extends InputOf<R> ? [input?: InputOf<R>] : [input: InputOf<R>]

/** Calls of the control API for one business. */
export interface Client {
  readonly key: string
  /** Calls a route such as `GET /_sandbox/clock`; rejects with a `Failure` where it does not succeed. */
  call<R extends Route>(route: R, ...input: Inputs<R>): Promise<AnswerOf<R>>
}

/** A client for the business of a key. */
export function createClient(key: string): Client {
  return {
    key,
    async call(route, ...[input]) {
      const { method, path, body } = requestOf(route, input ?? {})
      const headers = { authorization: key, ...(body === undefined ? {} : { 'content-type': 'application/json' }) }
      const answer = await send(path, { method, headers, ...(body === undefined ? {} : { body }) })
      if (answer.ok) return answer.json()
      throw await failureOf(answer)
    },
  }
}

/** Sends one request to the sandbox; rejects with a `Failure` where nothing answers. */
export async function send(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, { ...init, cache: 'no-store' })
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause
    throw new Failure({
      status: 0,
      code: 'unreachable',
      message: 'The sandbox does not answer',
      hint: 'is it running?',
    })
  }
}

/** What the path has no parameter for is the body, or the query where there is none. */
function requestOf(route: string, input: object): { method: string; path: string; body?: string } {
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
