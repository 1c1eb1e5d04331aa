import { afterAll, expect, test } from 'vitest'
import { startSandbox } from '../../src/testing/index.ts'
import { expectRefusal, openShop, start } from '../support/shop.ts'

const sandbox = await startSandbox({ clock: start })
afterAll(() => sandbox.stop())

// D11: text that cannot survive storage and JSON everywhere is no valid string; the other rules judge it as it is.
const stringMessages = {
  currency: ['currency must be a valid string', 'Currency must be a valid currency code'],
  network: ['network must be a valid string'],
  accountName: ['accountName must be a valid string'],
  accountNumber: ['accountNumber must be a valid string', 'accountNumber must be a valid phone number'],
  reason: ['reason must be a valid string'],
  reference: ['reference must be a valid string'],
  channel: ['channel must be a valid string', 'channel must be a valid transaction channel'],
  merchantName: ['merchant name must be a valid string'],
  failureCallbackURL: ['failureCallbackURL must be a valid string'],
}
const fields = Object.entries(stringMessages)

test.each(fields)('%s with NUL or half a surrogate pair is no valid string', async (field, messages) => {
  const shop = await openShop(sandbox)
  for (const broken of ['a\u0000', '\u0000', 'a\ud83d', '\udc00b', '\udc00\ud83d']) {
    expectRefusal(await shop.collect({ [field]: broken }), 400, messages)
  }
})

test.each([
  ['accountName', ['accountName must be a valid string']],
  ['accountNumber', ['accountNumber must be a valid string', 'accountNumber must be a valid phone number']],
  ['reference', ['reference must be a valid string']],
  ['merchantName', ['merchant name must be a valid string']],
])('%s takes no control character', async (field, messages) => {
  const shop = await openShop(sandbox)
  for (const control of ['\u0001', '\t', '\n', '\r', '\u001b', '\u001f']) {
    expectRefusal(await shop.collect({ [field]: `024${control}1234567` }), 400, messages)
  }
})

test('a reason may have several lines', async () => {
  const { body } = await (await openShop(sandbox)).collect({ reason: 'One\r\n\tTwo' })
  expect(body.reason).toBe('One\r\n\tTwo')
})

test('an address with NUL or half a surrogate pair is no valid string', async () => {
  const shop = await openShop(sandbox)
  for (const broken of ['http://shop.example/\u0000', 'http://shop.example/\ud83d']) {
    expectRefusal(await shop.collect({ callbackURL: broken }), 400, ['callbackURL must be a valid string'])
  }
  for (const broken of ['a\u0000@shop.example', 'a\ud83d@shop.example']) {
    const messages = ['email must be a valid string', 'Email must be a valid email address']
    expectRefusal(await shop.collect({ email: broken }), 400, messages)
  }
})

test('a virtual account judges text as a mobile money collection does, but for the phone number', async () => {
  const shop = await openShop(sandbox)
  for (const field of ['network', 'accountName', 'accountNumber', 'reason', 'reference']) {
    expectRefusal(await shop.generate({ [field]: 'a\u0000' }), 400, [`${field} must be a valid string`])
  }
  for (const field of ['accountName', 'accountNumber', 'reference']) {
    expectRefusal(await shop.generate({ [field]: 'a\u0007b' }), 400, [`${field} must be a valid string`])
  }
})

test.each([
  ['a value', { note: 'a\u0000' }],
  ['a key', { 'a\ud800': 1 }],
  ['a value far inside', { list: [{ deep: [['\udfff']] }] }],
])('metadata with broken text in %s is no valid object', async (_where, metadata) => {
  const shop = await openShop(sandbox)
  const message = ['metadata must be a valid object']
  expectRefusal(await shop.collect({ metadata }), 400, message)
  expectRefusal(await shop.generate({ metadata }), 400, message)
})

test('metadata may hold any other text', async () => {
  const metadata = { '': '', ' \u0001\n': '\u001f\u2028\ufeff', '🙂': '\u{10ffff}' }
  const { body } = await (await openShop(sandbox)).collect({ metadata })
  expect(body.metadata).toEqual({ ...metadata, smsFee: 0 })
})
