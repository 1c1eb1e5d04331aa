import { runInThisContext } from 'node:vm'
import { classOf } from './own-classes.ts'

// As in own-classes.ts, for what Node loads when it is first used, in 50 ms: a chunk of the bundle that needs none of it does not
// load this file.
export { ReadableStream } from 'node:stream/web'

/** Of this process: jest gives each test file a global object of its own, and this one keeps what Node has. */
const node: typeof globalThis = runInThisContext('globalThis')

export const { fetch, FormData, Request, Response } = node

/** Some simulated browsers replace only this one of them; where `Response` is replaced too, a sandbox is refused later, in words. */
export const Headers = headersOf(Response) ?? node.Headers

function headersOf(made: typeof Response | undefined): typeof globalThis.Headers | null {
  try {
    return made ? classOf<typeof globalThis.Headers>(new made().headers) : null
  } catch {
    return null
  }
}
