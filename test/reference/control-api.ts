import { kindsTable } from './kinds.ts'
import { code, page, prose, sentence, table } from './markdown.ts'
import { fieldTable, type Shapes, shapeLines, shapeLink } from './shapes.ts'
import { type Schema, valueText } from './value-text.ts'

/** The parts of the OpenAPI document that the page shows. */
export interface ApiDocument {
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Shapes; readonly parameters: Readonly<Record<string, Parameter>> }
}

interface Call {
  readonly route: string
  readonly operation: Operation
}

interface Operation {
  readonly tags: readonly string[]
  readonly summary: string
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[]
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> }
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Media>> }>>
}

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly schema: Schema
}

interface Media {
  readonly schema: Schema
  readonly example?: unknown
}

const link = shapeLink('')

export function controlApiPage(document: ApiDocument): string {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ route: `${method.toUpperCase()} ${path}`, operation })),
  )
  const own = calls.filter(({ route }) => route.includes('/_sandbox'))
  const { schemas } = document.components
  const chapters = document.tags.filter(({ name }) => own.some(({ operation }) => operation.tags.includes(name)))
  return page(
    'Control API',
    `Everything under \`/_sandbox\` is the sandbox's own API. The command line, the page in the browser and the test library use it.
For a look with examples, open \`http://127.0.0.1:4747/_sandbox/docs\` of a running sandbox. The OpenAPI document is
\`/_sandbox/openapi.json\`.`,
    `- The header \`Authorization: test_shop\` chooses the business. Without it, the business is \`test_sandbox\`. A GET can have
  \`?key=test_shop\` instead.
- A sandbox with a token wants it in the header \`x-sandbox-token\`.
- Times are ISO 8601, in the time of the business. Durations are text: \`90s\`, \`1m30s\`, \`30m\`.
- A GET changes nothing.`,
    `A call that succeeds answers 200. An error is \`{"error": {"code", "message", "hint"}}\`, and the hint can be missing: 400 for
wrong input, 401 for a wrong key, 403 for a wrong host, origin or token, 404 for what is not there, 408 when waiting ended
without a result, 409 for what is impossible now, 503 when the database cannot be used. The header
\`x-sandbox-error\` has the facts of an error as JSON, with its reason in \`why\`: the command line says them with commands.`,
    ...chapters.flatMap(({ name, description }) => [
      `## Calls: ${name.replace('Sandbox: ', '')}`,
      sentence(description),
      ...own.filter(({ operation }) => operation.tags.includes(name)).map((call) => callLines(call, schemas)),
    ]),
    '## Kinds of steps',
    'A step has the facts of its kind, happened or not; an event has those of its own, in words.',
    kindsTable(),
    '## Shapes',
    'What the calls answer, by name.',
    ...shapesOf(
      own.map(({ operation }) => operation.responses),
      schemas,
    ).map(([name, schema]) => `### ${name}\n\n${shapeLines(schema, schemas, link)}`),
  )
}

function callLines({ route, operation }: Call, schemas: Shapes): string {
  const { summary, parameters = [], requestBody, responses } = operation
  const given = parameters.flatMap((parameter) => ('name' in parameter ? [parameter] : []))
  const answered = Object.values(responses[200]?.content ?? {})[0]?.schema ?? {}
  const parts = [
    `### ${code(route)}`,
    sentence(summary),
    given.length === 0 ? '' : parameterTable(given),
    bodyLines(requestBody?.content['application/json'], schemas),
    `Answer: ${valueText(answered, link)}.`,
  ]
  return parts.filter((part) => part !== '').join('\n\n')
}

/** The fields of a body, and one as an example. */
function bodyLines({ schema = {}, example }: Partial<Media> = {}, schemas: Shapes): string {
  const { properties = {}, required = [] } = schemas[nameIn(schema)] ?? {}
  if (Object.keys(properties).length === 0) return ''
  const shown = example === undefined ? '' : `, for example ${code(JSON.stringify(example))}`
  return `Body${shown}:\n\n${fieldTable({ properties, required }, schemas, link)}`
}

function nameIn({ $ref = '' }: Schema): string {
  return $ref.split('/').at(-1) ?? ''
}

function parameterTable(parameters: readonly Parameter[]): string {
  const rows = parameters.map(({ name, in: place, required = false, description = '', schema }) => [
    code(name),
    place,
    `${valueText(schema, link)}${required ? '' : ' (optional)'}`,
    `${prose(description)}${schema.default === undefined ? '' : ` Default: ${code(schema.default)}.`}`,
  ])
  return table(['parameter', 'in', 'value', 'what it is'], rows)
}

function shapesOf(calls: readonly unknown[], shapes: Shapes): readonly (readonly [string, Schema])[] {
  const found = new Set<string>()
  const visit = (part: unknown): void => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (found.has(name)) continue
      found.add(name)
      visit(shapes[name] ?? {})
    }
  }
  visit(calls)
  return Object.entries(shapes).filter(([name]) => found.has(name))
}
