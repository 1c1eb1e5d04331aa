import type { ZodType } from 'zod'
import type { Settings } from '../domain/settings.ts'
import { misnamedFields } from './misnamed-fields.ts'
import { fieldsOf, judgeBody, type RawBody } from './read-fields.ts'

/** A body or query as its schema reads it, or the message of every rule that it breaks (D6). `hints` help the developer (D5). */
export type Read<Request> = { readonly hints: readonly string[] } & (
  | { readonly fields: Request }
  | { readonly messages: readonly string[] }
)

/** Reads a request to the service under the settings of a business, or the default ones; `bodyOf` made the schema. */
export function readRequest<Request>(schema: ZodType<Request>, sent: RawBody, settings?: Settings): Read<Request> {
  const entries = fieldsOf(schema)
  if (entries === null) throw new Error('This schema has no fields to read: bodyOf did not make it')
  const judged = judgeBody(entries, sent, settings)
  const misnamed = misnamedFields(entries, sent)
  if ('messages' in judged) return { messages: judged.messages, hints: [...misnamed, ...judged.hints] }
  return { fields: judged.fields as Request, hints: misnamed }
}
