import { type RuleRow, rule } from './rule-row.ts'
import { absent, noText } from './text-rules.ts'

/** The rules of the OTP's transaction (D7), and of queries, whose values are all text (D29, in the forms of spec 7.3). */

export const transactionId: readonly RuleRow[] = [
  rule(1, 'transaction ID is required', [absent, null], [1, 2, 3, 4], 'spec 4.2, 7.3; D6, D7'),
  rule(2, 'transaction ID must be a valid string', noText, [2, 4], 'D6, D7'),
  rule(2, 'transaction ID must be a valid string', ['a\u0000', '\ud83d'], [2, 4], 'D11'),
  rule(3, 'transaction ID cannot be empty', [''], [3, 4], 'spec 4.2; D6, D7'),
  rule(4, 'transaction ID must be a valid id', [' ', 'a b', 'a_b', 'a'.repeat(65)], [4], 'spec 7.3; D7'),
]

export function queriedCurrency(x: string): readonly RuleRow[] {
  return [
    rule(1, `${x} is required`, [absent], [1, 2], 'spec 7.3; D6, D29'),
    rule(
      2,
      `${x} must be a valid currency code`,
      ['', ' ', 'CEDI', 'ghs', 'toString', 'GHS\u0000'],
      [2],
      'spec 7.3; D29',
    ),
  ]
}

export const queriedAmount: readonly RuleRow[] = [
  rule(1, 'amount is required', [absent], [1, 2, 3], 'spec 7.3; D6, D29'),
  rule(
    2,
    'amount must be a valid number',
    ['', ' ', 'ten', '1e3', 'NaN', '--1', '1,5', '1000000000000000'],
    [2, 3],
    'spec 7.3; D6, D29',
  ),
  rule(3, 'amount must be greater than 0', ['0', '0.00', '-1'], [3], 'spec 7.3; D29'),
]

export function queriedLabel(x: string): readonly RuleRow[] {
  return [
    rule(1, `${x} is required`, [absent], [1, 2, 3], 'spec 7.3; D6, D29'),
    rule(2, `${x} must be a valid string`, ['a\u0000', 'a\nb'], [2], 'D11'),
    rule(3, `${x} cannot be empty`, ['', ' '], [3], 'spec 7.3; D6, D29'),
  ]
}
