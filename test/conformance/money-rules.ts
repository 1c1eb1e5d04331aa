import { type RuleRow, rule } from './rule-row.ts'
import { absent, noText } from './text-rules.ts'

const noDecimals = ['UGX', 'XOF', 'XAF']
const twoDecimals = ['GHS', 'NGN', 'KES', 'TZS', 'ZMW', 'GBP', 'EUR', 'USD']
const sixDecimals = ['USDC', 'USDT']

/** amount: the last two rules are judged by the currency beside it (D12). */
export const amount: readonly RuleRow[] = [
  rule(1, 'amount is required', [absent, null], [1, 2, 3], 'spec 7.3; D6, D7'),
  rule(2, 'amount must be a valid number', ['10', '', ' ', true, [10], {}], [2, 3], 'spec 7.3; D6, D7'),
  rule(3, 'amount must be greater than 0', [0, -1, -0.001], [3], 'spec 7.3, 8.4; D7'),
  rule(4, 'amount must have at most 0 decimal places', [1.5, 0.1], [4], 'spec 8.4; D7, D12', noDecimals),
  rule(4, 'amount must have at most 2 decimal places', [1.005, 0.001], [4], 'spec 4.1, 8.4; D7, D12', twoDecimals),
  rule(4, 'amount must have at most 6 decimal places', [1.0000001, 0.0000001], [4], 'spec 8.4; D7, D12', sixDecimals),
  rule(5, 'amount must be less than or equal to 1000000000000000', [1_000_000_000_000_001], [5], 'D7, D12', noDecimals),
  rule(
    5,
    'amount must be less than or equal to 10000000000000',
    [10_000_000_000_000.01, 10_000_000_000_001],
    [5],
    'D7, D12',
    twoDecimals,
  ),
  rule(
    5,
    'amount must be less than or equal to 1000000000',
    [1_000_000_000.000001, 1_000_000_001],
    [5],
    'D7, D12',
    sixDecimals,
  ),
]

const currencyWith = (message: string): readonly RuleRow[] => [
  rule(1, 'currency is required', [absent, null], [1, 2, 3], 'spec 7.3; D6, D7'),
  rule(2, 'currency must be a valid string', noText, [2, 3], 'spec 7.3; D6, D7'),
  rule(2, 'currency must be a valid string', ['GHS\u0000'], [2, 3], 'D11'),
  rule(3, message, ['', ' ', 'CEDI', 'ghs', 'GHS ', 'toString', '__proto__'], [3], 'spec 2.4, 7.3; D6, D7'),
]

export const currency = currencyWith('Currency must be a valid currency code')

export const recipientCurrency = currencyWith(
  'currency must be one of: GHS, NGN, UGX, XOF, XAF, KES, TZS, ZMW, GBP, EUR, USD, USDC, USDT',
)

export const destination: readonly RuleRow[] = [
  rule(1, 'destination must be a valid string', noText, [1, 2], 'spec 7.3; D6, D7'),
  rule(1, 'destination must be a valid string', ['NGN\u0000'], [1, 2], 'D11'),
  rule(2, 'destination must be a valid currency code', ['', ' ', 'NAIRA', 'ngn'], [2], 'spec 4.4, 7.3; D7'),
]
