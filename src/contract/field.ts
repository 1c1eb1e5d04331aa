import { z } from 'zod'

export type RawBody = Readonly<Record<string, unknown>>

/** A rule that judges one field alone; `jsonSchema` is what JSON Schema can say of it. */
export interface Rule {
  readonly message: string
  readonly passes: (value: unknown) => boolean
  readonly jsonSchema?: Readonly<Record<string, unknown>>
  /** Returns what helps the developer whose value broke the rule (D5), or null. */
  readonly hint?: (value: unknown) => string | null
}

export interface RuleBeside<T> {
  readonly message: (fields: RawBody) => string
  /** Returns what replaces the value, null if the value breaks the rule, or undefined if the value stays as it is. */
  readonly read: (value: unknown, fields: RawBody) => T | null | undefined
  /** Returns what helps the developer whose value broke the rule (D5), or null. */
  readonly hint?: (value: unknown, fields: RawBody) => string | null
}

export interface FieldRules {
  readonly own: readonly Rule[]
  readonly beside: readonly RuleBeside<unknown>[]
  readonly element: z.ZodObject | null
}

const rulesOfFields = new WeakMap<z.core.$ZodType, FieldRules>()

export function rulesOf(schema: z.core.$ZodType): FieldRules {
  const field = schema instanceof z.ZodOptional ? schema.unwrap() : schema
  return rulesOfFields.get(field) ?? { own: [], beside: [], element: null }
}

export function withRules<Schema extends z.ZodType>(schema: Schema, rules: FieldRules): Schema {
  rulesOfFields.set(schema, rules)
  return schema
}

/** A required field. Its own rules are its checks: each is judged, even if another failed (D6). Those `beside` come after. */
export function field<T>(
  description: string,
  own: readonly Rule[],
  beside: readonly RuleBeside<T>[] = [],
): z.ZodType<T> {
  const jsonSchema = Object.assign({}, ...own.map((rule) => rule.jsonSchema), { description })
  const schema = z.unknown().check(...own.map(checkOf))
  schema.register(z.globalRegistry, jsonSchema)
  // A value that passes the rules has the type.
  return withRules(schema as z.ZodType<T>, { own, beside, element: null })
}

/** Notes on an issue: which rule of its field was broken, and what helps the developer (D5). */
export interface Note {
  readonly rule: number
  readonly hint?: string | null
}

export function noteOf({ params }: z.core.$ZodRawIssue): Note {
  return params as Note
}

// An issue that continues lets zod judge all that comes after it.
function checkOf({ message, passes, hint }: Rule, rule: number): z.core.$ZodCheck<unknown> {
  return z.check(({ value, issues }) => {
    if (passes(value)) return
    const params: Note = { rule, hint: hint?.(value) ?? null }
    issues.push({ code: 'custom', message, input: value, params, continue: true })
  })
}
