import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { declaredEndpoints, nameOf } from '../conformance/declared.ts'
import { type EndpointName, endpointNames, endpoints } from '../conformance/endpoints.ts'
import { bareForm, fieldsOf } from '../conformance/fields.ts'
import { formsThatBreak } from '../conformance/rule-row.ts'

const ajv = new Ajv2020({ strict: false, validateFormats: false })
const withBody = endpointNames.filter((name) => name.startsWith('POST'))

async function schemaOf(name: EndpointName): Promise<z.core.JSONSchema.JSONSchema> {
  const body = (await declaredEndpoints()).find((endpoint) => nameOf(endpoint) === name)?.body
  return body ? z.toJSONSchema(body, { io: 'input' }) : expect.fail(`${name} has no body`)
}

const recipientOf = ({ properties }: z.core.JSONSchema.JSONSchema) =>
  (properties?.recipients as { readonly items: z.core.JSONSchema.JSONSchema } | undefined)?.items

test.each(withBody)('the JSON Schema of %s lists its fields in their order, and those required', async (name) => {
  const schema = await schemaOf(name)
  const fields = fieldsOf(name)
  const own = fields.filter(({ field }) => !field.includes('.'))
  const ofRecipient = fields.flatMap(({ field, given }) => {
    const [, recipientField] = field.split('recipients[].')
    return recipientField ? [{ field: recipientField, given }] : []
  })
  const names = (rows: typeof ofRecipient) => rows.flatMap(({ field }) => field.split(' or '))
  const required = (rows: typeof ofRecipient) =>
    rows.filter(({ field, given }) => given !== 'optional' && !field.includes(' or ')).map(({ field }) => field)
  expect([Object.keys(schema.properties ?? {}), schema.required]).toEqual([names(own), required(own)])
  const recipient = recipientOf(schema)
  expect([Object.keys(recipient?.properties ?? {}), recipient?.required ?? []]).toEqual([
    names(ofRecipient),
    required(ofRecipient),
  ])
})

test.each(withBody)('the JSON Schema of %s takes a valid request, also without its optional fields', async (name) => {
  const accepts = ajv.compile(await schemaOf(name))
  for (const form of [endpoints[name].full, bareForm(name)]) {
    expect(accepts(JSON.parse(JSON.stringify(form))), JSON.stringify(accepts.errors)).toBe(true)
  }
})

test.each(withBody)('the JSON Schema of %s refuses absent fields and wrong types', async (name) => {
  const accepts = ajv.compile(await schemaOf(name))
  const ofForm = /is required|must be a valid (string|number|object|array)/
  for (const { field, rules } of fieldsOf(name)) {
    // D11: the schema tells the type of a text, not which characters it may hold.
    const forms = rules.filter(({ message, source }) => ofForm.test(message) && source !== 'D11')
    for (const form of forms.flatMap((row) => formsThatBreak(endpoints[name].full, field, row))) {
      expect(accepts(JSON.parse(JSON.stringify(form))), JSON.stringify(form)).toBe(false)
    }
  }
})
