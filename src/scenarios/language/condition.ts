/** A fragment of JSON Schema. */
export type JsonSchema = { readonly [keyword: string]: unknown }

/** Stands in a scenario for a value whose form is wrong, so that nobody knows what is meant. */
export const doubted: unique symbol = Symbol('doubted')

/** Something that a scenario says or leaves out, as a test of it and as the JSON Schema that editors check by. */
export interface Condition {
  /** Null when that rests on something `doubted`. */
  readonly holds: (scenario: object) => boolean | null
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
    holds: (scenario) => firstOr(true, conditions, scenario),
    schema: { allOf: conditions.map(({ schema }) => schema) },
  }
}

/** One of these holds, or several. */
export function any(...conditions: readonly Condition[]): Condition {
  const [first, ...others] = conditions
  if (first && others.length === 0) return first
  return {
    holds: (scenario) => firstOr(false, conditions, scenario),
    schema: { anyOf: conditions.map(({ schema }) => schema) },
  }
}

/** This does not hold. */
export function not({ holds, schema }: Condition): Condition {
  const denied = (held: boolean | null) => (held === null ? null : !held)
  return { holds: (scenario) => denied(holds(scenario)), schema: { not: schema } }
}

/** `usual` where all of these say so, the opposite where one does, and null where only a doubted one could. */
function firstOr(usual: boolean, conditions: readonly Condition[], scenario: object): boolean | null {
  let told: boolean | null = usual
  for (const { holds } of conditions) {
    const held = holds(scenario)
    if (held === !usual) return held
    if (held === null) told = null
  }
  return told
}

function at(path: string, holds: (value: unknown) => boolean, form: JsonSchema): Condition {
  const keys = path.split('.')
  return {
    holds: (scenario) => {
      const value = keys.reduce<unknown>(stepInto, scenario)
      return value === doubted ? null : value !== undefined && holds(value)
    },
    schema: keys.reduceRight<JsonSchema>(
      (inner, key) => ({ type: 'object', required: [key], properties: { [key]: inner } }),
      form,
    ),
  }
}

function stepInto(value: unknown, key: string): unknown {
  if (value === doubted) return doubted
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}
