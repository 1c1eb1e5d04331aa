import { z } from 'zod'
import { currencyCodes } from '../../catalogue/currencies.ts'
import { isObject, type JsonObject } from '../../domain/json.ts'
import { currencyCode } from '../currency-code.ts'
import { answerSchemas, requestSchemas, schemaName } from '../named.ts'

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

/** Drops details: patterns that repeat a format, and that the keys of JSON objects are text. */
function tidied({ jsonSchema }: Overridden): void {
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern
  if (JSON.stringify(jsonSchema.propertyNames) === '{"type":"string"}') delete jsonSchema.propertyNames
}

/** A field left out of a PATCH keeps its value, and client generators make fields with a default required. */
function tidiedBody(overridden: Overridden): void {
  tidied(overridden)
  delete overridden.jsonSchema.default
}

const currencyName = schemaName(currencyCode)
const currencies = JSON.stringify(currencyCodes)

/** A part of a schema for the document: without its own address, with a reference to the list of currencies. */
function asComponent(key: string, part: unknown): unknown {
  if (key === '$schema' || key === '$id') return undefined
  if (key === currencyName || !isObject(part) || JSON.stringify(part.enum) !== currencies) return part
  const { enum: _list, type: _text, ...others } = part
  return { ...refTo('schemas', currencyName), ...others }
}
