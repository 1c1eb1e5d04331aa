import type { Body } from '../support/requests.ts'
import { type EndpointName, endpoints } from './endpoints.ts'
import { withField } from './rule-row.ts'
import type { Case, StatusRow } from './status-row.ts'

/** What endpoints answer by the form of a request: 200 or 201, and what no rule of business refuses. */

const taken: Readonly<Record<EndpointName, Pick<StatusRow, 'shape' | 'source'>>> = {
  'POST /collections/mobilemoney': { shape: 'created mobile money record', source: 'spec 3, 4.1; D1' },
  'POST /collections/otp': { shape: 'created mobile money record, PENDING', source: 'spec 4.2; D26' },
  'POST /collections/virtual-account': { shape: 'created virtual account record', source: 'spec 3, 4.3; D1' },
  'POST /disbursements/bank': { shape: 'list of one created bank payout record', source: 'spec 3, 4.4; D1' },
  'POST /disbursements/mobilemoney': {
    shape: 'list of one created mobile money payout record',
    source: 'spec 4.5; D28',
  },
  'GET /payments/{id}': { shape: 'final mobile money record', source: 'spec 4.5; D27' },
  'GET /balance': { shape: 'balances', source: 'D29' },
  'GET /rates': { shape: 'quote', source: 'D29' },
  'GET /accountquery': { shape: 'holder', source: 'D29' },
}

const broken: Partial<Readonly<Record<EndpointName, readonly [change: Body, messages: readonly string[]]>>> = {
  'POST /collections/mobilemoney': [
    { reason: '' },
    ['reason cannot be empty', 'reason must be at least 1 character long'],
  ],
  'POST /collections/otp': [{ otp: 7 }, ['OTP must be a valid string', 'OTP must be at least 1 character long']],
  'POST /collections/virtual-account': [
    { amount: 0, email: 'ngozi' },
    ['amount must be greater than 0', 'Email must be a valid email address'],
  ],
  'POST /disbursements/bank': [{ recipients: [] }, ['recipients cannot be empty']],
  'POST /disbursements/mobilemoney': [{ reference: ' ' }, ['reference cannot be empty']],
  'GET /rates': [{ amount: 'ten' }, ['amount must be a valid number', 'amount must be greater than 0']],
  'GET /accountquery': [{ accountCode: '' }, ['accountCode cannot be empty']],
}

const noObjects: readonly (readonly [what: string, body: string | Buffer])[] = [
  ['no body', ''],
  ['a body that is not JSON', '{"amount":1'],
  ['a body that is a list', '[{}]'],
  ['a body that is a text', '"{}"'],
  ['a body that is null', 'null'],
  ['a body that is not UTF-8', Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d])],
  ['a body nested 65 deep', `${'{"a":'.repeat(64)}{}${'}'.repeat(64)}`],
]

export const formStatuses: readonly StatusRow[] = (Object.keys(endpoints) as EndpointName[]).flatMap((endpoint) =>
  [success(endpoint), ...otherSuccesses(endpoint), ...brokenFields(endpoint), ...brokenBodies(endpoint)].map((row) => ({
    endpoint,
    ...row,
  })),
)

function success(endpoint: EndpointName): Case {
  const when = 'a valid request'
  return { status: 200, when, ...taken[endpoint], message: null, ask: async ({ ready, send }) => send(await ready()) }
}

/** Other valid requests: a second name, a field that a setting makes optional, and headers that do not matter. */
function otherSuccesses(endpoint: EndpointName): readonly Case[] {
  const valid = success(endpoint)
  const anyType: Case = {
    ...valid,
    when: 'a valid request with the Content-Type `text/plain`',
    source: 'D9',
    ask: async ({ ready, send }) => send(await ready(), { headers: { 'content-type': 'text/plain' } }),
  }
  const byTransactionId: Case = {
    ...valid,
    when: 'a valid request with `transactionId` for `id`',
    source: 'D26',
    ask: async ({ ready, send }) => {
      const { id, otp } = await ready()
      return send({ transactionId: id, otp })
    },
  }
  const withoutAccount: Case = {
    ...valid,
    when: 'a recipient without accountNumber under `strictTestAccounts`',
    source: 'D10',
    settings: { strictTestAccounts: true },
    ask: ({ form, send }) => send(withField(form, 'recipients[].accountNumber', undefined)[0] ?? form),
  }
  const created: Case = {
    ...valid,
    status: 201,
    when: 'a valid request under `createdStatus: 201`',
    source: 'spec 7.1; D1',
    settings: { createdStatus: 201 },
  }
  const isOtp = endpoint === 'POST /collections/otp'
  const more = isOtp ? [byTransactionId] : endpoint.startsWith('POST ') ? [created] : []
  return [anyType, ...more, ...(endpoint.startsWith('POST /disbursements/') ? [withoutAccount] : [])]
}

function brokenFields(endpoint: EndpointName): readonly Case[] {
  const found = broken[endpoint]
  if (!found) return []
  const [change, message] = found
  const failed: Case = {
    status: 400,
    when: `fields that break rules: \`${JSON.stringify(change)}\``,
    shape: 'field list',
    message,
    source: 'spec 7.2; D6',
    ask: ({ form, send }) => send({ ...form, ...change }),
  }
  const listed = { ...failed, when: `${failed.when}, under \`validationShape: list\``, source: 'spec 7.2; D8' }
  return [failed, { ...listed, shape: 'list form', settings: { validationShape: 'list' } }]
}

function brokenBodies(endpoint: EndpointName): readonly Case[] {
  if (endpoint.startsWith('GET ')) return []
  const none = noObjects.map(
    ([when, body]): Case => ({
      status: 400,
      when,
      shape: 'single message',
      message: 'Request body must be a valid JSON object',
      source: 'D9',
      ask: ({ form, send }) => send(form, { body }),
    }),
  )
  const large: Case = {
    status: 413,
    when: 'a body over 1 MiB',
    shape: 'single message',
    message: 'Request body is too large',
    source: 'D9',
    ask: ({ form, send }) => send(form, { body: JSON.stringify(form).padEnd(1024 * 1024 + 1) }),
  }
  return [...none, large]
}
