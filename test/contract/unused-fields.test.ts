import { expect, test } from 'vitest'
import { bodyOf } from '../../src/contract/body.ts'
import { unusedFields } from '../../src/contract/unused-fields.ts'
import { brokenRules } from '../support/broken-rules.ts'
import type { Body } from '../support/requests.ts'
import { truthCases } from '../support/truth-table.ts'

const request = bodyOf(unusedFields)

/** Every message a body answers. */
const messagesOf = (body: Body) => brokenRules(request, body)

const valid = {
  returnURL: 'https://shop.example/thanks',
  id: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
  firstName: 'Ama',
  lastName: 'Mensah',
  phoneNumber: '+233(24)123-45',
  virtualAccountNumber: '0123456789',
  message: 'Thank you.\nCome again.',
  username: 'ama',
  code: '0000',
  date: '2026-11-21',
  channels: 'MOMO',
}

const length = 'phone number must be 10 to 15 characters long'
const characters = 'phone number must contain only digits, +, -, parentheses or spaces'

// D41 and the columns of D6; white space only is no empty value for these fields.
const table = {
  returnURL: {
    absent: [],
    wrongType: ['Return URL must be a valid string', 'Return URL must be a valid URL'],
    empty: ['Return URL must be a valid URL'],
    blank: ['Return URL must be a valid URL'],
  },
  id: {
    absent: ['ID is required', 'ID must be a valid string', 'ID cannot be empty', 'ID must be a valid UUID'],
    wrongType: ['ID must be a valid string', 'ID must be a valid UUID'],
    empty: ['ID cannot be empty', 'ID must be a valid UUID'],
    blank: ['ID must be a valid UUID'],
  },
  firstName: {
    absent: ['first name is required', 'first name must be a valid string', 'first name cannot be empty'],
    wrongType: ['first name must be a valid string'],
    empty: ['first name cannot be empty'],
    blank: [],
  },
  lastName: {
    absent: ['last name is required', 'last name must be a valid string', 'last name cannot be empty'],
    wrongType: ['last name must be a valid string'],
    empty: ['last name cannot be empty'],
    blank: [],
  },
  phoneNumber: {
    absent: [
      'phone number is required',
      'phone number must be a valid string',
      'phone number cannot be empty',
      length,
      characters,
    ],
    wrongType: ['phone number must be a valid string', length, characters],
    empty: ['phone number cannot be empty', length, characters],
    blank: [length, characters],
  },
  virtualAccountNumber: {
    absent: [
      'virtual account number is required',
      'virtual account number must be a valid string',
      'virtual account number cannot be empty',
    ],
    wrongType: ['virtual account number must be a valid string'],
    empty: ['virtual account number cannot be empty'],
    blank: [],
  },
  message: {
    absent: ['message is required', 'message must be a valid string', 'message cannot be empty'],
    wrongType: ['message must be a valid string'],
    empty: ['message cannot be empty'],
    blank: [],
  },
  username: {
    absent: ['username is required', 'username must be a valid string', 'username cannot be empty'],
    wrongType: ['username must be a valid string'],
    empty: ['username cannot be empty'],
    blank: [],
  },
  code: {
    absent: ['code is required', 'code must be a valid string', 'code cannot be empty'],
    wrongType: ['code must be a valid string'],
    empty: ['code cannot be empty'],
    blank: [],
  },
  date: {
    absent: ['date is required', 'date must be a valid string', 'date cannot be empty'],
    wrongType: ['date must be a valid string'],
    empty: ['date cannot be empty'],
    blank: [],
  },
  channels: { absent: [], wrongType: ['channels must be a valid string'], empty: [], blank: [] },
}

test('every field that spec 7.3 names and no endpoint has is in the kit', () => {
  expect(Object.keys(unusedFields)).toEqual(Object.keys(table))
  expect(request.parse(valid)).toStrictEqual(valid)
})

test.each(truthCases(table, valid))('$what: $messages.length messages', ({ body, messages }) => {
  expect(messagesOf(body)).toEqual(messages)
})

test.each(['0241234567', '+(233) 24-1234', '(024) 123 4567', '123456789012345', '---------1'])(
  '%s is a phone number',
  (phoneNumber) => {
    expect(messagesOf({ ...valid, phoneNumber })).toEqual([])
  },
)

test.each([
  ['024123456', [length]],
  ['+233 24 123 4567', [length]],
  ['024123456x', [characters]],
  ['0241234567.', [characters]],
  ['+-() +-() ', [characters]],
  ['٠٢٤١٢٣٤٥٦٧', [characters]],
  ['call me', [length, characters]],
  ['0241234567\n', ['phone number must be a valid string', characters]],
])('"%s" is no phone number', (phoneNumber, messages) => {
  expect(messagesOf({ ...valid, phoneNumber })).toEqual(messages)
})

test.each(['ftp://shop.example', 'shop.example', 'https://shop example/'])('%s is no return URL', (returnURL) => {
  expect(messagesOf({ ...valid, returnURL })).toEqual(['Return URL must be a valid URL'])
})
