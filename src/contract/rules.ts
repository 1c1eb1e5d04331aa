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
  /** The body's keys that may carry the field, the first that is given counts; not set: its own name only. */
  readonly sentAs?: readonly string[]
  /** The fields of every object in a list; the field's own rules see to it that it is one. */
  readonly elements?: FieldEntries
  /** Never set: carries the type. */
  readonly type?: T
}

/** Fields by name, in the order of the specification's tables. */
export type Fields = Readonly<Record<string, Field<unknown>>>
/** The same as a list, as rules and schemas walk it. */
export type FieldEntries = readonly (readonly [string, Field<unknown>])[]
type TypeOf<F> = F extends Field<infer T> ? T : never
type OptionalNames<F extends Fields> = { [K in keyof F]: undefined extends TypeOf<F[K]> ? K : never }[keyof F]

/** The type of a body whose fields all passed; optional fields that were null or absent are absent. */
export type BodyOf<F extends Fields> = { readonly [K in Exclude<keyof F, OptionalNames<F>>]: TypeOf<F[K]> } & {
  readonly [K in OptionalNames<F>]?: Exclude<TypeOf<F[K]>, undefined>
}

/** Makes the schema of a request body from its fields, in the order of the specification's tables. */
export function bodyOf<F extends Fields>(fields: F): z.ZodType<BodyOf<F>> {
  const entries = Object.entries(fields)
  const check = (body: unknown, context: z.RefinementCtx) => {
    const judged = isObject(body) ? judgeBody(entries, body) : { messages: ['a body must be an object'] }
    if ('fields' in judged) return judged.fields as BodyOf<F>
    for (const message of judged.messages) context.addIssue({ code: 'custom', message })
    return z.NEVER
  }
  // Not z.record, whose walk over keys that no rule knows would double the time of a body.
  return z.unknown().transform(check).meta(jsonSchemaOf(entries)).register(bodies, { fields: entries })
}

const bodies = z.registry<{ readonly fields: FieldEntries }>()

/** The fields that a body's schema was made of; null for a schema that `bodyOf` did not make. */
export function fieldsOf(schema: z.ZodType): FieldEntries | null {
  return bodies.get(schema)?.fields ?? null
}

/** What a body comes to: its fields, or the messages of the rules that it breaks. */
export type Judged = { readonly fields: RawBody } | { readonly messages: readonly string[] }

/** Judges an object by the fields of a body's schema, as the schema does but without its detours: this is the hot path. */
export function judgeBody(fields: FieldEntries, body: RawBody): Judged {
  const messages = brokenRules(fields, body)
  return messages.length > 0 ? { messages } : { fields: pick(fields, body) }
}

/** The messages of every failed rule of every field, fields in their order, rules in theirs. */
export function brokenRules(fields: FieldEntries, body: RawBody): string[] {
  const messages: string[] = []
  judge(fields, [body], messages)
  return messages
}

/** True for what counts as not given: absent or null (D6). */
export function isAbsent(value: unknown): value is undefined | null {
  return value === undefined || value === null
}

/** True for a JSON object: neither null nor a list. */
export function isObject(value: unknown): value is RawBody {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The JSON Schema of an object with these fields; a field with several keys is required under one of them. */
export function jsonSchemaOf(fields: FieldEntries): Record<string, unknown> {
  const required = fields.filter(([, field]) => !field.optional)
  const choices = required.flatMap(([, { sentAs }]) =>
    sentAs ? [{ anyOf: sentAs.map((key) => ({ required: [key] })) }] : [],
  )
  return {
    type: 'object',
    properties: Object.fromEntries(
      fields.flatMap(([name, { sentAs = [name], jsonSchema }]) => sentAs.map((key) => [key, jsonSchema])),
    ),
    required: required.filter(([, { sentAs }]) => !sentAs).map(([name]) => name),
    ...(choices.length > 0 ? { allOf: choices } : {}),
  }
}

// Objects of one kind are judged together: each message stands once and in the fields' order, whichever broke it (D6).
function judge(fields: FieldEntries, bodies: readonly RawBody[], messages: string[]): void {
  for (const [name, field] of fields) {
    for (const rule of field.rules) {
      for (const body of bodies) {
        const value = sent(body, name, field)
        if ((field.optional && isAbsent(value)) || !rule.fails(value, body)) continue
        const message = typeof rule.message === 'string' ? rule.message : rule.message(body)
        if (!messages.includes(message)) messages.push(message)
        if (typeof rule.message === 'string') break
      }
    }
    if (field.elements) {
      const elements = bodies.flatMap((body) => objectsIn(sent(body, name, field)))
      judge(field.elements, elements, messages)
    }
  }
}

function sent(body: RawBody, name: string, { sentAs }: Field<unknown>): unknown {
  if (sentAs === undefined) return body[name]
  const key = sentAs.find((key) => !isAbsent(body[key]))
  return key === undefined ? undefined : body[key]
}

function objectsIn(value: unknown): readonly RawBody[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}

function pick(fields: FieldEntries, body: RawBody): RawBody {
  const picked: Record<string, unknown> = {}
  for (const [name, field] of fields) {
    const value = sent(body, name, field)
    if (isAbsent(value)) continue
    const { elements } = field
    picked[name] = elements ? objectsIn(value).map((element) => pick(elements, element)) : value
  }
  return picked
}
