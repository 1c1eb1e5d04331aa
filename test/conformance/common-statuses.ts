import { type EndpointName, endpoints } from './endpoints.ts'
import type { Case, StatusRow } from './status-row.ts'

const strays: Readonly<Record<EndpointName, readonly [path: string, method: string]>> = {
  'POST /collections/mobilemoney': ['/collections/mobile-money', 'GET'],
  'POST /collections/otp': ['/collections-otp', 'GET'],
  'POST /collections/virtual-account': ['/collections/virtual-accounts', 'GET'],
  'POST /disbursements/bank': ['/disbursements-bank', 'GET'],
  'POST /disbursements/mobilemoney': ['/disbursements/mobile-money', 'GET'],
  'GET /payments/{id}': ['/payment-s/a-transaction', 'POST'],
  'GET /balance': ['/wallet-balance', 'POST'],
  'GET /rates': ['/exchange-rates', 'POST'],
  'GET /accountquery': ['/account-query', 'POST'],
}

const wrongKeys = [
  ['no key', null],
  ['a live_ key', 'live_shop'],
  ['a scheme word before the key', 'Bearer test_shop'],
  ['a key of another form', 'shop'],
] as const

export const commonStatuses: readonly StatusRow[] = (Object.keys(endpoints) as EndpointName[]).flatMap((endpoint) => {
  const [hyphenated, method] = strays[endpoint]
  const path = (endpoint.split(' ')[1] ?? '').replace('{id}', 'a-transaction')
  const cases: readonly Case[] = [
    ...wrongKeys.map(
      ([what, key]): Case => ({
        status: 401,
        when: what,
        shape: 'authentication',
        message: 'Authentication failed due to invalid api_key',
        source: 'spec 5.1, 5.3; D2, D3',
        ask: ({ form, send }) => send(form, { key }),
      }),
    ),
    ...[method, 'PUT', 'DELETE', 'OPTIONS'].map(
      (wrong): Case => ({
        status: 404,
        when: `the method ${wrong}`,
        shape: 'wrong method or path',
        message: `Cannot ${wrong} ${path}`,
        source: 'spec 4, 7.1; D4',
        ask: ({ form, send }) => send(form, { path, method: wrong }),
      }),
    ),
    {
      status: 404,
      when: 'the method HEAD',
      shape: 'no body',
      message: null,
      source: 'D4',
      ask: ({ form, send }) => send(form, { path, method: 'HEAD' }),
    },
    {
      status: 404,
      when: `the path \`${hyphenated}\``,
      shape: 'wrong method or path',
      message: `Cannot ${endpoint.split(' ')[0]} ${hyphenated}`,
      source: 'spec 7.1; D4',
      ask: ({ form, send }) => send(form, { path: hyphenated }),
    },
    {
      status: 429,
      when: 'more requests than `rateLimit` allows',
      shape: 'single message',
      message: 'Too many requests',
      source: 'D1, D13',
      settings: { rateLimit: { requests: 1, per: '1h' } },
      retryAfter: true,
      ask: async ({ form, send }) => {
        await send(form)
        return send(form)
      },
    },
    {
      status: 500,
      when: 'a caller outside `ipAllowList`',
      shape: 'server fault',
      message: 'Internal server error',
      source: 'spec 5.5, 7.1; D13',
      settings: { ipAllowList: ['10.0.0.0/8'] },
      ask: ({ form, send }) => send(form),
    },
  ]
  return cases.map((row) => ({ endpoint, ...row }))
})

/** D42: what every endpoint answers while the database cannot be used. */
export const storageFails = {
  status: 503,
  when: 'the database cannot be used',
  shape: 'single message',
  message: 'Storage is not available',
  source: 'spec 7.1; D42',
} as const
