import { afterAll, expect, test } from 'vitest'
import { startSandbox } from '../../../src/testing/index.ts'
import { call } from '../../support/call.ts'
import { bankPayout } from '../../support/payout-requests.ts'
import { balanceOf, expectRefusal, openShop, start } from '../../support/shop.ts'

const sandbox = await startSandbox({ clock: start })
afterAll(() => sandbox.stop())

const path = '/disbursements/bank'
const currencyList = 'currency must be one of: GHS, NGN, UGX, XOF, XAF, KES, TZS, ZMW, GBP, EUR, USD, USDC, USDT'
const oneOnly = 'Only one recipient is supported per request'

test('an empty object answers every message of every required field, in the order of the specification', async () => {
  expectRefusal(await openShop(sandbox).post(path, {}), 400, [
    'sender name is required',
    'sender name must be a valid string',
    'sender name must be at least 1 character long',
    'recipients is required',
    'recipients must be a valid array',
    'recipients cannot be empty',
    'each recipient must be a valid recipient object',
    'reference is required',
    'reference must be a valid string',
    'reference cannot be empty',
  ])
})

test('an empty recipient answers every message of its required fields, between those of the body', async () => {
  expectRefusal(await openShop(sandbox).post(path, { recipients: [{}] }), 400, [
    'sender name is required',
    'sender name must be a valid string',
    'sender name must be at least 1 character long',
    'amount is required',
    'amount must be a valid number',
    'amount must be greater than 0',
    'currency is required',
    'currency must be a valid string',
    currencyList,
    'bank is required',
    'bank must be a valid string',
    'bank must be at least 1 character long',
    'accountName is required',
    'accountName must be a valid string',
    'accountName cannot be empty',
    'accountNumber is required',
    'accountNumber must be a valid string',
    'accountNumber cannot be empty',
    'reference is required',
    'reference must be a valid string',
    'reference cannot be empty',
  ])
})

test('a body with every field wrong answers all fields in the order of the specification, however they are sent', async () => {
  const recipient = {
    channel: 'CASH',
    destination: 'XYZ',
    accountNumber: ' ',
    accountName: ' ',
    bank: '',
    currency: 'GHS',
    amount: 0.001,
  }
  const wrong = { callbackURL: 'ftp://a.example', reason: '', reference: 'r'.repeat(256), senderName: '' }
  expectRefusal(await openShop(sandbox).post(path, { ...wrong, recipients: [recipient, 1] }), 400, [
    'sender name must be at least 1 character long',
    'each recipient must be a valid recipient object',
    'amount must have at most 2 decimal places',
    'bank must be at least 1 character long',
    'accountName cannot be empty',
    'accountNumber cannot be empty',
    'destination must be a valid currency code',
    'channel must be a valid transaction channel',
    'reference must be at most 255 characters long',
    'reason cannot be empty',
    'reason must be at least 1 character long',
    'Callback URL must be a valid URL',
  ])
})

test.each([
  [0, ['amount must be greater than 0']],
  [-5, ['amount must be greater than 0']],
  ['10', ['amount must be a valid number', 'amount must be greater than 0']],
  [0.001, ['amount must have at most 2 decimal places']],
  [10_000_000_000_000.01, ['amount must be less than or equal to 10000000000000']],
])('the amount %j of a recipient is refused', async (amount, messages) => {
  expectRefusal(await openShop(sandbox).payBank({ amount }), 400, messages)
})

test('the currency and the destination of a recipient are told apart', async () => {
  const answer = await openShop(sandbox).payBank({ currency: 'ghs', destination: 'ngn' })
  expectRefusal(answer, 400, [currencyList, 'destination must be a valid currency code'])
})

test('two recipients are refused, and nothing is taken', async () => {
  const shop = openShop(sandbox)
  const { recipients, ...body } = bankPayout()
  const two = [...(recipients as object[]), ...(recipients as object[])]
  expectRefusal(await shop.post(path, { ...body, recipients: two }), 400, oneOnly)
  expect(await balanceOf(shop, 'GHS')).toBe(1_000_000)
  expect((await shop.payBank()).status).toBe(200)
})

test('two recipients are refused before what the wallet holds, the fields of both before that', async () => {
  const shop = openShop(sandbox, { wallets: { GHS: 0 }, currencies: ['GHS'] })
  const [first] = bankPayout().recipients as object[]
  const recipients = [first, { ...first, accountName: '' }, { ...first, accountName: 7 }]
  expectRefusal(await shop.post(path, { ...bankPayout(), recipients }), 400, [
    'accountName must be a valid string',
    'accountName cannot be empty',
  ])
  expectRefusal(await shop.post(path, { ...bankPayout(), recipients: [first, first] }), 400, oneOnly)
})

test('a duplicate reference is refused first of all rules, whichever flow took it', async () => {
  const shop = openShop(sandbox, { wallets: { GHS: 300 }, currencies: ['GHS'] })
  await shop.payBank()
  const recipients = [...(bankPayout().recipients as object[]), ...(bankPayout().recipients as object[])]
  expectRefusal(await shop.payBank(), 400, 'Duplicate reference')
  expectRefusal(await shop.payBank({ currency: 'NGN', accountNumber: '08031234567' }), 400, 'Duplicate reference')
  expectRefusal(await shop.post(path, { ...bankPayout(), recipients }), 400, 'Duplicate reference')
  expectRefusal(await shop.collect({ reference: 'payout-1' }), 400, 'Duplicate reference')
  await shop.collect({ reference: 'order-1' })
  expectRefusal(await shop.payBank({}, { reference: 'order-1' }), 400, 'Duplicate reference')
  expect(await balanceOf(shop, 'GHS')).toBe(46.99)
})

// 250.5 and its fee of 2.51 are 253.01.
test('a wallet that lacks the smallest unit refuses, one that holds exactly amount and fee pays', async () => {
  const shop = openShop(sandbox, { wallets: { GHS: 253 } })
  expectRefusal(await shop.payBank(), 400, 'Insufficient wallet balance')
  expect(await balanceOf(shop, 'GHS')).toBe(253)
  const exact = openShop(sandbox, { wallets: { GHS: 253.01 } })
  expect((await exact.payBank()).status).toBe(200)
  expect(await balanceOf(exact, 'GHS')).toBe(0)
  expectRefusal(await exact.payBank({ amount: 0.01 }, { reference: 'more' }), 400, 'Insufficient wallet balance')
})

test('a wallet of another currency does not help', async () => {
  const shop = openShop(sandbox, { wallets: { GHS: 0, NGN: 1_000_000 } })
  expectRefusal(await shop.payBank({ destination: 'NGN' }), 400, 'Insufficient wallet balance')
})

test('a currency that is not enabled is refused', async () => {
  const shop = openShop(sandbox, { currencies: ['NGN'] })
  expectRefusal(await shop.payBank(), 400, 'Currency GHS is not enabled for this business')
})

test('an amount beyond the limits of the flow is refused', async () => {
  const shop = openShop(sandbox, { limits: { 'bank-payout': { '*': { GHS: { min: 10, max: 20.5 } } } } })
  expectRefusal(await shop.payBank({ amount: 9.99 }), 400, 'amount must be at least 10')
  expectRefusal(await shop.payBank({ amount: 20.51 }), 400, 'amount must be at most 20.5')
  expect((await shop.payBank({ amount: 20.5 })).status).toBe(200)
})

test('under strictTestAccounts a given account number is refused', async () => {
  const shop = openShop(sandbox, { strictTestAccounts: true })
  expectRefusal(await shop.payBank(), 400, 'accountNumber not allowed in test')
  expectRefusal(await shop.payBank({ accountNumber: '' }), 400, ['accountNumber cannot be empty'])
})

test.each([
  [{ accountNumber: '0000009340' }, {}, 'Insufficient wallet balance'],
  [{}, { reference: 'refused-1' }, 'Sorry, We can not process this transaction now'],
  [{}, { reference: 'unstarted-1' }, 'Failed to start Workflow'],
])('a story can refuse %j %j, whatever the wallet holds, and takes nothing', async (recipient, changes, message) => {
  const shop = openShop(sandbox)
  expectRefusal(await shop.payBank(recipient, changes), 400, message)
  expect(await balanceOf(shop, 'GHS')).toBe(1_000_000)
})

test('a refused payout leaves its reference free', async () => {
  const shop = openShop(sandbox, { wallets: { GHS: 300 } })
  await shop.payBank({ amount: 0 })
  await shop.payBank({ amount: 300 })
  await shop.payBank({ accountNumber: '0000009340' })
  expect((await shop.payBank()).status).toBe(200)
})

test('a key that is none is refused before the body is judged', async () => {
  const answer = await call(sandbox.url, path, { key: 'live_1', body: 'no JSON' })
  const message = 'Authentication failed due to invalid api_key'
  expect([answer.status, answer.body]).toEqual([401, { statusCode: 401, error: 'Unauthorized', message }])
})
