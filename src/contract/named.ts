import { z } from 'zod'

/**
 * Schemas that stand under a name of their own in the OpenAPI document. The registries are our own: zod's global one is shared
 * with every other package that a merchant's test process loads.
 */
export const answerSchemas = z.registry<{ readonly id: string }>()
export const requestSchemas = z.registry<{ readonly id: string }>()
const names = new WeakMap<z.ZodType, string>()

export type Shown<Schema extends z.ZodType> = Frozen<z.output<Schema>>

type Frozen<T> = unknown extends T ? T : { readonly [K in keyof T]: Frozen<T[K]> }

export function namedAnswer<S extends z.ZodType>(id: string, schema: S): S {
  return name(id, schema, schema, answerSchemas)
}

/** A schema that the document shows as it is, and whose values clients read as the more exact `Read`. */
export function readAs<Read>(schema: z.ZodType): z.ZodType<Read> {
  return schema as z.ZodType<Read>
}

/** An object that is answered; keys that the shape does not have are left out. */
export function answerObject<Shape extends z.ZodRawShape>(id: string, description: string, shape: Shape) {
  return namedAnswer(id, z.object(shape).describe(description))
}

/** A record of the service: it may have further keys. */
export function answerRecord<Shape extends z.ZodRawShape>(id: string, description: string, shape: Shape) {
  return namedAnswer(id, z.looseObject(shape).describe(description))
}

export function answerList<Item extends z.ZodType>(id: string, description: string, item: Item) {
  return namedAnswer(id, z.array(item).describe(description))
}

/** The body of a request to the sandbox's own API: an object with these fields and no others. */
export function requestBody<Shape extends z.ZodRawShape>(id: string, shape: Shape) {
  return namedRequest(id, z.strictObject(shape))
}

/** Names the schema of a request's body; `shownAs` is the one to show where the checking one cannot be written as JSON Schema. */
export function namedRequest<S extends z.ZodType>(id: string, schema: S, shownAs: z.ZodType = schema): S {
  return name(id, schema, shownAs, requestSchemas)
}

/** The schema of an object that is stored as JSON: typed as plain JSON, documented in full. */
export function keptJson(schema: z.ZodObject): z.ZodType<Readonly<Record<string, unknown>>> {
  return schema
}

/** The name a schema was given. Throws if it has none: the document holds no anonymous shapes. */
export function schemaName(schema: z.ZodType): string {
  const name = names.get(schema)
  if (name === undefined)
    throw new Error('A schema of an endpoint has no name: give it one with namedAnswer or namedRequest')
  return name
}

function name<S extends z.ZodType>(id: string, schema: S, shown: z.ZodType, registry: typeof answerSchemas): S {
  shown.register(registry, { id })
  names.set(schema, id)
  return schema
}

/** The body of a call that takes nothing: an empty object, or no body at all. */
export const noParameters = namedRequest('NoParameters', z.strictObject({}).describe('Nothing is sent.'))
