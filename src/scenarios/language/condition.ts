/** A fragment of JSON Schema. */
export type JsonSchema = { readonly [keyword: string]: unknown }

/** Something that a scenario says or leaves out, as a test of it and as the JSON Schema that editors check by. */
export interface Condition {
  readonly holds: (scenario: object) => boolean
  readonly schema: JsonSchema
}

/** The key is there; its path begins at the scenario, as in `webhook.copies`. */
export function has(path: string): Condition {
  return at(path, () => true, {})
}

/** The key is there with one of these values. */
export function is(path: string, ...values: readonly unknown[]): Condition {
  return at(path, (value) => values.includes(value), { enum: values })
}

/** The key is there and holds a map. */
export function isMap(path: string): Condition {
  return at(path, (value) => typeof value === 'object' && value !== null && !Array.isArray(value), { type: 'object' })
}

/** The key is there and holds a list with something in it. */
export function isFilled(path: string): Condition {
  return at(path, (value) => Array.isArray(value) && value.length > 0, { type: 'array', minItems: 1 })
}

/** The key is there with a number that is no smaller. */
export function isAtLeast(path: string, least: number): Condition {
  return at(path, (value) => typeof value === 'number' && value >= least, { type: 'number', minimum: least })
}

/** The key is there with one of these values, alone or in a list. */
export function names(path: string, ...values: readonly unknown[]): Condition {
  const holds = (value: unknown) => [value].flat().some((each) => values.includes(each))
  const one = { enum: values }
  return at(path, holds, { anyOf: [one, { type: 'array', contains: one }] })
}

/** Every one of these holds. */
export function all(...conditions: readonly Condition[]): Condition {
  return {
    holds: (scenario) => conditions.every(({ holds }) => holds(scenario)),
    schema: { allOf: conditions.map(({ schema }) => schema) },
  }
}

/** One of these holds, or several. */
export function any(...conditions: readonly Condition[]): Condition {
  const [first, ...others] = conditions
  if (first && others.length === 0) return first
  return {
    holds: (scenario) => conditions.some(({ holds }) => holds(scenario)),
    schema: { anyOf: conditions.map(({ schema }) => schema) },
  }
}

/** This does not hold. */
export function not({ holds, schema }: Condition): Condition {
  return { holds: (scenario) => !holds(scenario), schema: { not: schema } }
}

function at(path: string, holds: (value: unknown) => boolean, form: JsonSchema): Condition {
  const keys = path.split('.')
  return {
    holds: (scenario) => {
      const value = keys.reduce<unknown>(stepInto, scenario)
      return value !== undefined && holds(value)
    },
    schema: keys.reduceRight<JsonSchema>(
      (inner, key) => ({ type: 'object', required: [key], properties: { [key]: inner } }),
      form,
    ),
  }
}

function stepInto(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}
