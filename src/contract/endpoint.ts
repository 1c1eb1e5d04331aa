import type { ZodType } from 'zod'
import type { BusinessRuleName } from '../catalogue/business-rules.ts'
import type { Use } from '../domain/gate.ts'
import type { ChosenScenario } from '../domain/plan.ts'
import type { ErrorCode } from '../domain/refused.ts'
import type { Tag } from './tags.ts'

/** An endpoint's answer: JSON, with 200 unless `status` says otherwise. `hints` travel in `x-sandbox-hint` (D5). */
export interface Reply<Body = unknown> {
  readonly status?: number
  readonly body: Body
  /** The JSON of `body`, if it is known already. */
  readonly text?: string
  /** Sent as it is in place of `body`: a page, a script. */
  readonly file?: { readonly type: string; readonly bytes: Buffer }
  /** Sent in place of `body`, with 200: Server-Sent Events, for as long as there are any. */
  readonly events?: AsyncIterable<ServerEvent>
  readonly headers?: Readonly<Record<string, string>>
  readonly hints?: readonly string[]
  /** Travels in `x-sandbox-scenario`. */
  readonly scenario?: ChosenScenario
  /** The business rule that refused (D10): the form of the call is right. */
  readonly rule?: BusinessRuleName
  /** Wall milliseconds by which the scenario delays the answer. */
  readonly delayMs?: number
  /** How the scenario spoils the answer: the connection ends without one, or its JSON breaks off in the middle. */
  readonly fault?: 'drop' | 'malformed-json'
  /** Called once the answer leaves, after its delay, and waited for. */
  readonly beforeSent?: (isCallerGone: boolean) => Promise<void>
}

/** Several hints in one line, as the header carries them (D5). */
export function joinHints(hints: readonly string[]): string {
  return hints.join(' | ')
}

export interface ServerEvent {
  readonly comment?: string
  readonly retryMs?: number
  readonly id?: number
  readonly event?: string
  readonly data?: unknown
}

export type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never

/** Method and path in one, as clients write them: `GET /_sandbox/clock`. */
export type RouteText = `${Operation['method']} /${string}`

export function methodAndPath(route: RouteText): Pick<Operation, 'method' | 'path'> {
  const [method, path] = route.split(' ') as [Operation['method'], string]
  return { method, path }
}

export interface Call<Path extends string = string, Query = unknown, Body = unknown> {
  readonly key: string
  readonly params: Readonly<Record<NamesIn<Path>, string>>
  readonly query: Query
  readonly body: Body
  /** A request header by its lower-case name. */
  readonly header: (name: string) => string | null
  /** Aborts when the caller goes away or the sandbox stops. */
  readonly signal: AbortSignal
}

/** `service` mirrors the specification; `control` is the sandbox's own API under /_sandbox. */
export type Area = 'service' | 'control'

/** `seen` in public client code of a service with this interface; `beyond` the specification, and seen there too. */
export interface Basis {
  readonly of: 'seen' | 'beyond'
  readonly says: string
}

/** The public facts of an endpoint. Routing, validation and the OpenAPI document derive from them. */
export interface Operation {
  readonly area: Area
  readonly tag: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The path as sent, parameters in braces: `/payments/{id}`. */
  readonly path: string
  readonly name: string
  readonly summary: string
  /** The source of a call of the service, if the specification does not show all of it. */
  readonly basis?: Basis | undefined
  readonly params?: Readonly<Record<string, string>> | undefined
  readonly query?: ZodType | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** The body, named by `namedRequest`. */
  readonly body?: ZodType | undefined
  /** True if the handler gets the bytes of the body instead of parsed JSON. */
  readonly readsBytes?: boolean | undefined
  /** The largest body that it reads, in bytes; 1 MiB if not given. */
  readonly mostBytes?: number | undefined
  /** The body of a successful answer, named by `namedAnswer`. */
  readonly answer: ZodType
  /** True if it answers 201 in place of 200 under the setting `createdStatus` (D1). */
  readonly creates?: boolean | undefined
  /** Other statuses that it has with the same body, and when. */
  readonly alsoAnswers?: Readonly<Record<number, string>> | undefined
  /** Content types of its answer; JSON if not given. */
  readonly media?: readonly string[] | undefined
  readonly texts?: Readonly<Record<string, string>> | undefined
  readonly answerHeaders?: Readonly<Record<string, string>> | undefined
  /** The refusals of its handler, besides those shared by its area and shape. */
  readonly refuses?: readonly ErrorCode[] | undefined
  /** True if it acts on no business: it accepts any key, or none (D44). */
  readonly anyKey?: boolean | undefined
  /** True if `?key=all` asks about every business: then its handler gets `everyBusiness` as the key. */
  readonly takesAll?: boolean | undefined
  /** Its gate check, if it differs from the default of its area and method; null if its handler checks. */
  readonly use?: Use | null | undefined
  /** True if only a caller on the sandbox's own machine may call it. */
  readonly ownMachineOnly?: boolean | undefined
  /** False if it works without the database. */
  readonly needsStorage?: boolean | undefined
}

/** An operation's gate check; null if it acts on no business, or its handler checks. */
export function useOf({ area, method, anyKey, use }: Operation): Use | null {
  if (anyKey || use !== undefined) return use ?? null
  return area === 'service' ? 'service' : method === 'GET' ? 'read' : 'write'
}

export type Endpoint<Tools, Path extends string = string, Query = unknown, Body = unknown> = Operation & {
  readonly path: Path
  readonly query?: ZodType<Query>
  readonly body?: ZodType<Body>
  readonly handle: (call: Call<Path, Query, Body> & Tools) => Reply | Promise<Reply>
} & ParametersOf<Path>

/** An endpoint with path parameters must describe each of them. */
export type ParametersOf<Path extends string> = [NamesIn<Path>] extends [never]
  ? unknown
  : { readonly params: Readonly<Record<NamesIn<Path>, string>> }

/** An endpoint whose handler has its tools: what HTTP serves, and the OpenAPI document shows. */
export interface BoundEndpoint extends Operation {
  readonly handle: (call: Call) => Reply | Promise<Reply>
}

/** Declares an endpoint; the types of `params`, `query` and `body` follow from the declaration. */
export function defineEndpoint<Tools>() {
  return <Path extends string, Query = undefined, Body = undefined>(
    endpoint: Endpoint<Tools, Path, Query, Body> & { readonly tag: Tag },
  ): Endpoint<Tools, Path, Query, Body> => endpoint
}

export function bindEndpoint<Tools, Path extends string, Query, Body>(
  endpoint: Endpoint<Tools, Path, Query, Body>,
  tools: Tools,
): BoundEndpoint {
  const handle = (call: Call) => {
    // HTTP parses query and body with this endpoint's own schemas before it calls.
    const { key, params, query, body, header, signal } = call as Call<Path, Query, Body>
    // The spread stands last: in Node 20 each key that is added after one takes 1.5 µs.
    return endpoint.handle({ key, params, query, body, header, signal, ...tools })
  }
  return { ...endpoint, handle }
}
