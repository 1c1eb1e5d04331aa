import type { ZodType } from 'zod'
import { currencyCodes } from '../../src/catalogue/currencies.ts'
import type { BoundEndpoint } from '../../src/contract/endpoint.ts'
import { type FieldEntries, fieldsOf, isAbsent, isOptional } from '../../src/contract/read-fields.ts'
import { settingsSchema } from '../../src/domain/settings.ts'
import { createBegin } from '../../src/engine/begin/begin.ts'
import { createSubmitOtp } from '../../src/engine/settle/submit-otp.ts'
import { serviceEndpoints } from '../../src/flows/index.ts'
import { readShipped } from '../../src/sandbox/shipped.ts'
import { compileScenarios } from '../../src/scenarios/select/select.ts'
import { openStore } from '../support/opened-store.ts'
import type { FieldRow } from './rule-row.ts'

/** What the code declares: every service endpoint, put together as sandbox.ts does. */
export async function declaredEndpoints(): Promise<readonly BoundEndpoint[]> {
  const store = openStore()
  const scenarios = compileScenarios((await readShipped()).scenarios)
  const maker = { seed: 1, webhookBody: () => '' }
  const begin = createBegin({ store, scenarios: () => scenarios, maker })
  return serviceEndpoints({ store, rates: () => 1, seed: 1, begin, submitOtp: createSubmitOtp(store, maker) })
}

/** The name that the tables call a declared endpoint by. */
export function nameOf({ method, path }: BoundEndpoint): string {
  return `${method} ${path}`
}

/** Every rule of a declared endpoint, one line for each form of its message, and how each field is given. */
export function linesOf(endpoint: BoundEndpoint): readonly string[] {
  const schemas = [endpoint.query, endpoint.body].filter((schema) => schema !== undefined)
  return named(schemas.flatMap((schema) => entriesOf(schema, endpoint))).flatMap(([name, field]) =>
    linesOfField(nameOf(endpoint), name, givenAs(field), messagesOf(field)),
  )
}

const strict = settingsSchema.parse({ strictTestAccounts: true })

/** How a field is given by default, and under strictTestAccounts where that differs. */
function givenAs(field: Entry[1]): string {
  const [given, strictly] = [isOptional(field), isOptional(field, strict)].map((is) => (is ? 'optional' : 'required'))
  return strictly === given ? `${given}` : `${given}, but ${strictly} under strictTestAccounts`
}

/** The same lines from the rows. */
export function linesOfRows(endpoint: string, rows: readonly FieldRow[]): readonly string[] {
  return rows.flatMap(({ field, given, rules }) =>
    linesOfField(
      endpoint,
      field,
      given,
      rules.map(({ message }) => message),
    ),
  )
}

/** The lines of fields that no endpoint has. */
export function linesOfFields(where: string, fields: FieldEntries): readonly string[] {
  return named(fields).flatMap(([name, field]) => linesOfField(where, name, givenAs(field), messagesOf(field)))
}

function linesOfField(endpoint: string, field: string, given: string, messages: readonly string[]): string[] {
  const what = `${endpoint}, ${field}`
  return [`${what}: ${given}`, ...new Set(messages.map((message) => `${what}: "${message}"`))]
}

function entriesOf(schema: ZodType, endpoint: BoundEndpoint): FieldEntries {
  const fields = fieldsOf(schema)
  if (fields === null)
    throw new Error(`${nameOf(endpoint)} has a schema that bodyOf did not make: its rules are hidden`)
  return fields
}

type Entry = FieldEntries[number]
type AnyRule = Entry[1]['rules'][number]

/** Fields by the names that the tables call them by, a list's own fields behind it. */
function named(fields: FieldEntries, prefix = ''): readonly Entry[] {
  return fields.flatMap(([name, field]): Entry[] => {
    const own = `${prefix}${(field.sentAs ?? [name]).join(' or ')}`
    return [[own, field], ...(field.elements ? named(field.elements, `${own}[].`) : [])]
  })
}

// A rule that judges absence alone has nothing to say of an optional field (D6).
function messagesOf(field: Entry[1]): readonly string[] {
  const judgesAbsence = (rule: AnyRule) => 'fails' in rule && rule.fails === isAbsent
  return field.rules.filter((rule) => !(isOptional(field) && judgesAbsence(rule))).flatMap(formsOf)
}

/** A message in each of its forms: those that follow the currency are asked for every currency. */
function formsOf({ message }: AnyRule): readonly string[] {
  return typeof message === 'string' ? [message] : currencyCodes.map((currency) => message({ currency }))
}
