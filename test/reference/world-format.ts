import { z } from 'zod'
import { recordKinds, worldFormat, worldRecords } from '../../src/world-file/records.ts'
import { code, page, prose, table } from './markdown.ts'
import { type Schema, valueText } from './value-text.ts'

/** The format of an exported business, from the schemas that an import checks it by. */
export function worldFormatPage(): string {
  return page(
    'The file of a business',
    `\`payments-sandbox export\` writes it and \`payments-sandbox import\` reads it: gzip over lines of JSON, format ${worldFormat}. Each line is an
object whose \`kind\` says which of these it is; the kinds stand in this order, and a plan before the first transaction that has it.
Amounts are in minor units, times are sandbox milliseconds since 1970. Snapshots are not in it.`,
    `Each line begins with \`check\`: the first 16 hexadecimal digits of the SHA-256 of the \`check\` of the line before (nothing for the first)
and of all that follows \`check\` in this line. So a line that was changed, moved or left out is found, and the \`check\` of the last
line covers the whole file. An import checks everything before it stores anything, refuses a newer format, and reads older ones.`,
    ...recordKinds.flatMap((kind) => {
      const { properties = {}, required = [], description = '' } = schemaOf(kind)
      const rows = Object.entries(properties).map(([name, schema]) => [
        code(name),
        `${valueText(schema)}${required.includes(name) ? '' : ', may be left out'}`,
        prose(schema.description ?? ''),
      ])
      return [`## ${code(kind)}`, prose(description), table(['field', 'value', ''], rows)]
    }),
  )
}

type Described = { properties?: Record<string, Schema>; required?: string[]; description?: string }

function schemaOf(kind: keyof typeof worldRecords): Described {
  return z.toJSONSchema(worldRecords[kind], { io: 'output', unrepresentable: 'any' }) as Described
}
