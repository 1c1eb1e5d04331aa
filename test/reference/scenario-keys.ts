import { scenarioJsonSchema } from '../../src/scenarios/json-schema.ts'
import { code, page, prose, table } from './markdown.ts'
import { type Schema, valueText } from './value-text.ts'

export function scenarioKeysPage(): string {
  const file: Schema = scenarioJsonSchema()
  return page(
    'Scenario keys',
    'A scenario file is YAML. [The guide](../scenarios.md#write-your-own) shows how to write one, this page has every key.',
    `Every key has a default: write only what is special. Keys that cannot go together are refused when the file is read, with file, line
and column. A file has at most 32,768 bytes; several files can lie in one folder.`,
    `A duration is text such as \`500ms\`, \`90s\`, \`1m30s\`, \`2h\` or \`7d\`, in the time of the business unless the key says real time.
A pattern is text in which \`*\` stands for any characters and \`?\` for one.`,
    '## The file',
    example,
    keyTable(file, ''),
    ...sectionsOf(file, ''),
  )
}

const example = `\`\`\`yaml
version: 1
defaults: { scenario: approve }
results:
  blocked: { code: "4101", source: Customer, text: The account is blocked }
scenarios:
  blocked-with-duplicate:
    summary: The customer's account is blocked, the reply is lost, and the webhook comes twice.
    match: { flow: mobile-money, accountNumber: "*7777", amount: { gte: 100 } }
    respond: { fault: drop-after-commit }
    after: 20s
    outcome: { failed: blocked }
    webhook: { copies: 2, spacing: 30s, signature: [corrupt, valid] }
    expect: { deliveries: { gte: 1 } }
\`\`\``

/** A section for each key whose value is a map with keys of its own, and for those inside it. */
function sectionsOf(schema: Schema, path: string): readonly string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, value]) => {
    const inside = mapIn(value)
    if (inside === null) return []
    const below = key === 'scenarios' ? '' : `${path}${key}.`
    return [`## ${headingOf(path, key)}`, keyTable(inside, below), ...sectionsOf(inside, below)]
  })
}

function headingOf(path: string, key: string): string {
  return key === 'scenarios' ? 'A scenario' : `${path}${key}`
}

/** The map with fixed keys that a value is, or can be, or has as entries. */
function mapIn({ properties, additionalProperties, anyOf = [], items, ...schema }: Schema): Schema | null {
  if (properties !== undefined) return { ...schema, properties }
  if (typeof additionalProperties === 'object') return mapIn(additionalProperties)
  if (items !== undefined) return mapIn(items)
  return anyOf.map(mapIn).find((found) => found !== null) ?? null
}

function keyTable({ properties = {}, required = [] }: Schema, path: string): string {
  const rows = Object.entries(properties).map(([key, schema]) => [
    `${code(key)}${required.includes(key) ? ' (required)' : ''}`,
    mapIn(schema) === null ? valueText(schema) : linked(valueText(schema), headingOf(path, key)),
    prose(schema.description ?? ''),
  ])
  return table(['key', 'value', 'what it does'], rows)
}

function linked(text: string, heading: string): string {
  const anchor = heading.toLowerCase().replaceAll('.', '').replaceAll(' ', '-')
  return text.replace(/map (?:with .*|of maps)$/, `[map](#${anchor})`)
}
