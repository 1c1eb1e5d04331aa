import { z } from 'zod'
import { differences } from '../domain/did-you-mean.ts'
import { isObject } from '../domain/json.ts'
import type { Settings } from '../domain/settings.ts'
import { readObject } from './body.ts'
import { noteOf, type RawBody, rulesOf } from './field.ts'

/** The value of a body or query, or the message of every broken rule (D6). `hints` help the developer (D5). */
export type Read<Request> = { readonly hints: readonly string[] } & (
  | { readonly fields: Request }
  | { readonly messages: readonly string[] }
)

/** The settings that decide how a request is read (D10, D17). */
export type ReadingSettings = Pick<Settings, 'strictTestAccounts' | 'homeCountries'>

const usual: ReadingSettings = { strictTestAccounts: false, homeCountries: { XOF: 'CI', XAF: 'CM' } }
const schemasUnder = new WeakMap<z.ZodType, (settings: ReadingSettings) => z.ZodType>()

/** Returns the schema under the default settings; `readRequest` reads by one that is made once for all equal settings. */
export function underSettings<Schema extends z.ZodType>(make: (settings: ReadingSettings) => Schema): Schema {
  const schema = make(usual)
  const made = new Map([[textOf(usual), schema]])
  // Each business has settings of its own, most of them equal here.
  const known = new WeakMap<ReadingSettings, Schema>()
  schemasUnder.set(schema, (settings) => {
    const found = known.get(settings)
    if (found !== undefined) return found
    const text = textOf(settings)
    const own = made.get(text) ?? make(settings)
    made.set(text, own)
    known.set(settings, own)
    return own
  })
  return schema
}

function textOf({ strictTestAccounts, homeCountries }: ReadingSettings): string {
  return JSON.stringify([strictTestAccounts, homeCountries])
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

/** Hints about unused fields of a body: misspelt names of missing fields, or fields of collections only (D5). */
function misnamedFields(schema: z.ZodType, body: RawBody): readonly string[] {
  const hints = misnamedIn(namesOf(schema), body)
  return hints.length === 0 ? hints : [...new Set(hints)]
}

/** The names of an object's fields; those of the objects in a list, if the field holds one. */
type Names = ReadonlyMap<string, Names | null>

function misnamedIn(names: Names, body: RawBody): string[] {
  const unread = Object.keys(body).filter((key) => !names.has(key))
  const hints = unread.flatMap((key) => {
    const missing = [...names.keys()].filter((name) => (body[name] ?? null) === null)
    const meant = missing.find((name) => isNearly(key, name))
    if (meant !== undefined) return [`the field ${key} is not read: did you mean ${meant}?`]
    return ofCollections.has(otherNames[plain(key)] ?? key)
      ? [`the field ${key} is not read: only collections have it`]
      : []
  })
  for (const [name, inner] of names) {
    const list = body[name]
    if (inner === null || !Array.isArray(list)) continue
    for (const element of list.filter(isObject)) hints.push(...misnamedIn(inner, element))
  }
  return hints
}

const namesBySchema = new WeakMap<z.ZodType, Names>()

function namesOf(schema: z.ZodType): Names {
  const names = namesBySchema.get(schema) ?? namesIn(schema)
  namesBySchema.set(schema, names)
  return names
}

/** The fields of an object; a schema around one names its fields in its JSON Schema. */
function namesIn(schema: z.ZodType): Names {
  const fields = schema instanceof z.ZodObject ? schema.shape : (schema.meta()?.properties ?? {})
  return new Map(
    Object.entries(fields).map(([name, field]) => {
      const element = field instanceof z.ZodType ? rulesOf(field).element : null
      return [name, element && namesIn(element)]
    }),
  )
}

const ofCollections = new Set(['metadata', 'email'])

/** Other names of a field that the specification does not show, in plain spelling. */
const otherNames: Readonly<Record<string, string>> = { customeremail: 'email' }

/** True for another name, one in another spelling (callback_url), or with a slip or two in a long one. */
function isNearly(key: string, name: string): boolean {
  if (!/^[\w.\- ]{1,64}$/.test(key)) return false
  if (otherNames[plain(key)] === name) return true
  const slips = name.length < 5 ? 0 : name.length < 9 ? 1 : 2
  return differences(plain(key), plain(name)) <= slips
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}
