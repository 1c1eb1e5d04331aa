import { isUtf8 } from 'node:buffer'
import { isObject } from '../../contract/field.ts'
import { isDeeper, maxDepth } from '../../contract/field-rules.ts'
import { jsonIn } from '../../domain/json.ts'
import type { HttpContext } from '../http-env.ts'
import { whyNoObject } from './why-no-object.ts'

/** The JSON object in a body; throws `BodyNotAnObject` for everything else (D9). */
export function jsonObject(bytes: Buffer, { req }: HttpContext): Record<string, unknown> {
  const value = isUtf8(bytes) ? jsonIn(bytes.toString('utf8')) : undefined
  if (isObject(value) && !isDeeper(value, maxDepth)) return value
  throw new BodyNotAnObject(whyNoObject(bytes, req.header('content-encoding')))
}

/** A body that is not a JSON object (D9); `hint` says why, if the cause is a known one. */
export class BodyNotAnObject extends Error {
  readonly hint: string | null

  constructor(hint: string | null) {
    super()
    this.hint = hint
  }
}

/** Hints for a body whose type is not JSON: the service may not read it (D5, D9). */
export function contentTypeHints(type: string | undefined): readonly string[] {
  if (type === undefined || /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type)) return []
  return ['the Content-Type is not JSON: send Content-Type: application/json']
}
