import { isUtf8 } from 'node:buffer'
import { Readable } from 'node:stream'
import { isDeeper, isObject, jsonIn, maxDepth } from '../../domain/json.ts'
import { Refused } from '../../domain/refused.ts'
import type { ErrorFacts } from '../../words/errors.ts'
import type { HttpContext } from '../http-env.ts'
import { whyNoObject } from './why-no-object.ts'

/** The largest body that is read, in bytes (D9). */
export const maxBodyBytes = 1024 * 1024

/** The largest body of any endpoint, in bytes: the file of a world. */
export const mostBodyBytes = 64 * 1024 * 1024

/** So many small parts are joined: each takes a hundred bytes of memory beside its own. */
const smallParts = 1000
const smallBytes = 1024

/**
 * Reads a whole request body. Throws `BodyTooLarge` as soon as it is known to be one, by its length before it comes, and
 * `BodyCutOff` if its caller goes away.
 */
export async function readBody({ env, req }: HttpContext, mostBytes = maxBodyBytes): Promise<Buffer> {
  if (Number(req.header('content-length')) > mostBytes) throw new BodyTooLarge([])
  if (env.incoming !== undefined) return readStream(env.incoming, mostBytes)
  return req.raw.body === null ? Buffer.alloc(0) : readStream(Readable.fromWeb(req.raw.body), mostBytes)
}

function readStream(stream: Readable, mostBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  let small = 0
  return new Promise((resolve, reject) => {
    const add = (part: Buffer) => {
      chunks.push(part)
      small = part.length < smallBytes ? small + 1 : 0
      if (small === smallParts) {
        chunks.push(Buffer.concat(chunks.splice(-smallParts)))
        small = 0
      }
      bytes += part.length
      if (bytes <= mostBytes) return
      // An answer and the rest of the body are still to come.
      stream.off('data', add).pause()
      reject(new BodyTooLarge(chunks))
    }
    const cutOff = () => reject(new BodyCutOff(chunks))
    stream.on('data', add)
    stream.once('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)))
    stream.once('error', cutOff)
    if (stream.destroyed) cutOff()
  })
}

/** A body that was not read completely; `chunks` arrived. */
export class BodyUnfinished extends Error {
  readonly chunks: readonly Buffer[]

  constructor(chunks: readonly Buffer[]) {
    super()
    this.chunks = chunks
  }
}

/** A body over the limit; the rest is not read. */
export class BodyTooLarge extends BodyUnfinished {}

/** A body that ended early because its caller went away. */
export class BodyCutOff extends BodyUnfinished {}

/** The JSON object in a body; throws a refusal for everything else (D9). */
export function jsonObject(bytes: Buffer, { req }: HttpContext): Record<string, unknown> {
  const text = isUtf8(bytes) ? bytes.toString('utf8') : ''
  const value = isDeeper(text, maxDepth) ? undefined : jsonIn(text)
  if (isObject(value)) return value
  throw new Refused<ErrorFacts>({ why: 'no-object', because: whyNoObject(bytes, req.header('content-encoding')) })
}

/** Hints for a body whose type is not JSON: the service may not read it (D5, D9). */
export function contentTypeHints(type: string | undefined): readonly string[] {
  if (type === undefined || /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type)) return []
  return ['the Content-Type is not JSON: send Content-Type: application/json']
}
