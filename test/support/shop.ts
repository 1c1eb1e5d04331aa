import { expect } from 'vitest'
import type { Business, Sandbox } from '../../src/testing/index.ts'
import { type Answer, call } from './call.ts'
import { bankPayout, mobileMoneyPayout } from './payout-requests.ts'
import { type Body, mobileMoney, virtualAccount } from './requests.ts'

/** The time at which the sandboxes of the flows' tests are frozen. */
export const start = '2026-11-21T07:40:00.000Z'

/** The form of a collection's id (D18). */
export const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** The form of a payout's id (D18). */
export const payoutId = /^[a-z][a-z0-9]{19}$/

type Headers = Readonly<Record<string, string>>

export interface Shop extends Business {
  collect(changes?: Body, headers?: Headers): Promise<Answer>
  generate(changes?: Body, headers?: Headers): Promise<Answer>
  /** A bank payout; the first changes are those of its recipient. */
  payBank(recipient?: Body, changes?: Body, headers?: Headers): Promise<Answer>
  /** A mobile money payout; the first changes are those of its recipient. */
  payMobileMoney(recipient?: Body, changes?: Body, headers?: Headers): Promise<Answer>
  find(id: string): Promise<Answer>
  get(path: string): Promise<Answer>
  post(path: string, body: unknown, headers?: Headers): Promise<Answer>
}

export async function openShop(sandbox: Sandbox, settings: Parameters<Sandbox['business']>[0] = {}): Promise<Shop> {
  const business = await sandbox.business(settings)
  const key = business.apiKey
  const post = (path: string, body: unknown, headers: Headers = {}) => call(sandbox.url, path, { key, body, headers })
  return {
    ...business,
    post,
    collect: (changes, headers) => post('/collections/mobilemoney', mobileMoney(changes), headers),
    generate: (changes, headers) => post('/collections/virtual-account', virtualAccount(changes), headers),
    payBank: (recipient, changes, headers) => post('/disbursements/bank', bankPayout(recipient, changes), headers),
    payMobileMoney: (recipient, changes, headers) =>
      post('/disbursements/mobilemoney', mobileMoneyPayout(recipient, changes), headers),
    get: (path) => call(sandbox.url, path, { key }),
    find: (id) => call(sandbox.url, `/payments/${id}`, { key }),
  }
}

/** The same with webhooks that reach a receiver of its own; `sent` are the bodies it got. */
export async function openShopWithReceiver(sandbox: Sandbox, settings: Parameters<Sandbox['business']>[0] = {}) {
  const receiver = await sandbox.receiver()
  const shop = await openShop(sandbox, { callbackUrl: receiver.url, ...settings })
  return { shop, receiver, sent: () => receiver.webhooks.map(({ raw }) => raw.toString()) }
}

export async function balanceOf(shop: Shop, currency: string): Promise<number> {
  const { body } = await shop.get('/balance')
  return body.find((wallet: { readonly currency: string }) => wallet.currency === currency).balance
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
