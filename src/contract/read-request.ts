import type { z } from 'zod'
import type { Settings } from '../domain/settings.ts'
import { readObject } from './body.ts'
import { noteOf, type RawBody } from './field.ts'
import { misnamedFields } from './misnamed-fields.ts'

/** The value of a body or query, or the message of every broken rule (D6). `hints` help the developer (D5). */
export type Read<Request> = { readonly hints: readonly string[] } & (
  | { readonly fields: Request }
  | { readonly messages: readonly string[] }
)

/** The settings that decide how a request is read (D10, D17). */
export type ReadingSettings = Pick<Settings, 'strictTestAccounts' | 'homeCountries'>

const usual: ReadingSettings = { strictTestAccounts: false, homeCountries: { XOF: 'CI', XAF: 'CM' } }
const schemasUnder = new WeakMap<z.ZodType, (settings: ReadingSettings) => z.ZodType>()

/** Returns the schema under the default settings; `readRequest` reads by one that is made once for each other settings. */
export function underSettings<Schema extends z.ZodType>(make: (settings: ReadingSettings) => Schema): Schema {
  const schema = make(usual)
  const made = new WeakMap<ReadingSettings, Schema>()
  schemasUnder.set(schema, (settings) => {
    const known = made.get(settings) ?? make(settings)
    made.set(settings, known)
    return known
  })
  return schema
}

export function schemaUnder(schema: z.ZodType, settings: ReadingSettings): z.ZodType {
  return schemasUnder.get(schema)?.(settings) ?? schema
}

export function readRequest<Request>(
  schema: z.ZodType<Request>,
  sent: RawBody,
  settings?: ReadingSettings,
): Read<Request> {
  const { value, issues } = readObject(settings ? schemaUnder(schema, settings) : schema, sent)
  const misnamed = misnamedFields(schema, sent)
  if (issues.length === 0) return { fields: value as Request, hints: misnamed }
  const hints = issues.flatMap((issue) => noteOf(issue).hint ?? [])
  return { messages: issues.map(({ message }) => message ?? ''), hints: [...misnamed, ...hints] }
}
