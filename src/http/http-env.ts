import type { HttpBindings } from '@hono/node-server'
import type { Context, MiddlewareHandler } from 'hono'
import type { Reply } from '../contract/endpoint.ts'
import type { ReceivedBody } from '../contract/received-call.ts'

export interface HttpEnv {
  /** Node's messages of a call by the port; a call within the process has none. */
  Bindings: Readonly<Partial<HttpBindings>>
  Variables: {
    key?: string
    /** Hints about the request, added to those of the answer (D5). */
    hints?: readonly string[]
    body?: ReceivedBody
    /** The reply and its text as sent; null if the caller did not get it. */
    answer?: { readonly reply: Reply; readonly text: string | Buffer | null }
  }
}

export type HttpContext = Context<HttpEnv>
export type Middleware = MiddlewareHandler<HttpEnv>
