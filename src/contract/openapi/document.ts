import type { ZodType } from 'zod'
import type { JsonObject } from '../../domain/json.ts'
import type { Operation } from '../endpoint.ts'
import { schemaName } from '../named.ts'
import { tags } from '../tags.ts'
import { type Examples, listed } from './examples.ts'
import { headersObject, operationObject } from './operation.ts'
import { refusalsOf } from './refusals.ts'
import { namedSchemas, reachable, refTo } from './schemas.ts'
import { transactionFinal } from './webhook.ts'

export interface DocumentParts {
  readonly operations: readonly Operation[]
  readonly webhook: ZodType
  readonly version: string
  /** The API's base URL; `/` in a document that the API itself serves. */
  readonly serverUrl: string
  readonly examples: Examples
}

export function openApiDocument({ operations, webhook, version, serverUrl, examples }: DocumentParts) {
  const paths = pathsOf(operations, examples)
  const webhooks = { transactionFinal: transactionFinal(webhook, examples.webhooks) }
  const responses = responsesOf(operations, examples)
  return {
    openapi: '3.1.1',
    info: {
      title: 'payments-sandbox',
      version,
      summary: 'The test mode of a payment service on your own machine.',
      description,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: serverUrl, description: 'This sandbox.' }],
    security: [{ apiKey: [] }],
    tags: [...Object.entries(tags), ['Webhooks', 'What the sandbox sends to the merchant.'] as const].map(
      ([name, about]) => ({ name, description: about }),
    ),
    paths,
    webhooks,
    components: {
      schemas: reachable(namedSchemas(), { paths, webhooks, responses }),
      responses,
      headers: headersOf(operations),
      parameters: { key: keyParameter, keyOrAll: keyOrAllParameter },
      securitySchemes,
    },
  }
}

function pathsOf(operations: readonly Operation[], { operations: examples }: Examples): JsonObject {
  const paths: Record<string, Record<string, JsonObject>> = {}
  for (const operation of operations) {
    const { path, method, name } = operation
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationObject(operation, examples[name]) }
  }
  return paths
}

function responsesOf(operations: readonly Operation[], { refusals: examples }: Examples): JsonObject {
  return Object.fromEntries(
    operations.flatMap(refusalsOf).map(([name, { schema, description, headers }]) => {
      const content = { schema: refTo('schemas', schemaName(schema)), examples: listed(examples[name]) }
      return [name, { description, ...headersObject(headers), content: { 'application/json': content } }]
    }),
  )
}

function headersOf(operations: readonly Operation[]): JsonObject {
  const declared = Object.assign({}, ...operations.map(({ answerHeaders }) => answerHeaders), {
    'x-sandbox-hint': 'What helps a developer and is not part of the service (D5).',
    'x-sandbox-error':
      "The facts of an error as JSON, with its reason in `why`: the sandbox's own clients say it in their own words.",
    'retry-after': 'Whole seconds after which the next request is let in.',
  }) as Record<string, string>
  return Object.fromEntries(
    Object.entries(declared).map(([name, about]) => [name, { description: about, schema: { type: 'string' } }]),
  )
}

const description = `\`/_sandbox\` is the sandbox's own API, which moves time, acts as the customer and shows what happened. Everything else mirrors the service, and \`x-basis\` says how sure that is: \`spec\`, the specification shows the call; \`seen\`, it names the call, and path or fields were seen in public client code; \`beyond\`, it does not name the call, which was seen there.

Any key of the form \`test_...\` opens a business of its own: businesses share no state, clock, wallets or webhooks. Create calls answer at once with a record; the webhook \`transactionFinal\` brings its result.

A path or method that does not exist answers 404 with \`Cannot <METHOD> <path>\`. What the specification does not show was decided in numbered decisions (D1 to D45); docs/fidelity.md has each with its basis.`

const keyParameter: JsonObject = {
  name: 'key',
  in: 'query',
  description:
    'The business, for callers that cannot send the Authorization header; `test_sandbox` where neither is given.',
  schema: { type: 'string' },
}

const keyOrAllParameter: JsonObject = {
  ...keyParameter,
  description: `${keyParameter.description} \`all\`: every business that had a call.`,
}

const securitySchemes: JsonObject = {
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: 'The API key alone, without a scheme word: `Authorization: test_sandbox`.',
  },
  sandboxToken: {
    type: 'apiKey',
    in: 'header',
    name: 'x-sandbox-token',
    description: 'The token of a sandbox that was started with `--token`; demanded under /_sandbox only.',
  },
}
