import { type ZodType, z } from 'zod'
import { currencyCodes } from '../../src/catalogue/currencies.ts'
import type { BoundEndpoint } from '../../src/contract/endpoint.ts'
import { rulesOf } from '../../src/contract/field.ts'
import { schemaUnder } from '../../src/contract/read-request.ts'
import { settingsSchema } from '../../src/domain/settings.ts'
import { otpRequest } from '../../src/flows/mobile-money/submit-otp.ts'
import { openParts } from '../support/opened-parts.ts'
import type { FieldRow } from './rule-row.ts'

export async function declaredEndpoints(): Promise<readonly BoundEndpoint[]> {
  return (await openParts()).service
}

export function nameOf({ method, path }: BoundEndpoint): string {
  return `${method} ${path}`
}

/** Every rule of a declared endpoint, one line for each form of its message, and how each field is given. */
export function linesOf(endpoint: BoundEndpoint): readonly string[] {
  const schemas = [endpoint.query, endpoint.body].filter((schema) => schema !== undefined)
  return schemas.flatMap((schema) => linesOfFields(nameOf(endpoint), schema))
}

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

function linesOfFields(where: string, schema: ZodType): readonly string[] {
  const strictly = new Map(named(schemaUnder(schema, { ...usual, strictTestAccounts: true })))
  return named(schema).flatMap(([name, field]) =>
    linesOfField(where, name, givenAs(field, strictly.get(name)), messagesOf(field)),
  )
}

const usual = settingsSchema.parse({})

/** How a field is given by default, and under strictTestAccounts if that differs. */
function givenAs(field: Field, strict: Field = field): string {
  const [given, strictly] = [field, strict].map((one) => (one instanceof z.ZodOptional ? 'optional' : 'required'))
  return strictly === given ? `${given}` : `${given}, but ${strictly} under strictTestAccounts`
}

function linesOfField(endpoint: string, field: string, given: string, messages: readonly string[]): string[] {
  const what = `${endpoint}, ${field}`
  return [`${what}: ${given}`, ...new Set(messages.map((message) => `${what}: "${message}"`))]
}

type Field = z.core.$ZodType

function named(schema: Field, prefix = ''): readonly (readonly [string, Field])[] {
  return Object.entries(objectOf(schema).shape).flatMap(([name, field]) => {
    const { element } = rulesOf(field)
    const own = prefix + (schema === otpRequest && name === 'id' ? 'id or transactionId' : name)
    return [[own, field] as const, ...(element === null ? [] : named(element, `${own}[].`))]
  })
}

function objectOf(schema: Field): z.ZodObject {
  if (schema instanceof z.ZodPipe) return objectOf(schema.out)
  if (schema instanceof z.ZodObject) return schema
  throw new Error('A schema of an endpoint was not made by bodyOf: its rules are hidden')
}

/** A message in each of its forms: one that follows the currency is asked for every currency. */
function messagesOf(field: Field): readonly string[] {
  const { own, beside } = rulesOf(field)
  // A rule that judges absence alone has nothing to say of an optional field (D6).
  const judged = own.filter(({ passes }) => !(field instanceof z.ZodOptional && [null, '', 0, []].every(passes)))
  const forms = beside.flatMap(({ message }) => currencyCodes.map((currency) => message({ currency })))
  return [...judged.map(({ message }) => message), ...forms]
}
