import { expect } from 'vitest'
import type { Examples, OperationExample } from '../../src/contract/openapi/examples.ts'
import { type ApiDocument, known } from './api-document.ts'
import { type Answer, type Calling, call } from './call.ts'

export interface Asking extends Omit<Calling, 'method'> {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  /** Shows the call: as the example of its operation, or under this title as one of a refusal. */
  readonly example?: true | string
}

/** Calls operations, holds every answer against the document, and keeps what it is to show. */
export interface Recorder {
  readonly ask: (name: string, asking?: Asking, base?: string) => Promise<Answer>
  /** The operations' statuses that were answered, such as `findPayment 404`. */
  readonly answered: ReadonlySet<string>
  /** The request that was answered with success, for calls that shall be refused for another reason. */
  readonly requestOf: (name: string) => Asking
  /** Keeps the body of an answer to a call that is not an operation. */
  readonly refusal: (component: string, title: string, body: unknown) => void
  readonly webhook: (title: string, body: unknown) => void
  readonly examples: () => Examples
}

export function createRecorder(url: string, document: ApiDocument): Recorder {
  const operations: Record<string, OperationExample> = {}
  const refusals: Record<string, Record<string, never>> = {}
  const webhooks: Record<string, never> = {}
  const answered = new Set<string>()
  const refusal = (component: string, title: string, body: unknown) => {
    refusals[component] = { ...refusals[component], [title]: body as never }
  }
  return {
    answered,
    refusal,
    requestOf(name) {
      const { answer: _, ...request } = operations[name] ?? {}
      return request
    },
    async ask(name, asking = {}, base = url) {
      const described = known(document.operations, name)
      const { params = {}, query, example, ...calling } = asking
      const answer = await call(base, pathOf(described.path, params, query), {
        ...calling,
        method: described.method,
      })
      expect(document.faultsOf(name, answer), `${name} ${answer.status}`).toEqual([])
      answered.add(`${name} ${answer.status}`)
      const { body } = answer
      if (example === true) {
        expect(answer.status, name).toBe(200)
        const { body: sent } = calling as { body?: never }
        const request = { ...asked(asking), ...(sent === undefined ? {} : { body: sent }) }
        operations[name] = { ...request, ...(body === undefined ? {} : { answer: body }) }
      } else if (example !== undefined) {
        refusal(described.refusal(answer.status) ?? name, example, body)
      }
      return answer
    },
    webhook(title, body) {
      webhooks[title] = body as never
    },
    examples: () => ({ operations, refusals, webhooks }),
  }
}

function asked({ params, query }: Asking): OperationExample {
  return { ...(params === undefined ? {} : { params }), ...(query === undefined ? {} : { query }) }
}

function pathOf(template: string, params: Asking['params'] = {}, query: Asking['query']): string {
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? ''))
  return query === undefined ? path : `${path}?${new URLSearchParams(query)}`
}
