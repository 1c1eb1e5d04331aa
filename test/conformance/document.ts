import { resultNames } from '../../src/catalogue/results.ts'
import type { Flow } from '../../src/domain/transaction.ts'
import { flowTitle } from '../../src/scenarios/language/flow-fit.ts'
import { storageFails } from './common-statuses.ts'
import { type EndpointName, endpointNames, endpoints } from './endpoints.ts'
import { fieldsOf } from './fields.ts'
import { resultsOf } from './played.ts'
import { type Kind, shownOf } from './record-row.ts'
import { flows, moments, recordRows } from './records.ts'
import type { FieldRow, RuleRow } from './rule-row.ts'
import { shapes } from './shapes.ts'
import { statusesOf } from './statuses.ts'

type Line = readonly (string | number)[]

/** `without` names the calls that have no rows. */
export function conformanceDocument(without: readonly string[]): string {
  const parts = [intro(without), counts(), shapeLegend(), ...endpointNames.map(ofEndpoint), records(), unused()]
  return `${parts.flat().join('\n\n')}\n`
}

function intro(without: readonly string[]): readonly string[] {
  return [
    '# Conformance: every rule, answer and field, and where each comes from',
    '<!-- Written by `npm run conformance` from the rows in test/conformance/. Do not edit. -->',
    `Each row is sent to a running sandbox by \`test/conformance.test.ts\`, and the rows are exactly what the code declares: a
rule, an endpoint or a field without a row fails the tests, and so does a row without one. _spec_ is a section of the
service's specification, _D_ a decision of the sandbox where the specification is silent ([fidelity.md](fidelity.md)).`,
    `_Broken by_ lists values that break a rule, each sent alone in a request that is valid otherwise; _answers rules_ are the
places of all rules of the field that such a value breaks, in the order of their messages (D6).`,
    ...(without.length === 0 ? [] : [`Beyond the specification, and without rows: ${without.map(code).join(', ')}.`]),
  ]
}

function counts(): readonly string[] {
  const lines = endpointNames.map((name): Line => {
    const rules = rulesIn(fieldsOf(name))
    const answers = statusesOf(name).length + 1
    return [`\`${name}\``, rules, answers, 0, rules + answers]
  })
  const fields = flows.map((flow): Line => {
    const rows = moments.reduce((sum, moment) => sum + recordRows(flow, moment).length, 0)
    return [`records of ${several(flow)}`, 0, 0, rows, rows]
  })
  const all = [...lines, ...fields]
  const sum = (column: number) => all.reduce((total, line) => total + Number(line[column]), 0)
  const total = ['**in all**', ...[1, 2, 3, 4].map((column) => `**${sum(column)}**`)]
  const shown = [...all, total].map((line) => line.map((cell) => (cell === 0 ? '' : cell)))
  return ['## Rows', table(['', 'rules of fields', 'answers', 'fields of records', 'rows'], shown)]
}

function rulesIn(fields: readonly FieldRow[]): number {
  return fields.reduce((count, { rules }) => count + rules.length, 0)
}

function shapeLegend(): readonly string[] {
  const lines = Object.entries(shapes).map(([name, { shape, source }]): Line => [name, code(shape), source])
  return [
    '## Shapes of answers',
    'Keys stand in this order. `statusCode` is the status, `error` its title. The shapes of records are [below](#records).',
    table(['shape', 'keys and types', 'source'], lines),
  ]
}

function ofEndpoint(name: EndpointName): readonly string[] {
  const answers = [...statusesOf(name), { ...storageFails, endpoint: name }].map((row): Line => {
    return [row.status, row.when, row.shape, messageText(row.message), row.source]
  })
  const rules = fieldsOf(name)
  const fields = rules.length === 0 ? ['It has no fields.'] : ['### Fields and rules of', rulesTable(rules)]
  return [
    `## ${name}`,
    `Source: ${endpoints[name].source}.`,
    ...fields.map((text) => (text.startsWith('###') ? `${text} ${name}` : text)),
    `### Answers of ${name}`,
    table(['status', 'when', 'shape', 'message', 'source'], answers),
  ]
}

function messageText(message: string | readonly string[] | null): string {
  return message === null ? '' : [message].flat().map(code).join(' ')
}

function rulesTable(fields: readonly FieldRow[]): string {
  const lines = fields.flatMap(({ field, given, rules }) =>
    rules.map((row): Line => [field, given, row.rule, row.message, broken(row), row.fails.join(' '), row.source]),
  )
  return table(['field', 'given', 'rule', 'message', 'broken by', 'answers rules', 'source'], lines)
}

function broken({ broken, beside }: RuleRow): string {
  const values = broken.map((value) => (value === undefined ? 'absent' : code(shown(value))))
  return `${values.join(' ')}${beside === undefined ? '' : ` in ${beside.join(', ')}`}`
}

function shown(value: unknown): string {
  const text = JSON.stringify(value)
  const visible = text.replaceAll(/[^\x20-\x7e]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
  return visible.length > 60 && typeof value === 'string' ? `"${value[0]}" × ${value.length}` : visible
}

/** The title of a flow, such as "a bank payout", as "bank payouts". */
function several(flow: Flow): string {
  return `${flowTitle(flow).replace(/^a /, '')}s`
}

function records(): readonly string[] {
  const happens = resultNames.map((name): Line => {
    const [message, telco, provider] = shownOf(name)
    const where = flows.filter((flow) => resultsOf(flow).includes(name))
    return [
      name,
      code(message),
      code(JSON.stringify(telco)),
      provider,
      where.length === flows.length ? 'all' : where.join(', '),
    ]
  })
  return [
    '## Records',
    `Fields in their order, as the create call answers them, and as webhooks and status queries show a final record. Where two
kinds stand, the first is for a request with every optional field, the second for one with none. Source: spec 2.1, 6.2, D38.`,
    ...flows.flatMap(recordsOf),
    '### Results',
    'Every result, played in every flow that it can happen to. Source: spec 6.3; decisions, Results.',
    table(['result', 'message', 'telco_response', 'provider_message', 'flows'], happens),
  ]
}

function recordsOf(flow: Flow): readonly string[] {
  const failed = recordRows(flow, 'FAILED')
  const created = recordRows(flow, 'created').map((row): Line => [code(row.field), kindText(row.kind), row.source])
  const final = recordRows(flow, 'COMPLETED').map((row, index): Line => {
    return [code(row.field), kindText(row.kind), kindText(failed[index]?.kind ?? ''), row.source]
  })
  return [
    `### Created records of ${several(flow)}`,
    table(['field', 'INITIATED', 'source'], created),
    `### Webhooks of ${several(flow)}`,
    table(['field', 'COMPLETED', 'FAILED', 'source'], final),
  ]
}

function kindText(kind: Kind): string {
  const text = (one: string) => (/^["{]/.test(one) ? code(one) : one)
  return typeof kind === 'string' ? text(kind) : `${text(kind.full)} or ${text(kind.bare)}`
}

function unused(): readonly string[] {
  return [
    '## Fields that no endpoint has',
    'The specification has messages for these fields (7.3), and no specified endpoint has the fields, so the sandbox has no rules for them (D41): Return URL, ID, first name, last name, phone number, virtual account number, message, username, code, date, channels.',
  ]
}

function code(text: string): string {
  return text === '' ? '' : `\`${text}\``
}

function table(titles: Line, lines: readonly Line[]): string {
  const row = (cells: Line) => `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`
  return [row(titles), row(titles.map(() => '---')), ...lines.map(row)].join('\n')
}
