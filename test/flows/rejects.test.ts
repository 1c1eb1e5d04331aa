import { afterAll, describe, expect, test } from 'vitest'
import { startSandbox } from '../../src/testing/index.ts'
import { call } from '../support/call.ts'
import { mobileMoney, virtualAccount } from '../support/requests.ts'
import { expectRefusal, openShop, start } from '../support/shop.ts'

const sandbox = await startSandbox({ clock: start })
afterAll(() => sandbox.stop())

const text = (x: string) => [`${x} is required`, `${x} must be a valid string`]
const currencyList = 'currency must be one of: GHS, NGN, UGX, XOF, XAF, KES, TZS, ZMW, GBP, EUR, USD, USDC, USDT'
const oneCharacter = (x: string) => `${x} must be at least 1 character long`
const label = (x: string) => [...text(x), `${x} cannot be empty`]
const filled = (x: string) => [...label(x), oneCharacter(x)]
const named = (x: string) => [...text(x), oneCharacter(x)]
const amount = ['amount is required', 'amount must be a valid number', 'amount must be greater than 0']
const recipients = [
  'recipients is required',
  'recipients must be a valid array',
  'recipients cannot be empty',
  'each recipient must be a valid recipient object',
]

// The phone rule, the decimals and the maximum wait for a valid currency (D6).
const emptyCollection = [
  ...amount,
  ...text('currency'),
  'Currency must be a valid currency code',
  ...filled('network'),
  ...label('accountName'),
  ...label('accountNumber'),
  ...filled('reason'),
  ...label('reference'),
]

const emptyRecipient = (bank: readonly string[]) => [
  ...amount,
  ...text('currency'),
  currencyList,
  ...bank,
  ...label('accountName'),
  ...label('accountNumber'),
]

const wrongRecipient = { channel: 'CASH', destination: 'XYZ', accountName: ' ', currency: 'GHS', amount: 0.001 }
const wrongPayout = { callbackURL: 'ftp://a.example', reason: '', reference: 'r'.repeat(256) }

/** What the create calls refuse: the messages stand in the order of the specification, however the fields are sent. */
const flows = [
  {
    path: '/collections/mobilemoney',
    empty: [[{}, emptyCollection]],
    wrong: {
      failureCallbackURL: 1,
      email: 'ama',
      merchantName: 1,
      channel: 'CASH',
      paylinkId: '1',
      metadata: [],
      callbackURL: 'ftp://shop.example',
      reference: 'r'.repeat(256),
      reason: '',
      accountNumber: '12',
      accountName: ' ',
      network: '',
      currency: 'GHS',
      amount: 0.001,
    },
    messages: [
      'amount must have at most 2 decimal places',
      'network cannot be empty',
      'network must be at least 1 character long',
      'accountName cannot be empty',
      'accountNumber must be a valid phone number',
      'reason cannot be empty',
      'reason must be at least 1 character long',
      'reference must be at most 255 characters long',
      'Callback URL must be a valid URL',
      'metadata must be a valid object',
      'paylinkId must be a valid UUID',
      'channel must be a valid transaction channel',
      'merchant name must be a valid string',
      'Email must be a valid email address',
      'failureCallbackURL must be a valid string',
    ],
  },
  {
    path: '/collections/virtual-account',
    empty: [[{}, emptyCollection]],
    wrong: {
      failureCallbackURL: [],
      email: 'ama@',
      metadata: 'none',
      callbackURL: 'shop.example/hook',
      reference: 'r'.repeat(300),
      reason: 1,
      accountNumber: '',
      accountName: {},
      network: null,
      currency: 'NGN',
      amount: 10_000_000_000_000.01,
    },
    messages: [
      'amount must be less than or equal to 10000000000000',
      ...filled('network'),
      'accountName must be a valid string',
      'accountNumber cannot be empty',
      'reason must be a valid string',
      'reason must be at least 1 character long',
      'reference must be at most 255 characters long',
      'Callback URL must be a valid URL',
      'metadata must be a valid object',
      'Email must be a valid email address',
      'failureCallbackURL must be a valid string',
    ],
  },
  {
    path: '/disbursements/bank',
    empty: [
      [{}, [...named('sender name'), ...recipients, ...label('reference')]],
      [{ recipients: [{}] }, [...named('sender name'), ...emptyRecipient(named('bank')), ...label('reference')]],
    ],
    wrong: { ...wrongPayout, senderName: '', recipients: [{ ...wrongRecipient, accountNumber: ' ', bank: '' }, 1] },
    messages: [
      'sender name must be at least 1 character long',
      'each recipient must be a valid recipient object',
      'amount must have at most 2 decimal places',
      'bank must be at least 1 character long',
      'accountName cannot be empty',
      'accountNumber cannot be empty',
      'destination must be a valid currency code',
      'channel must be a valid transaction channel',
      'reference must be at most 255 characters long',
      'reason cannot be empty',
      'reason must be at least 1 character long',
      'Callback URL must be a valid URL',
    ],
  },
  {
    path: '/disbursements/mobilemoney',
    empty: [
      [{}, [...recipients, ...label('reference')]],
      [{ recipients: [{}] }, [...emptyRecipient(filled('network')), ...label('reference')]],
    ],
    wrong: { ...wrongPayout, recipients: [{ ...wrongRecipient, accountNumber: '12', network: '' }, 1] },
    messages: [
      'each recipient must be a valid recipient object',
      'amount must have at most 2 decimal places',
      'network cannot be empty',
      'network must be at least 1 character long',
      'accountName cannot be empty',
      'accountNumber must be a valid phone number',
      'destination must be a valid currency code',
      'channel must be a valid transaction channel',
      'reference must be at most 255 characters long',
      'reason cannot be empty',
      'reason must be at least 1 character long',
      'Callback URL must be a valid URL',
    ],
  },
] as const

describe.each(flows)('$path', ({ path, empty, wrong, messages }) => {
  test.each(empty)('%j answers every message of every required field', async (body, expected) => {
    expectRefusal(await (await openShop(sandbox)).post(path, body), 400, expected)
  })

  test('a body with every field wrong answers for each', async () => {
    expectRefusal(await (await openShop(sandbox)).post(path, wrong), 400, messages)
  })

  test.each(['live_123', 'Bearer test_shop', 'key', null])(
    'the key %s is refused before the body is checked',
    async (key) => {
      const answer = await call(sandbox.url, path, { key, body: 'no JSON' })
      const message = 'Authentication failed due to invalid api_key'
      expect([answer.status, answer.body]).toEqual([401, { statusCode: 401, error: 'Unauthorized', message }])
    },
  )
})

const blanks = { network: ' ', reason: ' \u00a0\u3000 ', callbackURL: '', failureCallbackURL: '' }
test.each([
  ['/collections/mobilemoney', { ...mobileMoney(), ...blanks, merchantName: ' ' }],
  ['/collections/virtual-account', { ...virtualAccount(), ...blanks }],
])('%s takes white space where only an empty text is refused', async (path, body) => {
  expect((await (await openShop(sandbox)).post(path, body)).status).toBe(200)
})
