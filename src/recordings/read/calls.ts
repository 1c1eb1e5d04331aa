import { isObject, jsonIn } from '../../domain/json.ts'
import type { Entry, Message } from './recording.ts'
import { postPaths, type Question, questionOf, readPaths } from './service-paths.ts'

/** A call of the service. `path` is below the base URL, with the query. */
export type Call = Question & { readonly path: string }

/** Returns the paths of the service's base URLs by host: what is before the path of a call that it has. */
export function basesOf(entries: readonly Entry[]): ReadonlyMap<string, string> {
  const bases = new Map<string, string>()
  for (const { url } of entries) {
    const known = [...postPaths, ...readPaths].find((path) => url.pathname.endsWith(path))
    if (known !== undefined && !bases.has(url.host)) bases.set(url.host, url.pathname.slice(0, -known.length))
  }
  return bases
}

export function callOf({ method, url }: Entry, bases: ReadonlyMap<string, string>): Call {
  const base = bases.get(url.host) ?? ''
  const isBelow = url.pathname.startsWith(`${base}/`)
  const name = isBelow ? url.pathname.slice(base.length) : url.pathname
  const path = name + url.search
  return { ...questionOf(method, name), path }
}

export type Body = Readonly<Record<string, unknown>>

/** Returns the value of a body, or undefined if there is none that can be read. */
export function jsonOf({ body }: Pick<Message, 'body'>): unknown {
  return body === null || body === '' ? undefined : jsonIn(body)
}

/** Returns the record in a body: itself, or the one of a list (spec 4.4); else null. */
export function recordIn(value: unknown): Body | null {
  const record = Array.isArray(value) && value.length === 1 ? value[0] : value
  return isObject(record) && 'status' in record && !('statusCode' in record) ? record : null
}

export function textAt(body: Body | null, ...names: readonly string[]): string | null {
  const value = names.reduce<unknown>((found, name) => (isObject(found) ? found[name] : undefined), body)
  return typeof value === 'string' ? value : null
}
