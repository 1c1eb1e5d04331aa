import { afterAll, expect, test } from 'vitest'
import { startSandbox } from '../../../src/testing/index.ts'
import { call } from '../../support/call.ts'
import { mobileMoney } from '../../support/requests.ts'
import { expectRefusal, openShop, start } from '../../support/shop.ts'
import { mobileNumberRow, truthCases, truthTable } from '../../support/truth-table.ts'

const sandbox = await startSandbox({ clock: start })
afterAll(() => sandbox.stop())

const path = '/collections/mobilemoney'
const table = { ...truthTable, accountNumber: mobileNumberRow }

test.each(truthCases(table, mobileMoney()))('$what: $messages.length messages', async ({ body, messages }) => {
  const answer = await (await openShop(sandbox)).post(path, body)
  if (messages.length === 0) expect(answer.status).toBe(200)
  else expectRefusal(answer, 400, messages)
})

// The phone rule, the decimals and the maximum wait for a valid currency (D6).
test('an empty object answers every message of every required field, in the order of the specification', async () => {
  expectRefusal(await (await openShop(sandbox)).post(path, {}), 400, [
    'amount is required',
    'amount must be a valid number',
    'amount must be greater than 0',
    'currency is required',
    'currency must be a valid string',
    'Currency must be a valid currency code',
    'network is required',
    'network must be a valid string',
    'network cannot be empty',
    'network must be at least 1 character long',
    'accountName is required',
    'accountName must be a valid string',
    'accountName cannot be empty',
    'accountNumber is required',
    'accountNumber must be a valid string',
    'accountNumber cannot be empty',
    'reason is required',
    'reason must be a valid string',
    'reason cannot be empty',
    'reason must be at least 1 character long',
    'reference is required',
    'reference must be a valid string',
    'reference cannot be empty',
  ])
})

test('a body with every field wrong answers all fields in the order of the specification, however they are sent', async () => {
  const wrong = {
    failureCallbackURL: 1,
    email: 'nobody',
    merchantName: 1,
    channel: 'CASH',
    paylinkId: '1',
    metadata: [],
    callbackURL: 'ftp://shop.example',
    reference: 'r'.repeat(256),
    reason: '',
    accountNumber: '12',
    accountName: ' ',
    network: '',
    currency: 'GHS',
    amount: 0.001,
  }
  expectRefusal(await (await openShop(sandbox)).post(path, wrong), 400, [
    'amount must have at most 2 decimal places',
    'network cannot be empty',
    'network must be at least 1 character long',
    'accountName cannot be empty',
    'accountNumber must be a valid phone number',
    'reason cannot be empty',
    'reason must be at least 1 character long',
    'reference must be at most 255 characters long',
    'Callback URL must be a valid URL',
    'metadata must be a valid object',
    'paylinkId must be a valid UUID',
    'channel must be a valid transaction channel',
    'merchant name must be a valid string',
    'Email must be a valid email address',
    'failureCallbackURL must be a valid string',
  ])
})

test('beside a wrong currency neither the number nor the precision of the amount is judged', async () => {
  const answer = await (await openShop(sandbox)).collect({ currency: 'ghs', accountNumber: 'none', amount: 0.0000001 })
  expectRefusal(answer, 400, ['Currency must be a valid currency code'])
})

test.each([-0.001, '1e400', '-1e400'])('the amount %s is refused', async (amount) => {
  const body = JSON.stringify(mobileMoney()).replace('100.5', String(amount))
  const isNumber = Number.isFinite(Number(amount))
  const messages = [...(isNumber ? [] : ['amount must be a valid number']), 'amount must be greater than 0']
  expectRefusal(await (await openShop(sandbox)).post(path, body), 400, messages)
})

test.each(['XYZ', 'toString', '__proto__'])('%s is no currency', async (currency) => {
  expectRefusal(await (await openShop(sandbox)).collect({ currency }), 400, ['Currency must be a valid currency code'])
})

test.each(['USSD', 'MOMO '])('%s is no channel', async (channel) => {
  expectRefusal(await (await openShop(sandbox)).collect({ channel }), 400, [
    'channel must be a valid transaction channel',
  ])
})

test.each(['1', '3f2504e04f8941d39a0c0305e82c3301', '{3f2504e0-4f89-41d3-9a0c-0305e82c3301}'])(
  '%s is no payment link',
  async (paylinkId) => {
    expectRefusal(await (await openShop(sandbox)).collect({ paylinkId }), 400, ['paylinkId must be a valid UUID'])
  },
)

test('a reference has at most 255 characters', async () => {
  const shop = await openShop(sandbox)
  const tooLong = 'reference must be at most 255 characters long'
  expectRefusal(await shop.collect({ reference: 'r'.repeat(256) }), 400, [tooLong])
  expect((await shop.collect({ reference: 'r'.repeat(255) })).status).toBe(200)
})

test.each(['live_123', 'Bearer test_shop', 'nobody', null])(
  'the key %s is refused before the body is judged',
  async (key) => {
    const answer = await call(sandbox.url, path, { key, body: 'no JSON' })
    const message = 'Authentication failed due to invalid api_key'
    expect(answer.body).toEqual({ statusCode: 401, error: 'Unauthorized', message })
    expect(answer.status).toBe(401)
  },
)
