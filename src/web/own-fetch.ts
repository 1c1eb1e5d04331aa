import { runInThisContext } from 'node:vm'
import { classOf } from './own-classes.ts'

// As in own-classes.ts, for what Node loads when it is first used, in 50 ms: a chunk of the bundle that needs none of it does not
// load this file.
export { ReadableStream } from 'node:stream/web'

/** Of this process: jest gives each test file a global object of its own, and this one keeps what Node has. */
const node: typeof globalThis = runInThisContext('globalThis')

export const { fetch, FormData, Request, Response } = node

/** Some simulated browsers replace only this one of them. */
export const Headers = Response && classOf<typeof globalThis.Headers>(new Response().headers)
