import type { FieldRow, RuleRow } from './rule-row.ts'
import { absent, noText, unsound, unsoundLabel } from './text-rules.ts'

/** D41: the fields that spec 7.3 has sentences for and no specified endpoint has; a valid value of each. */
export const validUnused = {
  returnURL: 'https://shop.example/thanks',
  id: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
  firstName: 'Ama',
  lastName: 'Mensah',
  phoneNumber: '+233(24)123-45',
  virtualAccountNumber: '0123456789',
  message: 'Thank you.',
  username: 'ama',
  code: '0000',
  date: '2026-11-21',
  channels: 'MOMO',
}

/** A required text; white space only is no empty value for these fields. */
function text(x: string, refused: readonly string[] = unsoundLabel): readonly RuleRow[] {
  return [
    { rule: 1, message: `${x} is required`, broken: [absent, null], fails: [1, 2, 3], source: 'spec 7.3; D6, D41' },
    { rule: 2, message: `${x} must be a valid string`, broken: noText, fails: [2], source: 'spec 7.3; D6, D41' },
    { rule: 2, message: `${x} must be a valid string`, broken: refused, fails: [2], source: 'D11, D41' },
    { rule: 3, message: `${x} cannot be empty`, broken: [''], fails: [3], source: 'spec 7.3; D6, D41' },
  ]
}

const returnURL: readonly RuleRow[] = [
  {
    rule: 1,
    message: 'Return URL must be a valid string',
    broken: noText,
    fails: [1, 2],
    source: 'spec 7.3; D6, D41',
  },
  {
    rule: 1,
    message: 'Return URL must be a valid string',
    broken: ['https://shop.example/\u0000'],
    fails: [1],
    source: 'D11, D41',
  },
  {
    rule: 2,
    message: 'Return URL must be a valid URL',
    broken: ['', ' ', 'shop.example', 'ftp://shop.example/'],
    fails: [2],
    source: 'spec 7.3; D41',
  },
]

const id: readonly RuleRow[] = [
  {
    rule: 1,
    message: 'ID is required',
    broken: [absent, null],
    fails: [1, 2, 3, 4],
    source: 'spec 7.3; D6, D41',
  },
  { rule: 2, message: 'ID must be a valid string', broken: noText, fails: [2, 4], source: 'spec 7.3; D6, D41' },
  { rule: 2, message: 'ID must be a valid string', broken: unsound, fails: [2, 4], source: 'D11, D41' },
  { rule: 3, message: 'ID cannot be empty', broken: [''], fails: [3, 4], source: 'spec 7.3; D6, D41' },
  {
    rule: 4,
    message: 'ID must be a valid UUID',
    broken: [' ', '7', '3f2504e0-4f89-41d3-9a0c'],
    fails: [4],
    source: 'spec 7.3; D41',
  },
]

const phoneNumber: readonly RuleRow[] = [
  {
    rule: 1,
    message: 'phone number is required',
    broken: [absent, null],
    fails: [1, 2, 3, 4, 5],
    source: 'spec 7.3; D6, D41',
  },
  {
    rule: 2,
    message: 'phone number must be a valid string',
    broken: noText,
    fails: [2, 4, 5],
    source: 'spec 7.3; D6, D41',
  },
  {
    rule: 2,
    message: 'phone number must be a valid string',
    broken: ['0241234567\n', '024123456\u0000'],
    fails: [2, 5],
    source: 'D11, D41',
  },
  {
    rule: 3,
    message: 'phone number cannot be empty',
    broken: [''],
    fails: [3, 4, 5],
    source: 'spec 7.3; D6, D41',
  },
  {
    rule: 4,
    message: 'phone number must be 10 to 15 characters long',
    broken: ['024123456', '+233 24 123 4567'],
    fails: [4],
    source: 'spec 7.3, 8.3; D41',
  },
  {
    rule: 5,
    message: 'phone number must contain only digits, +, -, parentheses or spaces',
    broken: ['024123456x', '0241234567.', '024/123/4567'],
    fails: [5],
    source: 'spec 7.3, 8.3; D41',
  },
]

const channels: readonly RuleRow[] = [
  { rule: 1, message: 'channels must be a valid string', broken: noText, fails: [1], source: 'spec 7.3; D6, D41' },
  { rule: 1, message: 'channels must be a valid string', broken: unsound, fails: [1], source: 'D11, D41' },
]

export const unusedRows: readonly FieldRow[] = [
  { field: 'returnURL', given: 'optional', rules: returnURL },
  { field: 'id', given: 'required', rules: id },
  { field: 'firstName', given: 'required', rules: text('first name') },
  { field: 'lastName', given: 'required', rules: text('last name') },
  { field: 'phoneNumber', given: 'required', rules: phoneNumber },
  { field: 'virtualAccountNumber', given: 'required', rules: text('virtual account number') },
  { field: 'message', given: 'required', rules: text('message', unsound) },
  { field: 'username', given: 'required', rules: text('username') },
  { field: 'code', given: 'required', rules: text('code') },
  { field: 'date', given: 'required', rules: text('date') },
  { field: 'channels', given: 'optional', rules: channels },
]

export const everyUnusedRule = unusedRows.flatMap(({ field, rules }) => rules.map((row) => ({ field, rules, row })))
