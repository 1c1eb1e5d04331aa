import { code, prose, sentence, table } from './markdown.ts'
import { type Schema, valueText } from './value-text.ts'

export type Shapes = Readonly<Record<string, Schema>>

/** A link to a shape on the page of the control API; `path` is empty on that page itself. */
export function shapeLink(path: string): (name: string) => string {
  return (name) => `[${code(name)}](${path}#${name.toLowerCase()})`
}

export function shapeLines(schema: Schema, shapes: Shapes, link: (name: string) => string): string {
  const { description = '', properties = {}, required = [], allOf } = schema
  const about = description === '' ? '' : sentence(description)
  if (allOf !== undefined)
    return `${about} It has all fields of ${allOf.map((part) => valueText(part, link)).join(' and ')}.`
  if (Object.keys(properties).length === 0) return `${about} It is a ${valueText(schema, link)}.`.trim()
  return [about, fieldTable({ properties, required }, shapes, link)].filter((part) => part !== '').join('\n\n')
}

/** A table of fields; one that can be missing is marked. */
export function fieldTable(
  { properties = {}, required = [] }: Schema,
  shapes: Shapes,
  link: (name: string) => string,
): string {
  const rows = Object.entries(properties).map(([name, schema]) => [
    code(name),
    `${valueText(schema, link)}${required.includes(name) ? '' : ' (optional)'}`,
    prose(schema.description ?? shapeOf(schema, shapes)?.description ?? ''),
  ])
  return table(['field', 'value', 'what it is'], rows)
}

/** The named shape that a value is, or can be, or is a list of. */
function shapeOf({ $ref, items, anyOf = [] }: Schema, shapes: Shapes): Schema | undefined {
  if ($ref !== undefined) return shapes[$ref.split('/').at(-1) ?? '']
  return items === undefined ? anyOf.map((each) => shapeOf(each, shapes)).find(Boolean) : shapeOf(items, shapes)
}
