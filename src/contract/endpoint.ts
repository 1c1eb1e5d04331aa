import type { ZodType } from 'zod'
import type { Settings } from '../domain/settings.ts'

/** What an endpoint answers: JSON, with 200 unless it says otherwise. `hint` travels in `x-sandbox-hint` (D5). */
export interface Reply {
  readonly status?: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly hint?: string
  /** Wall milliseconds that the answer is kept back, because its story says so. */
  readonly delayMs?: number
  /** How its story spoils the answer: the connection ends without one, or its JSON breaks off in the middle. */
  readonly fault?: 'drop' | 'malformed-json'
}

type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never

/** One checked request: the business it acts for, and the parts the endpoint declared. */
export interface Call<Path extends string = string, Query = unknown, Body = unknown> {
  /** The API key, which names the business. */
  readonly key: string
  /** The settings of the business as the body was checked by them; control calls, which look themselves, get the default's. */
  readonly settings: Settings
  readonly params: Readonly<Record<NamesIn<Path>, string>>
  readonly query: Query
  readonly body: Body
  /** A request header by its lower-case name. */
  readonly header: (name: string) => string | null
  /** Aborts when the caller goes away or the sandbox stops. */
  readonly signal: AbortSignal
}

/** An endpoint as a value: routing, validation, errors and documents derive from it. `Tools` is what its handler uses. */
export interface Endpoint<Tools, Path extends string = string, Query = unknown, Body = unknown> {
  /** `service` mirrors the specification; `control` is the sandbox's own API under /_sandbox. */
  readonly area: 'service' | 'control'
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The path as sent, parameters in braces: `/payments/{id}`. */
  readonly path: Path
  readonly summary: string
  readonly query?: ZodType<Query>
  readonly body?: ZodType<Body>
  /** The body's schema where a setting of the business changes it; `body` is the one of the default settings. */
  readonly bodyUnder?: (settings: Settings) => ZodType<Body>
  readonly handle: (call: Call<Path, Query, Body> & Tools) => Reply | Promise<Reply>
}

/** An endpoint whose handler has its tools: what the HTTP door serves. */
export interface BoundEndpoint {
  readonly area: 'service' | 'control'
  readonly method: string
  readonly path: string
  readonly query: ZodType | undefined
  readonly body: ZodType | undefined
  readonly bodyUnder: ((settings: Settings) => ZodType) | undefined
  readonly handle: (call: Call) => Reply | Promise<Reply>
}

/** Declares an endpoint; the types of `params`, `query` and `body` follow from the declaration. */
export function defineEndpoint<Tools>() {
  return <Path extends string, Query = undefined, Body = undefined>(
    endpoint: Endpoint<Tools, Path, Query, Body>,
  ): Endpoint<Tools, Path, Query, Body> => endpoint
}

/** Gives an endpoint's handler its tools. */
export function bindEndpoint<Tools, Path extends string, Query, Body>(
  endpoint: Endpoint<Tools, Path, Query, Body>,
  tools: Tools,
): BoundEndpoint {
  const { area, method, path, query, body, bodyUnder } = endpoint
  // The door parses query and body with this endpoint's own schemas before it calls.
  // The tools are spread last: every key that comes after a spread costs a microsecond on this hot path (measured).
  const handle = (call: Call) => {
    const { key, settings, params, query, body, header, signal } = call as Call<Path, Query, Body>
    return endpoint.handle({ key, settings, params, query, body, header, signal, ...tools })
  }
  return { area, method, path, query, body, bodyUnder, handle }
}
