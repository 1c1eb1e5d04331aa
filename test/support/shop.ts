import { expect } from 'vitest'
import type { Business, Sandbox } from '../../src/testing/index.ts'
import { type Answer, call } from './call.ts'
import { type Body, mobileMoney, virtualAccount } from './requests.ts'

/** The time at which the sandboxes of the flows' tests are frozen. */
export const start = '2026-11-21T07:40:00.000Z'

/** The form of a collection's id (D18). */
export const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

type Headers = Readonly<Record<string, string>>

/** A business and the calls that its merchant's code makes; both bodies are valid but for the changes. */
export interface Shop extends Business {
  collect(changes?: Body, headers?: Headers): Promise<Answer>
  generate(changes?: Body, headers?: Headers): Promise<Answer>
  find(id: string): Promise<Answer>
  post(path: string, body: unknown, headers?: Headers): Promise<Answer>
}

/** Opens a business of its own in a sandbox. */
export function openShop(sandbox: Sandbox, settings: Parameters<Sandbox['business']>[0] = {}): Shop {
  const business = sandbox.business(settings)
  const key = business.apiKey
  const post = (path: string, body: unknown, headers: Headers = {}) => call(sandbox.url, path, { key, body, headers })
  return {
    ...business,
    post,
    collect: (changes, headers) => post('/collections/mobilemoney', mobileMoney(changes), headers),
    generate: (changes, headers) => post('/collections/virtual-account', virtualAccount(changes), headers),
    find: (id) => call(sandbox.url, `/payments/${id}`, { key }),
  }
}

/** The moment this many milliseconds after the start. */
export function at(ms: number): string {
  return new Date(Date.parse(start) + ms).toISOString()
}

/** Holds a JSON text against a whole record: every value, and every key in its place (D38). */
export function expectRecord(text: string, record: object): void {
  expect(JSON.parse(text)).toEqual(record)
  expect(text).toBe(JSON.stringify(record))
}

/** Holds an answer against a refusal: its status and its whole body, keys in the order of D4, D6 and D10. */
export function expectRefusal({ status, text }: Answer, statusCode: number, message: string | readonly string[]): void {
  const error = statusCode === 404 ? 'Not Found' : 'Bad Request'
  const isRule = typeof message === 'string' && !message.startsWith('Cannot ')
  const body = isRule ? { statusCode, message, error } : { statusCode, error, message }
  expect(text).toBe(JSON.stringify(body))
  expect(status).toBe(statusCode)
}
