import { type RuleRow, rule } from './rule-row.ts'
import { absent, label, noText } from './text-rules.ts'

/** The rules of D7 that one field alone has. */

/** reference: a length is judged of a text only. */
export const reference: readonly RuleRow[] = [
  ...label('reference'),
  rule(4, 'reference must be at most 255 characters long', ['r'.repeat(256)], [4], 'D7'),
]

/** accountNumber of mobile money: every value that is not text, or none at all, is not a number either. */
export const mobileNumber: readonly RuleRow[] = [
  rule(1, 'accountNumber is required', [absent, null], [1, 2, 3, 4], 'spec 7.3; D6, D7'),
  rule(2, 'accountNumber must be a valid string', noText, [2, 4], 'spec 7.3; D6, D7'),
  rule(2, 'accountNumber must be a valid string', ['0241234567\u0000', '024\n1234567', '\ud83d'], [2, 4], 'D11'),
  rule(3, 'accountNumber cannot be empty', ['', ' ', '\u3000'], [3, 4], 'spec 7.3; D6, D7'),
  rule(
    4,
    'accountNumber must be a valid phone number',
    ['12', 'call me', '02412345678', '+23324123456'],
    [4],
    'spec 4.1; D7, D17',
  ),
  rule(4, 'accountNumber must be a valid phone number', ['0241234567'], [4], 'D43', [
    'GBP',
    'EUR',
    'USD',
    'USDC',
    'USDT',
  ]),
]

export const callbackURL: readonly RuleRow[] = [
  rule(1, 'callbackURL must be a valid string', noText, [1, 2], 'spec 7.3; D6, D7'),
  rule(
    1,
    'callbackURL must be a valid string',
    ['https://shop.example/\u0000', 'https://shop.example/\ud83d'],
    [1],
    'D11',
  ),
  rule(
    2,
    'Callback URL must be a valid URL',
    [' ', 'shop.example', 'ftp://shop.example/', 'https://shop example/'],
    [2],
    'spec 7.3; D7',
  ),
]

export const metadata: readonly RuleRow[] = [
  rule(1, 'metadata must be a valid object', ['', '{}', 7, 0, true, false, [], [{}]], [1], 'spec 7.3; D7'),
  rule(1, 'metadata must be a valid object', [{ note: '\u0000' }, { '\ud83d': 1 }, { deep: ['\udc00'] }], [1], 'D11'),
]

/** paylinkId: one message for all that is none. */
export const paylinkId: readonly RuleRow[] = [
  rule(
    1,
    'paylinkId must be a valid UUID',
    ['', '1', 'link-1', '3f2504e0-4f89-41d3-9a0c-0305e82c330', '3f2504e04f8941d39a0c0305e82c3301', ...noText],
    [1],
    'spec 4.1, 7.3; D7',
  ),
]

export const channel: readonly RuleRow[] = [
  rule(1, 'channel must be a valid string', noText, [1, 2], 'spec 7.3; D6, D7'),
  rule(1, 'channel must be a valid string', ['MOMO\u0000'], [1, 2], 'D11'),
  rule(
    2,
    'channel must be a valid transaction channel',
    ['', ' ', 'CASH', 'USSD', 'momo', 'MOMO '],
    [2],
    'spec 4.1, 7.3; D7',
  ),
]

export const email: readonly RuleRow[] = [
  rule(1, 'email must be a valid string', noText, [1, 2], 'spec 7.3; D6, D7'),
  rule(1, 'email must be a valid string', ['ama\u0000@shop.example', 'ama\ud83d@shop.example'], [1, 2], 'D11'),
  rule(
    2,
    'Email must be a valid email address',
    ['', ' ', 'ama', 'ama@shop', 'a b@shop.example', 'ama@@shop.example', 'ama@shop.example;', '.ama@shop.example'],
    [2],
    'spec 4.1, 7.3; D7',
  ),
]

/** recipients, as a list: its elements have fields of their own. */
export const recipients: readonly RuleRow[] = [
  rule(1, 'recipients is required', [absent, null], [1, 2, 3, 4], 'spec 4.4, 7.3; D6, D7'),
  rule(2, 'recipients must be a valid array', ['', 'all', 7, true, {}], [2, 4], 'spec 7.3; D6, D7'),
  rule(3, 'recipients cannot be empty', [[]], [3], 'spec 4.4, 7.3; D6, D7'),
  rule(
    4,
    'each recipient must be a valid recipient object',
    [[null], ['a'], [7], [[]], [1, true]],
    [4],
    'spec 7.3; D6, D7',
  ),
]
