import { type Answer, type Calling, call } from '../support/call.ts'
import { bankPayout, mobileMoneyPayout } from '../support/payout-requests.ts'
import { type Body, mobileMoney, virtualAccount } from '../support/requests.ts'
import type { Shop } from '../support/shop.ts'

/** The service's endpoints as the specification and the decisions have them, with the form of a request that is valid. */
export const endpoints = {
  'POST /collections/mobilemoney': {
    source: 'spec 4.1',
    full: mobileMoney({
      accountNumber: '+233 24 123 4567',
      callbackURL: 'https://shop.example/hook',
      metadata: { order: 7 },
      paylinkId: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
      channel: 'BANK',
      merchantName: 'Kofi Ltd',
      email: 'ama@shop.example',
      failureCallbackURL: 'https://shop.example/failed',
    }),
  },
  'POST /collections/otp': { source: 'spec 4.2, D26', full: { id: 'a-transaction', otp: '123456' } },
  'POST /collections/virtual-account': {
    source: 'spec 4.3',
    full: virtualAccount({
      callbackURL: 'https://shop.example/hook',
      metadata: { invoice: 7 },
      email: 'ngozi@shop.example',
      failureCallbackURL: 'https://shop.example/failed',
    }),
  },
  'POST /disbursements/bank': {
    source: 'spec 4.4',
    full: bankPayout({ destination: 'NGN', channel: 'MOMO' }, { callbackURL: 'https://shop.example/hook' }),
  },
  'POST /disbursements/mobilemoney': {
    source: 'spec 4.5, D28',
    full: mobileMoneyPayout(
      { accountNumber: '+233 24 123 4567', destination: 'NGN', channel: 'BANK' },
      { callbackURL: 'https://shop.example/hook' },
    ),
  },
  'GET /payments/{id}': { source: 'spec 4.5, D27', full: { id: 'a-transaction' } },
  'GET /balance': { source: 'spec 2.6, D29', full: {} },
  'GET /rates': { source: 'D29', full: { source: 'GHS', destination: 'NGN', amount: '100.5' } },
  'GET /accountquery': { source: 'D29', full: { currency: 'GHS', accountCode: 'GCB', accountNumber: '0123456789' } },
} as const satisfies Readonly<Record<string, { readonly source: string; readonly full: Body }>>

export type EndpointName = keyof typeof endpoints

export const endpointNames = Object.keys(endpoints) as readonly EndpointName[]

/** A form of a request as one that answers 200: ids and passwords are those of a transaction made for it. */
export async function ready(shop: Shop, endpoint: EndpointName, form: Body = endpoints[endpoint].full): Promise<Body> {
  if (endpoint === 'POST /collections/otp') {
    const { id } = (await shop.collect({ reference: 'asks' }, { 'x-sandbox-scenario': 'otp' })).body
    return { ...form, id, otp: await shop.phone('0241234567').otp() }
  }
  if (endpoint === 'GET /payments/{id}') {
    const { id } = (await shop.collect({ reference: 'sought' })).body
    await shop.runUntilIdle()
    return { ...form, id }
  }
  return form
}

export function send(
  url: string,
  endpoint: EndpointName,
  form: Body,
  { path, ...calling }: Calling & { readonly path?: string } = {},
): Promise<Answer> {
  const [method = '', own = ''] = endpoint.split(' ')
  if (method === 'POST') return call(url, path ?? own, { method, body: form, ...calling })
  const { id, ...rest } = form
  const named = own.replace('{id}', String(id))
  const given = Object.entries(own.includes('{id}') ? rest : form).filter(([, value]) => value !== undefined)
  const query = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)])).toString()
  return call(url, path ?? (query === '' ? named : `${named}?${query}`), { method, ...calling })
}
