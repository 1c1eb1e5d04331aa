import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { Answer } from './call.ts'

export interface Described {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly isService: boolean
  readonly hasBody: boolean
  /** The example of its body; null without one. */
  readonly example: Readonly<Record<string, unknown>> | null
  /** The names of the fields of its body. */
  readonly fields: readonly string[]
  /** The names of its queries. */
  readonly queries: readonly string[]
  readonly statuses: readonly number[]
  /** The component that describes a refusal. */
  readonly refusal: (status: number) => string | undefined
}

export interface ApiDocument {
  readonly operations: ReadonlyMap<string, Described>
  /** What is wrong with an answer of an operation; nothing when it is as the document says. */
  readonly faultsOf: (name: string, answer: Answer) => readonly string[]
  /** What is wrong with a value, by a schema at a JSON pointer. */
  readonly faultsAt: (pointer: string, value: unknown) => readonly string[]
}

// biome-ignore lint/suspicious/noExplicitAny: a document is walked freely
type Part = any

export function readDocument(document: Part): ApiDocument {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  formats.default(ajv)
  ajv.addSchema(document, 'document')
  const faultsAt = (pointer: string, value: unknown) => {
    const validate = ajv.getSchema(`document#${pointer}`)
    if (validate === undefined) return [`the document has nothing at ${pointer}`]
    if (validate(value)) return []
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
  }
  const operations = operationsOf(document)
  return {
    operations,
    faultsAt,
    faultsOf(name, answer) {
      const { path, method } = known(operations, name)
      const at = pointer('paths', path, method.toLowerCase(), 'responses', String(answer.status))
      const declared = get(document, at)
      if (declared === undefined) return [`${answer.status} is not declared: ${answer.text.slice(0, 200)}`]
      const home: string = declared.$ref?.slice(1) ?? at
      const response = get(document, home)
      const [type = ''] = String(answer.headers['content-type']).split(';')
      if (response.content[type] === undefined) return [`the content type ${type} is not declared`]
      const value = type === 'application/json' ? answer.body : answer.text
      return [
        ...faultsAt(`${home}${pointer('content', type, 'schema')}`, value),
        ...undeclaredHeaders(answer, response.headers ?? {}),
      ]
    },
  }
}

function operationsOf({ paths, components }: Part): ReadonlyMap<string, Described> {
  const schemaOf = ({ $ref, ...schema }: Part) => components.schemas[$ref?.split('/').at(-1)] ?? schema
  const all = Object.entries<Part>(paths).flatMap(([path, item]) =>
    Object.entries<Part>(item).map(([method, { operationId: name, requestBody, responses, parameters = [] }]) => ({
      name,
      method: method.toUpperCase(),
      path,
      isService: !path.startsWith('/_sandbox/'),
      hasBody: requestBody !== undefined,
      example: requestBody?.content['application/json']?.example ?? null,
      fields: Object.keys(schemaOf(requestBody?.content['application/json']?.schema ?? {}).properties ?? {}),
      queries: parameters.filter((one: Part) => one.in === 'query').map((one: Part) => one.name),
      statuses: Object.keys(responses).map(Number),
      refusal: (status: number) => responses[status]?.$ref?.split('/').at(-1),
    })),
  )
  return new Map(all.map((operation) => [operation.name, operation]))
}

/** The operation of a name; throws when the document has none. */
export function known(operations: ReadonlyMap<string, Described>, name: string): Described {
  const found = operations.get(name)
  if (found === undefined) throw new Error(`The document has no operation ${name}`)
  return found
}

/** Headers of the sandbox's own that the response does not declare. */
function undeclaredHeaders({ headers }: Answer, declared: Part): string[] {
  return Object.keys(headers)
    .filter((name) => /^x-sandbox-|^retry-after$/.test(name) && declared[name] === undefined)
    .map((name) => `the header ${name} is not declared`)
}

function pointer(...parts: readonly string[]): string {
  return parts.map((part) => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

function get(document: Part, at: string): Part {
  const parts = at.split('/').slice(1)
  return parts.reduce((part, key) => part?.[key.replaceAll('~1', '/').replaceAll('~0', '~')], document)
}
