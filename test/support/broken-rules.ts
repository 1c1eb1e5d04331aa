import { type FieldEntries, judgeBody, type RawBody } from '../../src/contract/read-fields.ts'
import type { Settings } from '../../src/domain/settings.ts'

/** The messages of every failed rule of every field; none where the body is taken. */
export function brokenRules(fields: FieldEntries, body: RawBody, settings?: Settings): readonly string[] {
  const judged = judgeBody(fields, body, settings)
  return 'messages' in judged ? judged.messages : []
}
