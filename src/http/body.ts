import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { isDeeper, maxDepth } from '../contract/field-rules.ts'
import { type FieldEntries, isAbsent, isObject, type RawBody } from '../contract/read-fields.ts'
import { differences } from '../domain/did-you-mean.ts'

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

/** Fields of a body that nobody reads and that are nearly ones that are missing in it (D5). */
export function misnamedFields(fields: FieldEntries, body: RawBody): readonly string[] {
  const known = keysOf(fields)
  const unread = Object.keys(body).filter((key) => !known.has(key))
  const hints = unread.length === 0 ? [] : nearMisses(fields, body, unread)
  for (const [name, { elements }] of fields) {
    if (elements === undefined) continue
    const list = body[name]
    for (const element of Array.isArray(list) ? list.filter(isObject) : []) {
      hints.push(...misnamedFields(elements, element))
    }
  }
  return [...new Set(hints)]
}

function nearMisses(fields: FieldEntries, body: RawBody, unread: readonly string[]): string[] {
  const missing = fields.flatMap(([name, { sentAs = [name] }]) =>
    sentAs.some((key) => !isAbsent(body[key])) ? [] : sentAs,
  )
  return unread.flatMap((key) => {
    const meant = missing.find((one) => isNearly(key, one))
    return meant === undefined ? [] : [`the field ${key} is not read: did you mean ${meant}?`]
  })
}

const keysByFields = new WeakMap<FieldEntries, ReadonlySet<string>>()

/** The keys of a body that its fields read; worked out once, since every call asks. */
function keysOf(fields: FieldEntries): ReadonlySet<string> {
  const keys = keysByFields.get(fields) ?? new Set(fields.flatMap(([name, { sentAs = [name] }]) => sentAs))
  keysByFields.set(fields, keys)
  return keys
}

/** True for a name in another spelling (callback_url), or with a slip or two in a long one. */
function isNearly(key: string, name: string): boolean {
  if (!/^[\w.\- ]{1,64}$/.test(key)) return false
  const slips = name.length < 5 ? 0 : name.length < 9 ? 1 : 2
  return differences(plain(key), plain(name)) <= slips
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}
