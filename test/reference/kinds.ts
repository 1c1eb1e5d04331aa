import { z } from 'zod'
import { eventNames } from '../../src/control/events/event-names.ts'
import { happening } from '../../src/domain/happening.ts'
import { isListed } from '../../src/domain/listed.ts'
import { code, table } from './markdown.ts'
import { type Schema, valueText } from './value-text.ts'

/** The kinds of steps as a table: the facts of each, and its event in the stream. */
export function kindsTable(): string {
  const rows = happening.options.map((option) => {
    const { kind } = option.shape
    const { properties = {}, required = [] } = z.toJSONSchema(option) as Schema
    const facts = Object.entries(properties).filter(([name]) => name !== 'kind')
    const shown = facts.map(([name, schema]) => {
      return `${code(name)}${required.includes(name) ? '' : ' (optional)'}: ${valueText(schema)}`
    })
    const listed = { kind: kind.value }
    return [code(kind.value), shown.join('; '), isListed(listed) ? code(eventNames[listed.kind]) : '']
  })
  return table(['kind', 'facts', 'event'], rows)
}
