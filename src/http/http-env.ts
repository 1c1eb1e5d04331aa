import type { IncomingMessage, ServerResponse } from 'node:http'
import type { MiddlewareHandler } from 'hono'
import type { Reply } from '../contract/endpoint.ts'
import type { ReceivedBody } from '../contract/received-call.ts'

export interface HttpEnv {
  Bindings: { readonly incoming?: IncomingMessage; readonly outgoing?: ServerResponse }
  Variables: {
    key?: string
    /** The business's form for the messages of a 400 (D8). */
    shape?: 'object' | 'list'
    /** Hints about the request, added to those of the answer (D5). */
    hints?: readonly string[]
    body?: ReceivedBody
    /** The reply and its sent text; null if the caller did not get it. */
    answer?: { readonly reply: Reply; readonly sent: string | Buffer | null }
  }
}

type Variables = HttpEnv['Variables']

/** A call while it is answered: the part of Hono's context in use. */
export interface HttpContext {
  readonly env: HttpEnv['Bindings']
  readonly req: {
    readonly raw: Request
    header(name: string): string | undefined
    param(): Record<string, string>
  }
  get<Name extends keyof Variables>(name: Name): Variables[Name]
  set<Name extends keyof Variables>(name: Name, value: Variables[Name]): void
}

export type Middleware = (context: HttpContext, next: () => Promise<void>) => ReturnType<MiddlewareHandler>
