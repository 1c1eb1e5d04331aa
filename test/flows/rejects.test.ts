import { describe, expect, test } from 'vitest'
import { mobileMoney, virtualAccount } from '../support/requests.ts'
import { expectRefusal, openShop } from '../support/shop.ts'
import { startedForFile } from '../support/started-sandbox.ts'

const sandbox = await startedForFile()

const text = (x: string) => [`${x} is required`, `${x} must be a valid string`]
const oneCharacter = (x: string) => `${x} must be at least 1 character long`
const label = (x: string) => [...text(x), `${x} cannot be empty`]
const filled = (x: string) => [...label(x), oneCharacter(x)]
const wrongRecipient = { channel: 'CASH', destination: 'XYZ', accountName: ' ', currency: 'GHS', amount: 0.001 }
const wrongPayout = { callbackURL: 'ftp://a.example', reason: '', reference: 'r'.repeat(256) }

/** What the create calls refuse: the messages stand in the order of the specification, however the fields are sent. */
const flows = [
  {
    path: '/collections/mobilemoney',
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

describe.each(flows)('$path', ({ path, wrong, messages }) => {
  test('a body with every field wrong answers for each', async () => {
    expectRefusal(await (await openShop(sandbox)).post(path, wrong), 400, messages)
  })
})

const blanks = { network: ' ', reason: ' \u00a0\u3000 ', callbackURL: '', failureCallbackURL: '' }
test.each([
  ['/collections/mobilemoney', { ...mobileMoney(), ...blanks, merchantName: ' ' }],
  ['/collections/virtual-account', { ...virtualAccount(), ...blanks }],
])('%s takes white space where only an empty text is refused', async (path, body) => {
  expect((await (await openShop(sandbox)).post(path, body)).status).toBe(200)
})
