import { expect, test } from 'vitest'
import { bodyOf } from '../../src/contract/body.ts'
import { unusedFields } from '../../src/contract/unused-fields.ts'
import { brokenRules } from '../support/broken-rules.ts'
import type { Body } from '../support/requests.ts'

const request = bodyOf(unusedFields)

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

test('a request of all fields that spec 7.3 names and no endpoint has is read as it was sent', () => {
  expect(request.parse(valid)).toStrictEqual(valid)
})

test.each(['firstName', 'lastName', 'virtualAccountNumber', 'message', 'username', 'code', 'date', 'channels'])(
  'white space alone is a %s',
  (field) => {
    expect(messagesOf({ ...valid, [field]: ' \u00a0\u3000 ' })).toEqual([])
  },
)

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
