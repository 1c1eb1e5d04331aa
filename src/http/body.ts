import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { isDeeper, maxDepth } from '../contract/field-rules.ts'
import { isObject } from '../contract/read-fields.ts'

/** The largest body that is read, in bytes (D9). */
export const maxBodyBytes = 1024 * 1024

/** A body that was not read to its end. */
class BodyUnfinished extends Error {
  readonly chunks: readonly Buffer[]

  constructor(chunks: readonly Buffer[]) {
    super()
    this.chunks = chunks
  }
}

/** A body over the limit; what is left of it is not read. */
export class BodyTooLarge extends BodyUnfinished {}

/** A body that ended early: its caller has gone away, so nobody reads the answer. */
export class BodyCutOff extends BodyUnfinished {}

/** A body that is not a JSON object (D9). */
export class BodyNotAnObject extends Error {}

/** True for a request that says itself that its body is over the limit. */
export function isTooLarge({ headers }: IncomingMessage): boolean {
  return Number(headers['content-length']) > maxBodyBytes
}

/**
 * Reads a whole request body; throws `BodyTooLarge` as soon as it is known to be one, by its length before it comes,
 * and `BodyCutOff` when its caller goes away.
 */
export function readBody(incoming: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    if (isTooLarge(incoming)) return reject(new BodyTooLarge([]))
    const chunks: Buffer[] = []
    let bytes = 0
    incoming.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes <= maxBodyBytes) return chunks.push(chunk)
      incoming.pause()
      reject(new BodyTooLarge(chunks))
    })
    incoming.on('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)))
    incoming.on('error', () => reject(new BodyCutOff(chunks)))
  })
}

/** The JSON object in a body; throws `BodyNotAnObject` for everything else (D9). */
export function parseObject(bytes: Buffer): Record<string, unknown> {
  if (!isUtf8(bytes)) throw new BodyNotAnObject()
  let value: unknown
  try {
    value = JSON.parse(bytes.toString('utf8'))
  } catch {
    throw new BodyNotAnObject()
  }
  if (!isObject(value) || isDeeper(value, maxDepth)) throw new BodyNotAnObject()
  return value
}

/** What helps the developer of a body whose type is not JSON: the service may not read it (D5, D9). */
export function contentTypeHints(type: string | undefined): readonly string[] {
  if (type === undefined || /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type)) return []
  return ['the Content-Type is not JSON: send Content-Type: application/json']
}
