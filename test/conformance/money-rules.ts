import type { RuleRow } from './rule-row.ts'
import { absent, noText } from './text-rules.ts'

const noDecimals = ['UGX', 'XOF', 'XAF']
const twoDecimals = ['GHS', 'NGN', 'KES', 'TZS', 'ZMW', 'GBP', 'EUR', 'USD']
const sixDecimals = ['USDC', 'USDT']

/** amount: the last two rules are judged by the currency beside it (D12). */
export const amount: readonly RuleRow[] = [
  { rule: 1, message: 'amount is required', broken: [absent, null], fails: [1, 2, 3], source: 'spec 7.3; D6, D7' },
  {
    rule: 2,
    message: 'amount must be a valid number',
    broken: ['10', '', ' ', true, [10], {}],
    fails: [2, 3],
    source: 'spec 7.3; D6, D7',
  },
  {
    rule: 3,
    message: 'amount must be greater than 0',
    broken: [0, -1, -0.001],
    fails: [3],
    source: 'spec 7.3, 8.4; D7',
  },
  {
    rule: 4,
    message: 'amount must have at most 0 decimal places',
    broken: [1.5, 0.1],
    beside: noDecimals,
    fails: [4],
    source: 'spec 8.4; D7, D12',
  },
  {
    rule: 4,
    message: 'amount must have at most 2 decimal places',
    broken: [1.005, 0.001],
    beside: twoDecimals,
    fails: [4],
    source: 'spec 4.1, 8.4; D7, D12',
  },
  {
    rule: 4,
    message: 'amount must have at most 6 decimal places',
    broken: [1.0000001, 0.0000001],
    beside: sixDecimals,
    fails: [4],
    source: 'spec 8.4; D7, D12',
  },
  {
    rule: 5,
    message: 'amount must be less than or equal to 1000000000000000',
    broken: [1_000_000_000_000_001],
    beside: noDecimals,
    fails: [5],
    source: 'D7, D12',
  },
  {
    rule: 5,
    message: 'amount must be less than or equal to 10000000000000',
    broken: [10_000_000_000_000.01, 10_000_000_000_001],
    beside: twoDecimals,
    fails: [5],
    source: 'D7, D12',
  },
  {
    rule: 5,
    message: 'amount must be less than or equal to 1000000000',
    broken: [1_000_000_000.000001, 1_000_000_001],
    beside: sixDecimals,
    fails: [5],
    source: 'D7, D12',
  },
]

const currencyWith = (message: string): readonly RuleRow[] => [
  { rule: 1, message: 'currency is required', broken: [absent, null], fails: [1, 2, 3], source: 'spec 7.3; D6, D7' },
  {
    rule: 2,
    message: 'currency must be a valid string',
    broken: noText,
    fails: [2, 3],
    source: 'spec 7.3; D6, D7',
  },
  {
    rule: 2,
    message: 'currency must be a valid string',
    broken: ['GHS\u0000'],
    fails: [2, 3],
    source: 'D11',
  },
  {
    rule: 3,
    message,
    broken: ['', ' ', 'CEDI', 'ghs', 'GHS ', 'toString', '__proto__'],
    fails: [3],
    source: 'spec 2.4, 7.3; D6, D7',
  },
]

export const currency = currencyWith('Currency must be a valid currency code')

export const recipientCurrency = currencyWith(
  'currency must be one of: GHS, NGN, UGX, XOF, XAF, KES, TZS, ZMW, GBP, EUR, USD, USDC, USDT',
)

export const destination: readonly RuleRow[] = [
  {
    rule: 1,
    message: 'destination must be a valid string',
    broken: noText,
    fails: [1, 2],
    source: 'spec 7.3; D6, D7',
  },
  { rule: 1, message: 'destination must be a valid string', broken: ['NGN\u0000'], fails: [1, 2], source: 'D11' },
  {
    rule: 2,
    message: 'destination must be a valid currency code',
    broken: ['', ' ', 'NAIRA', 'ngn'],
    fails: [2],
    source: 'spec 4.4, 7.3; D7',
  },
]
