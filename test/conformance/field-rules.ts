import type { RuleRow } from './rule-row.ts'
import { absent, label, noText } from './text-rules.ts'

/** The rules of D7 that one field alone has. */

/** reference: a length is judged of a text only. */
export const reference: readonly RuleRow[] = [
  ...label('reference'),
  {
    rule: 4,
    message: 'reference must be at most 255 characters long',
    broken: ['r'.repeat(256)],
    fails: [4],
    source: 'D7',
  },
]

/** accountNumber of mobile money: every value that is not text, or none at all, is not a number either. */
export const mobileNumber: readonly RuleRow[] = [
  {
    rule: 1,
    message: 'accountNumber is required',
    broken: [absent, null],
    fails: [1, 2, 3, 4],
    source: 'spec 7.3; D6, D7',
  },
  {
    rule: 2,
    message: 'accountNumber must be a valid string',
    broken: noText,
    fails: [2, 4],
    source: 'spec 7.3; D6, D7',
  },
  {
    rule: 2,
    message: 'accountNumber must be a valid string',
    broken: ['0241234567\u0000', '024\n1234567', '\ud83d'],
    fails: [2, 4],
    source: 'D11',
  },
  {
    rule: 3,
    message: 'accountNumber cannot be empty',
    broken: ['', ' ', '\u3000'],
    fails: [3, 4],
    source: 'spec 7.3; D6, D7',
  },
  {
    rule: 4,
    message: 'accountNumber must be a valid phone number',
    broken: ['12', 'call me', '02412345678', '+23324123456'],
    fails: [4],
    source: 'spec 4.1; D7, D17',
  },
  {
    rule: 4,
    message: 'accountNumber must be a valid phone number',
    broken: ['0241234567'],
    beside: ['GBP', 'EUR', 'USD', 'USDC', 'USDT'],
    fails: [4],
    source: 'D43',
  },
]

export const callbackURL: readonly RuleRow[] = [
  {
    rule: 1,
    message: 'callbackURL must be a valid string',
    broken: noText,
    fails: [1, 2],
    source: 'spec 7.3; D6, D7',
  },
  {
    rule: 1,
    message: 'callbackURL must be a valid string',
    broken: ['https://shop.example/\u0000', 'https://shop.example/\ud83d'],
    fails: [1],
    source: 'D11',
  },
  {
    rule: 2,
    message: 'Callback URL must be a valid URL',
    broken: [' ', 'shop.example', 'ftp://shop.example/', 'https://shop example/'],
    fails: [2],
    source: 'spec 7.3; D7',
  },
]

export const metadata: readonly RuleRow[] = [
  {
    rule: 1,
    message: 'metadata must be a valid object',
    broken: ['', '{}', 7, 0, true, false, [], [{}]],
    fails: [1],
    source: 'spec 7.3; D7',
  },
  {
    rule: 1,
    message: 'metadata must be a valid object',
    broken: [{ note: '\u0000' }, { '\ud83d': 1 }, { deep: ['\udc00'] }],
    fails: [1],
    source: 'D11',
  },
]

/** paylinkId: one message for all that is none. */
export const paylinkId: readonly RuleRow[] = [
  {
    rule: 1,
    message: 'paylinkId must be a valid UUID',
    broken: ['', '1', 'link-1', '3f2504e0-4f89-41d3-9a0c-0305e82c330', '3f2504e04f8941d39a0c0305e82c3301', ...noText],
    fails: [1],
    source: 'spec 4.1, 7.3; D7',
  },
]

export const channel: readonly RuleRow[] = [
  { rule: 1, message: 'channel must be a valid string', broken: noText, fails: [1, 2], source: 'spec 7.3; D6, D7' },
  { rule: 1, message: 'channel must be a valid string', broken: ['MOMO\u0000'], fails: [1, 2], source: 'D11' },
  {
    rule: 2,
    message: 'channel must be a valid transaction channel',
    broken: ['', ' ', 'CASH', 'USSD', 'momo', 'MOMO '],
    fails: [2],
    source: 'spec 4.1, 7.3; D7',
  },
]

export const email: readonly RuleRow[] = [
  { rule: 1, message: 'email must be a valid string', broken: noText, fails: [1, 2], source: 'spec 7.3; D6, D7' },
  {
    rule: 1,
    message: 'email must be a valid string',
    broken: ['ama\u0000@shop.example', 'ama\ud83d@shop.example'],
    fails: [1, 2],
    source: 'D11',
  },
  {
    rule: 2,
    message: 'Email must be a valid email address',
    broken: [
      '',
      ' ',
      'ama',
      'ama@shop',
      'a b@shop.example',
      'ama@@shop.example',
      'ama@shop.example;',
      '.ama@shop.example',
    ],
    fails: [2],
    source: 'spec 4.1, 7.3; D7',
  },
]

/** recipients, as a list: its elements have fields of their own. */
export const recipients: readonly RuleRow[] = [
  {
    rule: 1,
    message: 'recipients is required',
    broken: [absent, null],
    fails: [1, 2, 3, 4],
    source: 'spec 4.4, 7.3; D6, D7',
  },
  {
    rule: 2,
    message: 'recipients must be a valid array',
    broken: ['', 'all', 7, true, {}],
    fails: [2, 4],
    source: 'spec 7.3; D6, D7',
  },
  { rule: 3, message: 'recipients cannot be empty', broken: [[]], fails: [3], source: 'spec 4.4, 7.3; D6, D7' },
  {
    rule: 4,
    message: 'each recipient must be a valid recipient object',
    broken: [[null], ['a'], [7], [[]], [1, true]],
    fails: [4],
    source: 'spec 7.3; D6, D7',
  },
]
