import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Context, MiddlewareHandler } from 'hono'
import type { Reply } from '../contract/endpoint.ts'
import type { ReceivedBody } from '../contract/received-call.ts'

/** What the parts of the app know of a call. A call that came by a port has Node's messages too. */
export interface HttpEnv {
  Bindings: { readonly incoming?: IncomingMessage; readonly outgoing?: ServerResponse }
  Variables: {
    key?: string
    /** How the business wants the messages of a 400 (D8). */
    shape?: 'object' | 'list'
    /** Hints about the request, added to those of the answer (D5). */
    hints?: readonly string[]
    /** The body, or the part of it that came. */
    body?: ReceivedBody
    /** The reply, and its text as it was sent; null if the caller did not get it. */
    answer?: { readonly reply: Reply; readonly sent: string | Buffer | null }
  }
}

export type HttpContext = Context<HttpEnv>
export type Middleware = MiddlewareHandler<HttpEnv>
