import { z } from 'zod'
import { currencyCodes } from '../../catalogue/currencies.ts'
import type { JsonObject } from '../../domain/json.ts'
import { currencyCode } from '../currency-code.ts'
import { isObject } from '../field.ts'
import { answerSchemas, nameOf, requestSchemas } from '../named.ts'

type Overridden = { readonly jsonSchema: z.core.JSONSchema.BaseSchema }
type Schemas = Readonly<Record<string, JsonObject>>

export function namedSchemas(): Schemas {
  return { ...converted(requestSchemas, 'input'), ...converted(answerSchemas, 'output') }
}

export function refTo(kind: 'schemas' | 'responses' | 'headers' | 'parameters', name: string): JsonObject {
  return { $ref: `#/components/${kind}/${name}` }
}

export function querySchema(query: z.ZodType): { readonly properties: Schemas; readonly required: readonly string[] } {
  const schema = z.toJSONSchema(query, { io: 'input', override: tidied })
  const { properties = {}, required = [] } = JSON.parse(JSON.stringify(schema), asComponent)
  return { properties, required }
}

/** The schemas that a part of the document refers to, directly or through others, ordered by name. */
export function reachable(schemas: Schemas, from: unknown): Schemas {
  const found = new Set<string>()
  const visit = (part: unknown): void => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (found.has(name)) continue
      found.add(name)
      visit(schemas[name])
    }
  }
  visit(from)
  return Object.fromEntries([...found].sort().map((name) => [name, schemas[name] ?? {}]))
}

function converted(registry: typeof answerSchemas, io: 'input' | 'output'): Schemas {
  const uri = (id: string) => `#/components/schemas/${id}`
  const { schemas } = z.toJSONSchema(registry, { uri, io, override: io === 'input' ? tidiedBody : tidied })
  return JSON.parse(JSON.stringify(schemas), asComponent)
}

/** Drops what readers of the document do not need: patterns that repeat a format, and the keys of JSON objects being text. */
function tidied({ jsonSchema }: Overridden): void {
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern
  if (JSON.stringify(jsonSchema.propertyNames) === '{"type":"string"}') delete jsonSchema.propertyNames
}

/** A field that a body leaves out keeps what it has in a PATCH, and generators of clients make fields with a default required. */
function tidiedBody(overridden: Overridden): void {
  tidied(overridden)
  delete overridden.jsonSchema.default
}

const currencyName = nameOf(currencyCode)
const currencies = JSON.stringify(currencyCodes)

/** A part of a schema as it stands in the document: no address of its own, a reference in place of the list of currencies. */
function asComponent(key: string, part: unknown): unknown {
  if (key === '$schema' || key === '$id') return undefined
  if (key === currencyName || !isObject(part) || JSON.stringify(part.enum) !== currencies) return part
  const { enum: _list, type: _text, ...others } = part
  return { ...refTo('schemas', currencyName), ...others }
}
