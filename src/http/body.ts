import { isUtf8 } from 'node:buffer'
import { isObject } from '../contract/field.ts'
import { isDeeper, maxDepth } from '../contract/field-rules.ts'
import { jsonIn } from '../domain/json.ts'
import { whyNoObject } from './body-hints.ts'
import { readDirectly } from './direct-node.ts'
import type { HttpContext } from './http-env.ts'
import { BodyCutOff, BodyTooLarge, maxBodyBytes } from './unfinished-body.ts'

/** A body that is not a JSON object (D9); `hint` says why, if the cause is a known one. */
export class BodyNotAnObject extends Error {
  readonly hint: string | null

  constructor(hint: string | null) {
    super()
    this.hint = hint
  }
}

/** Reads a whole request body. Throws `BodyTooLarge` as soon as the limit is passed, and `BodyCutOff` if the caller goes away. */
export function readBody({ env, req }: HttpContext, mostBytes = maxBodyBytes): Promise<Buffer> {
  return env.incoming ? readDirectly(env.incoming, mostBytes) : readWebBody(req.raw, mostBytes)
}

async function readWebBody({ body }: Request, mostBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  const reader = body?.getReader()
  for (;;) {
    const part = await reader?.read().catch(() => {
      throw new BodyCutOff(chunks)
    })
    if (part?.value === undefined) return Buffer.concat(chunks)
    chunks.push(Buffer.from(part.value))
    bytes += part.value.length
    if (bytes > mostBytes) throw new BodyTooLarge(chunks)
  }
}

/** The JSON object in a body; throws `BodyNotAnObject` for everything else (D9). */
export function parseObject(bytes: Buffer, { req }: HttpContext): Record<string, unknown> {
  const value = isUtf8(bytes) ? jsonIn(bytes.toString('utf8')) : undefined
  if (isObject(value) && !isDeeper(value, maxDepth)) return value
  throw new BodyNotAnObject(whyNoObject(bytes, req.header('content-encoding')))
}

/** Hints for a body whose type is not JSON: the service may not read it (D5, D9). */
export function contentTypeHints(type: string | undefined): readonly string[] {
  if (type === undefined || /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type)) return []
  return ['the Content-Type is not JSON: send Content-Type: application/json']
}
