import type { RuleRow } from './rule-row.ts'
import { absent, noText } from './text-rules.ts'

/** The rules of the OTP's transaction (D7), and of queries, whose values are all text (D29, in the forms of spec 7.3). */

export const transactionId: readonly RuleRow[] = [
  {
    rule: 1,
    message: 'transaction ID is required',
    broken: [absent, null],
    fails: [1, 2, 3, 4],
    source: 'spec 4.2, 7.3; D6, D7',
  },
  {
    rule: 2,
    message: 'transaction ID must be a valid string',
    broken: noText,
    fails: [2, 4],
    source: 'D6, D7',
  },
  {
    rule: 2,
    message: 'transaction ID must be a valid string',
    broken: ['a\u0000', '\ud83d'],
    fails: [2, 4],
    source: 'D11',
  },
  { rule: 3, message: 'transaction ID cannot be empty', broken: [''], fails: [3, 4], source: 'spec 4.2; D6, D7' },
  {
    rule: 4,
    message: 'transaction ID must be a valid id',
    broken: [' ', 'a b', 'a_b', 'a'.repeat(65)],
    fails: [4],
    source: 'spec 7.3; D7',
  },
]

export function queriedCurrency(x: string): readonly RuleRow[] {
  return [
    { rule: 1, message: `${x} is required`, broken: [absent], fails: [1, 2], source: 'spec 7.3; D6, D29' },
    {
      rule: 2,
      message: `${x} must be a valid currency code`,
      broken: ['', ' ', 'CEDI', 'ghs', 'toString', 'GHS\u0000'],
      fails: [2],
      source: 'spec 7.3; D29',
    },
  ]
}

export const queriedAmount: readonly RuleRow[] = [
  { rule: 1, message: 'amount is required', broken: [absent], fails: [1, 2, 3], source: 'spec 7.3; D6, D29' },
  {
    rule: 2,
    message: 'amount must be a valid number',
    broken: ['', ' ', 'ten', '1e3', 'NaN', '--1', '1,5', '1000000000000000'],
    fails: [2, 3],
    source: 'spec 7.3; D6, D29',
  },
  {
    rule: 3,
    message: 'amount must be greater than 0',
    broken: ['0', '0.00', '-1'],
    fails: [3],
    source: 'spec 7.3; D29',
  },
]

export function queriedLabel(x: string): readonly RuleRow[] {
  return [
    { rule: 1, message: `${x} is required`, broken: [absent], fails: [1, 2, 3], source: 'spec 7.3; D6, D29' },
    { rule: 2, message: `${x} must be a valid string`, broken: ['a\u0000', 'a\nb'], fails: [2], source: 'D11' },
    { rule: 3, message: `${x} cannot be empty`, broken: ['', ' '], fails: [3], source: 'spec 7.3; D6, D29' },
  ]
}
