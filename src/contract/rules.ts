import { z } from 'zod'

/** A request's JSON object before it is checked. */
export type RawBody = Readonly<Record<string, unknown>>

/** One rule of a field: the message it answers, and when. Every failing rule of every field answers (D6). */
export interface Rule {
  readonly message: string | ((body: RawBody) => string)
  readonly fails: (value: unknown, body: RawBody) => boolean
}

/** A field: its rules in the order of D6, its JSON Schema, and (by `T`) its type once it passed. */
export interface Field<T> {
  readonly optional: boolean
  readonly rules: readonly Rule[]
  readonly jsonSchema: Readonly<Record<string, unknown>>
  /** Never set: carries the type. */
  readonly type?: T
}

type Fields = Readonly<Record<string, Field<unknown>>>
type TypeOf<F> = F extends Field<infer T> ? T : never
type OptionalNames<F extends Fields> = { [K in keyof F]: undefined extends TypeOf<F[K]> ? K : never }[keyof F]

/** The type of a body whose fields all passed; optional fields that were null or absent are absent. */
export type BodyOf<F extends Fields> = { readonly [K in Exclude<keyof F, OptionalNames<F>>]: TypeOf<F[K]> } & {
  readonly [K in OptionalNames<F>]?: Exclude<TypeOf<F[K]>, undefined>
}

/** Makes the schema of a request body from its fields, in the order of the specification's tables. */
export function bodyOf<F extends Fields>(fields: F): z.ZodType<BodyOf<F>> {
  const entries = Object.entries(fields)
  const check = (body: RawBody, context: z.RefinementCtx) => {
    for (const message of brokenRules(entries, body)) context.addIssue({ code: 'custom', message })
    return pick(entries, body) as BodyOf<F>
  }
  return z.record(z.string(), z.unknown()).transform(check).meta(jsonSchemaOf(entries))
}

/** The messages of every failed rule of every field, fields in their order, rules in theirs. */
export function brokenRules(fields: readonly (readonly [string, Field<unknown>])[], body: RawBody): string[] {
  const messages: string[] = []
  for (const [name, field] of fields) {
    const value = body[name]
    if (field.optional && isAbsent(value)) continue
    for (const rule of field.rules) {
      if (rule.fails(value, body)) messages.push(typeof rule.message === 'string' ? rule.message : rule.message(body))
    }
  }
  return messages
}

/** True for what counts as not given: absent or null (D6). */
export function isAbsent(value: unknown): value is undefined | null {
  return value === undefined || value === null
}

function pick(fields: readonly (readonly [string, Field<unknown>])[], body: RawBody): RawBody {
  const picked: Record<string, unknown> = {}
  for (const [name] of fields) if (!isAbsent(body[name])) picked[name] = body[name]
  return picked
}

function jsonSchemaOf(fields: readonly (readonly [string, Field<unknown>])[]): Record<string, unknown> {
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map(([name, field]) => [name, field.jsonSchema])),
    required: fields.filter(([, field]) => !field.optional).map(([name]) => name),
  }
}
