import type { ZodType, ZodUndefined, z } from 'zod'
import type { Call, Operation, ParametersOf, Reply, RouteText } from '../contract/endpoint.ts'
import type { Shown } from '../contract/named.ts'
import type { ControlTools } from './tools.ts'

/** An endpoint of the sandbox's own API. Its handler answers what the schema `answer` says, and clients take their types from it. */
export interface ControlEndpoint<
  At extends RouteText = RouteText,
  Query extends ZodType = ZodType,
  Body extends ZodType = ZodType,
  Answer extends ZodType = ZodType,
> extends Omit<Operation, 'area' | 'tag' | 'name' | 'method' | 'path'> {
  /** Method and path, as clients name it: `GET /_sandbox/clock`. */
  readonly route: At
  readonly query?: Query
  readonly body?: Body
  readonly answer: Answer
  // A method, so that endpoints of all paths and bodies fit in one list.
  handle(call: Call<At, z.output<Query>, z.output<Body>> & ControlTools): Answering<Answer> | Promise<Answering<Answer>>
}

/** Null if a file or events are sent in place of a body. */
type Answering<Answer extends ZodType> = Reply<Shown<Answer> | null>

/** Declares an endpoint of the sandbox's own API; the types of `params`, `query`, `body` and of the answer follow from it. */
export function controlEndpoint<
  const At extends RouteText,
  Answer extends ZodType,
  Query extends ZodType = ZodUndefined,
  Body extends ZodType = ZodUndefined,
>(
  endpoint: Omit<ControlEndpoint<At, Query, Body, Answer>, 'params'> & ParametersOf<At>,
): ControlEndpoint<At, Query, Body, Answer> {
  return endpoint
}
