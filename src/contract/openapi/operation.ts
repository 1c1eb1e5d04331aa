import type { JsonObject } from '../../domain/json.ts'
import type { Operation } from '../endpoint.ts'
import { schemaName } from '../named.ts'
import type { OperationExample } from './examples.ts'
import { refusalsOf } from './refusals.ts'
import { querySchema, refTo } from './schemas.ts'

export function operationObject(operation: Operation, example: OperationExample = {}): JsonObject {
  const { area, name, tag, summary, basis, body } = operation
  const parameters = parametersOf(operation, example)
  return {
    operationId: name,
    tags: [tag],
    summary,
    ...(basis === undefined ? {} : { description: basis.says }),
    ...(area === 'service' ? { 'x-basis': basis?.of ?? 'spec' } : {}),
    security: securityOf(operation),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body === undefined ? {} : { requestBody: requestBody(operation, body, example) }),
    responses: responsesOf(operation, example),
  }
}

function parametersOf(
  { area, method, takesAll, params = {}, query, headers = {} }: Operation,
  example: OperationExample,
) {
  const inPath = Object.entries(params).map(([name, description]) => {
    return { name, in: 'path', required: true, description, schema: { type: 'string' }, ...shown(example.params, name) }
  })
  const { properties, required } = query === undefined ? { properties: {}, required: [] } : querySchema(query)
  const inQuery = Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    ...(required.includes(name) ? { required: true } : {}),
    ...(description === undefined ? {} : { description }),
    schema,
    ...shown(example.query, name, schema),
  }))
  const inHeader = Object.entries(headers).map(([name, description]) => {
    return { name, in: 'header', description, schema: { type: 'string' } }
  })
  const key = area === 'control' && method === 'GET' ? [refTo('parameters', takesAll ? 'keyOrAll' : 'key')] : []
  return [...inPath, ...inQuery, ...key, ...inHeader]
}

function shown(values: OperationExample['params'], name: string, { type }: JsonObject = {}): JsonObject {
  const value = values?.[name]
  if (value === undefined) return {}
  return { example: type === 'integer' ? Number(value) : value }
}

function requestBody({ area }: Operation, body: NonNullable<Operation['body']>, example: OperationExample): JsonObject {
  return {
    // A control call whose body may be empty may also come without one.
    required: area === 'service' || !body.safeParse({}).success,
    content: {
      'application/json': {
        schema: refTo('schemas', schemaName(body)),
        ...(example.body === undefined ? {} : { example: example.body }),
      },
    },
  }
}

function responsesOf(operation: Operation, { answer }: OperationExample): JsonObject {
  const {
    area,
    body,
    answer: schema,
    creates,
    alsoAnswers = {},
    media = ['application/json'],
    texts = {},
    answerHeaders,
  } = operation
  const carried = Object.keys(answerHeaders ?? {})
  if (area === 'service' && body !== undefined) carried.push('x-sandbox-hint')
  const headers = headersObject(carried)
  const shape = { schema: refTo('schemas', schemaName(schema)) }
  const content = { ...shape, ...(answer === undefined ? {} : { example: answer }) }
  const asText = Object.entries(texts).map(([type, description]) => [type, { schema: { type: 'string', description } }])
  const refused = refusalsOf(operation).map(([name, { status }]) => [status, refTo('responses', name)])
  const success = {
    description: schema.description ?? operation.summary,
    ...headers,
    content: { ...Object.fromEntries(media.map((type) => [type, content])), ...Object.fromEntries(asText) },
  }
  const description = 'The same under the setting `createdStatus: 201` (D1).'
  return {
    200: success,
    ...Object.fromEntries(
      Object.entries(alsoAnswers).map(([status, when]) => [
        status,
        { description: when, ...headers, content: { 'application/json': shape } },
      ]),
    ),
    ...(creates ? { 201: { description, ...headers, content: { 'application/json': shape } } } : {}),
    ...Object.fromEntries(refused),
  }
}

export function headersObject(names: readonly string[]): JsonObject {
  if (names.length === 0) return {}
  return { headers: Object.fromEntries(names.map((name) => [name, refTo('headers', name)])) }
}

/** Control calls may name a business by its key, and must bring the token of a sandbox that has one. */
function securityOf({ area }: Operation): JsonObject[] {
  if (area === 'service') return [{ apiKey: [] }]
  return [{}, { apiKey: [] }, { sandboxToken: [] }, { apiKey: [], sandboxToken: [] }]
}
