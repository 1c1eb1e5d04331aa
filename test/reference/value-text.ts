import { durationForm } from '../../src/domain/duration.ts'
import { durationRangeForm } from '../../src/scenarios/language/duration-range.ts'
import { code, codes } from './markdown.ts'

export interface Schema {
  readonly [key: string]: unknown
  readonly title?: string
  readonly description?: string
  readonly $ref?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly type?: string | readonly string[]
  readonly pattern?: string
  readonly default?: unknown
  readonly format?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: Schema | boolean
}

/** What a value can be, in words: `text`, `whole number from 1 to 20`, `list of texts`; `link` makes the link to a named shape. */
export function valueText(schema: Schema, link: (name: string) => string = code): string {
  if (schema.title !== undefined) return schema.title
  if (schema.$ref !== undefined) return link(schema.$ref.split('/').at(-1) ?? '')
  if (schema.const !== undefined) return code(String(schema.const))
  if (schema.enum !== undefined) return codes(schema.enum)
  if (schema.anyOf !== undefined) return anyText(schema.anyOf, link)
  const { type, ...others } = schema
  if (typeof type === 'object')
    return anyText(
      type.map((each) => ({ ...others, type: each })),
      link,
    )
  const form = [schema, ...(schema.allOf ?? [])]
    .map(({ pattern = '' }) => patterns[pattern])
    .find((name) => name !== undefined)
  if (form !== undefined) return form
  return (plainTexts[type ?? ''] ?? (() => 'any value'))(schema, link)
}

/** Forms of text that have a name. */
const patterns: Readonly<Record<string, string>> = {
  [`^${durationForm}$`]: 'duration',
  [`^${durationRangeForm}$`]: 'duration or range of two',
}

const countable: ReadonlySet<string> = new Set(['text', 'duration'])

/** From here on a bound only keeps numbers exact. */
const noBound = 10 ** 13

type Say = (schema: Schema, link: (name: string) => string) => string

const plainTexts: Readonly<Record<string, Say>> = {
  string: ({ format }) => formats[format ?? ''] ?? 'text',
  integer: (schema) => `whole number${rangeText(schema)}`,
  number: (schema) => `number${rangeText(schema)}`,
  boolean: () => '`true` or `false`',
  null: () => '`null`',
  array: ({ items = {} }, link) => {
    const inside = valueText(items, link)
    return `list of ${countable.has(inside) ? `${inside}s` : inside}`
  },
  object: objectText,
}

const formats: Readonly<Record<string, string>> = {
  'date-time': 'time (ISO 8601)',
  uri: 'URL',
  uuid: 'UUID',
}

function anyText(schemas: readonly Schema[], link: (name: string) => string): string {
  const texts = new Set(schemas.map((schema) => valueText(schema, link)))
  const [one = '', list = ''] = texts
  return texts.size === 2 && list === `list of ${one}` ? `${one}, or a list of them` : [...texts].join(' or ')
}

function rangeText({ minimum, maximum }: Schema): string {
  const least = minimum === undefined || minimum <= -noBound ? '' : ` from ${minimum}`
  const most = maximum === undefined || maximum >= noBound ? '' : ` to ${maximum}`
  return least !== '' && most === '' ? ` of at least ${minimum}` : `${least}${most}`
}

function objectText({ properties, additionalProperties }: Schema, link: (name: string) => string) {
  if (properties !== undefined && Object.keys(properties).length > 0)
    return `map with ${codes(Object.keys(properties))}`
  if (typeof additionalProperties !== 'object' || Object.keys(additionalProperties).length === 0) return 'map'
  const inside = valueText(additionalProperties, link)
  return inside.startsWith('map') ? 'map of maps' : `map from names to ${inside}`
}
