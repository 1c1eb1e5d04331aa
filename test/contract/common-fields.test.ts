import { expect, test } from 'vitest'
import type { z } from 'zod'
import { bodyOf } from '../../src/contract/body.ts'
import { callbackURL, email, paylinkId } from '../../src/contract/common-fields.ts'
import { brokenRules } from '../support/broken-rules.ts'

const messagesOf = (field: z.ZodType, value: unknown) => brokenRules(bodyOf({ field }), { field: value })

test.each([
  'http://localhost:3000/hook',
  'https://shop.example/hook?order=1#part',
  'HTTPS://Shop.Example',
  'http://127.0.0.1',
  'http://[::1]:8080/',
  'http://user:secret@host.docker.internal/',
  'https://bücher.example/ñ',
])('%s is a webhook address', (url) => {
  expect(messagesOf(callbackURL(), url)).toEqual([])
})

test.each([
  'shop.example/hook',
  '//shop.example',
  '/hook',
  'ftp://shop.example',
  'mailto:a@shop.example',
  'javascript:alert(1)',
  ' ',
  'http:',
  'http://',
  'http:/shop.example',
  'https://shop example/',
  ' https://shop.example',
  'http://shop.example:99999',
  'http://[::1',
])('"%s" is not a webhook address', (url) => {
  expect(messagesOf(callbackURL(), url)).toEqual(['Callback URL must be a valid URL'])
})

test.each(['a@b.co', 'first.last+tag@mail.shop.example', "o'neil@shop.example", 'x_1-2@1.io'])(
  '%s is an email address',
  (address) => {
    expect(messagesOf(email(), address)).toEqual([])
  },
)

test.each([
  'a',
  'a@',
  '@b.co',
  'a@b',
  'a@b.',
  'a@.co',
  'a@b..co',
  'a@@b.co',
  'a b@c.co',
  'a@b.co ',
  'a@b.co\n',
  'a@b.co;',
  '.a@b.co',
  'a.@b.co',
  'a..b@c.co',
  'a\u0001@b.co',
  'a@b_c.co',
  'a@-b.co',
  '<a@b.co>',
  'é@bücher.example',
  `${'a'.repeat(250)}@b.co`,
])('"%s" is not an email address', (address) => {
  expect(messagesOf(email(), address)).toEqual(['Email must be a valid email address'])
})

test.each([
  '3f2504e0-4f89-11d3-9a0c-0305e82c3301',
  '3F2504E0-4F89-41D3-9A0C-0305E82C3301',
  '00000000-0000-0000-0000-000000000000',
])('%s is a payment link of any version', (id) => {
  expect(messagesOf(paylinkId(), id)).toEqual([])
})

test.each([
  '3f2504e0-4f89-41d3-9a0c-0305e82c330',
  '3f2504e0-4f89-41d3-9a0c-0305e82c3301\n',
  'g0000000-0000-0000-0000-000000000000',
])('"%s" is not a payment link', (id) => {
  expect(messagesOf(paylinkId(), id)).toEqual(['paylinkId must be a valid UUID'])
})
