import { z } from 'zod'
import { inputError } from '../domain/input-error.ts'
import { type Settings, settingsSchema } from '../domain/settings.ts'

/** A request's JSON object before it is checked. */
export type RawBody = Readonly<Record<string, unknown>>

type Message = string | ((body: RawBody) => string)

/** One rule of a field: the message it answers, and when. Every failing rule of every field answers (D6). */
export interface Rule {
  readonly message: Message
  readonly fails: (value: unknown, body: RawBody) => boolean
  /** What it demands, as far as JSON Schema can say it. */
  readonly jsonSchema?: Readonly<Record<string, unknown>>
}

/** A rule that judges a value by reading it, and hands on what it read: minor units, a phone number. */
export interface ReadingRule<T> {
  readonly message: Message
  /** Null fails; undefined where the value is for another rule to refuse. */
  readonly read: (value: unknown, body: RawBody, settings: Settings) => T | null | undefined
  /** What helps the developer whose value failed, besides the message (D5). */
  readonly hint?: (value: unknown, body: RawBody) => string | null
}

/** A field: its rules in the order of D6, its JSON Schema, and (by `T`) its type once it passed. */
export interface Field<T> {
  /** Whether it may be left out or null; some fields only under settings of the business, the defaults' in its JSON Schema. */
  readonly optional: boolean | ((settings: Settings) => boolean)
  readonly rules: readonly (Rule | ReadingRule<T>)[]
  readonly jsonSchema: Readonly<Record<string, unknown>>
  /** The body's keys that may carry the field, the first that is given counts; not set: its own name only. */
  readonly sentAs?: readonly string[]
  /** True where an empty text counts as not given. */
  readonly emptyIsNone?: true
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

/** What a body comes to: what its fields read, or every message of every rule that it breaks (D6). */
type Judged = { readonly fields: RawBody } | Failures

interface Failures {
  readonly messages: readonly string[]
  /** What helps the developer besides (D5). */
  readonly hints: readonly string[]
}

/** Judges an object by fields, in their order, and by their rules, in theirs; under the settings of a business, or the default ones. */
export function judgeBody(fields: FieldEntries, body: RawBody, settings = defaults()): Judged {
  const read = {}
  const failures = { messages: [], hints: [] }
  judge(fields, [{ body, read }], settings, failures)
  return failures.messages.length > 0 ? failures : { fields: read }
}

let ofNobody: Settings | null = null

/** The settings of a business that declares none; made when they are first needed, which no start waits for. */
function defaults(): Settings {
  ofNobody ??= settingsSchema.parse({}, inputError)
  return ofNobody
}

/** True for a field that a body may leave out under the settings of a business, or under the default ones. */
export function isOptional({ optional }: Field<unknown>, settings = defaults()): boolean {
  return typeof optional === 'boolean' ? optional : optional(settings)
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
  const keys = fields.flatMap(([name, field]) => (isOptional(field) ? [] : [field.sentAs ?? [name]]))
  const choices = keys
    .filter(({ length }) => length > 1)
    .map((several) => ({ anyOf: several.map((key) => ({ required: [key] })) }))
  return {
    type: 'object',
    properties: Object.fromEntries(
      fields.flatMap(([name, { sentAs = [name], jsonSchema }]) => sentAs.map((key) => [key, jsonSchema])),
    ),
    required: keys.filter(({ length }) => length === 1).flat(),
    ...(choices.length > 0 ? { allOf: choices } : {}),
  }
}

/** An object as it was sent, and what its fields come to. */
interface Reading {
  readonly body: RawBody
  readonly read: Record<string, unknown>
}

type Noted = { readonly [K in keyof Failures]: string[] }

// Objects of one kind are judged together: each message stands once and in the fields' order, whichever broke it (D6).
function judge(fields: FieldEntries, readings: readonly Reading[], settings: Settings, failures: Noted): void {
  for (const [name, field] of fields) {
    const mayBeAbsent = isOptional(field, settings)
    for (const { body, read } of readings) {
      const value = sent(body, name, field)
      if (!isAbsent(value)) read[name] = value
    }
    for (const rule of field.rules) {
      for (const { body, read } of readings) {
        const value = sent(body, name, field)
        if (mayBeAbsent && isAbsent(value)) continue
        const verdict = 'read' in rule ? rule.read(value, body, settings) : rule.fails(value, body) ? null : undefined
        if (verdict === undefined) continue
        if (verdict !== null) {
          read[name] = verdict
          continue
        }
        if (note(rule, value, body, failures)) break
      }
    }
    if (field.elements === undefined) continue
    for (const { body, read } of readings) {
      const value = sent(body, name, field)
      if (mayBeAbsent && isAbsent(value)) continue
      const elements = objectsIn(value).map((element) => ({ body: element, read: {} }))
      judge(field.elements, elements, settings, failures)
      read[name] = elements.map((element) => element.read)
    }
  }
}

/** Notes that a rule failed; true where it can say nothing else of another object. */
function note(rule: Rule | ReadingRule<unknown>, value: unknown, body: RawBody, { messages, hints }: Noted): boolean {
  const message = typeof rule.message === 'string' ? rule.message : rule.message(body)
  if (!messages.includes(message)) messages.push(message)
  const hint = 'read' in rule ? rule.hint?.(value, body) : null
  if (hint) hints.push(hint)
  return typeof rule.message === 'string'
}

function sent(body: RawBody, name: string, { sentAs, emptyIsNone }: Field<unknown>): unknown {
  if (emptyIsNone && body[name] === '') return undefined
  if (sentAs === undefined) return body[name]
  const key = sentAs.find((key) => !isAbsent(body[key]))
  return key === undefined ? undefined : body[key]
}

function objectsIn(value: unknown): readonly RawBody[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}
