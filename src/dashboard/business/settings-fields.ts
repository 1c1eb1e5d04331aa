/** A JSON schema, as far as the settings use it. */
export interface Schema {
  readonly description?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly (string | number)[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly propertyNames?: Schema
  readonly additionalProperties?: Schema | boolean
  /** Of currency codes. */
  readonly $ref?: string
}

export interface Field {
  readonly name: string
  readonly description: string
  /** What can be chosen, or null for free text. */
  readonly choices: readonly string[] | null
  /** `lines`: a line for each value of a map. */
  readonly form: 'text' | 'list' | 'lines'
  readonly schema: Schema
}

export function fieldsOf({ properties = {} }: Schema): readonly Field[] {
  return Object.entries(properties).map(([name, schema]) => {
    const kinds = variantsOf(schema)
    const has = (type: string) => kinds.some((one) => [one.type].flat().includes(type))
    const choices = kinds.flatMap(({ type, const: only, enum: some = [] }) =>
      type === 'boolean' && only === undefined ? ['true', 'false'] : some.map(String),
    )
    return {
      name,
      description: schema.description ?? '',
      choices: choices.length === 0 ? null : choices,
      form: has('object') ? 'lines' : has('array') ? 'list' : 'text',
      schema,
    }
  })
}

/** A setting as text: a list with commas, a map with a line `mobile-money MTN GHS max = 5000` for each value; empty for null. */
export function textOf(value: unknown, path = ''): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.length === 0 ? none : value.join(', ')
  if (typeof value !== 'object') return path === '' ? String(value) : `${path} = ${value}`
  const lines = Object.entries(value).map(([key, one]) => textOf(one, `${path} ${key}`.trim()))
  return lines.filter((line) => line !== '').join('\n')
}

/** The value of a text; an empty text gives the default back. What the text cannot be stays text, and is refused. */
export function settingOf({ form, schema }: Pick<Field, 'form' | 'schema'>, text: string): unknown {
  if (text.trim() === '') return null
  if (form === 'text') return typed(schema, text)
  if (form === 'list') return listOf(text)
  const value = {}
  for (const line of text.split('\n').filter((one) => one.trim() !== '')) {
    const [names = '', ...rest] = line.split('=')
    put(value, names.trim().split(/\s+/), rest.join('=').trim(), schema)
  }
  return value
}

/** A list without entries: an empty field is the default. */
const none = 'none'

function listOf(text: string): readonly string[] | true {
  const entries = text.split(',').map((one) => one.trim())
  if (entries.join() === none) return []
  return entries.join() === 'true' || entries
}

function put(map: object, [name = '', ...more]: readonly string[], text: string, schema: Schema): void {
  const inner = variantsOf(schema).map(
    ({ properties, additionalProperties }) => properties?.[name] ?? additionalProperties,
  )
  const own = { anyOf: inner.flatMap((one) => (typeof one === 'object' ? one : [])) }
  if (more.length === 0) {
    Object.assign(map, { [name]: typed(own, text) })
    return
  }
  const below: unknown = Reflect.get(map, name)
  const next = typeof below === 'object' && below !== null ? below : {}
  Object.assign(map, { [name]: next })
  put(next, more, text, own)
}

/** A number or a truth value, if the schema has no text there. */
function typed(schema: Schema, text: string): unknown {
  const types = variantsOf(schema).flatMap(({ type, enum: some }) => type ?? typeof some?.[0])
  if (types.includes('string') || types.length === 0) return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function variantsOf(schema: Schema): readonly Schema[] {
  return schema.anyOf?.flatMap(variantsOf) ?? [schema]
}

/** How a line of a map is written: `mobile-money * GHS min = …`. */
export function exampleOf(schema: Schema): string {
  const [map] = variantsOf(schema).filter(({ type }) => type === 'object')
  if (map === undefined) return '= …'
  const { properties = {}, propertyNames, additionalProperties } = map
  const [[name, inner] = []] = Object.entries(properties)
  const key = name ?? propertyNames?.enum?.[0] ?? (propertyNames?.$ref === undefined ? '*' : 'GHS')
  const next = inner ?? additionalProperties
  return `${key} ${exampleOf(typeof next === 'object' ? next : {})}`
}

interface Change {
  readonly field: Field
  readonly before: unknown
  readonly text: string
}

/**
 * The changes to send, one after the other. A map is laid over the one that is there, so a map that lost a value is checked
 * first, then cleared, and then written whole.
 */
export function patchesOf(changes: readonly Change[]): readonly Readonly<Record<string, unknown>>[] {
  const patch = Object.fromEntries(changes.map(({ field, text }) => [field.name, settingOf(field, text)]))
  const lost = changes.filter(({ field, before, text }) => {
    const kept = namesIn(text)
    return field.form === 'lines' && text.trim() !== '' && namesIn(textOf(before)).some((name) => !kept.includes(name))
  })
  if (lost.length === 0) return [patch]
  const again = (valueFor: (name: string) => unknown) =>
    Object.fromEntries(lost.map(({ field: { name } }) => [name, valueFor(name)]))
  return [patch, again(() => ({})), again((name) => patch[name])]
}

/** What the lines are about. */
function namesIn(text: string): readonly string[] {
  return text.split('\n').map((line) => line.split('=')[0]?.trim().split(/\s+/).join(' ') ?? '')
}
