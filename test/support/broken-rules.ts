import type { z } from 'zod'
import type { RawBody } from '../../src/contract/field.ts'
import { readRequest } from '../../src/contract/read-request.ts'
import type { Settings } from '../../src/domain/settings.ts'

/** The messages of every failed rule of every field; none if the body is taken. */
export function brokenRules(schema: z.ZodType, body: RawBody, settings?: Settings): readonly string[] {
  const read = readRequest(schema, body, settings)
  return 'messages' in read ? read.messages : []
}
