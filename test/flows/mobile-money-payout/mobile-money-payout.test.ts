import { afterAll, expect, test } from 'vitest'
import { startSandbox } from '../../../src/testing/index.ts'
import { createdMobileMoneyPayout as created } from '../../support/payout-records.ts'
import { expectRecord, expectRefusal, openShop, start } from '../../support/shop.ts'

const sandbox = await startSandbox({ clock: start })
afterAll(() => sandbox.stop())

const path = '/disbursements/mobilemoney'
const currencyList = 'currency must be one of: GHS, NGN, UGX, XOF, XAF, KES, TZS, ZMW, GBP, EUR, USD, USDC, USDT'

test.each([
  ['GHS', '+233 (0)24-123.4567', '233241234567', '0241234567'],
  ['NGN', '0803 123 4567', '2348031234567', '08031234567'],
  ['XOF', '221771234567', '221771234567', '771234567'],
  ['USD', '+254 712 345678', '254712345678', '0712345678'],
] as const)(
  'a number in %s written %s is %s in the answer and %s in the query',
  async (currency, sent, digits, local) => {
    const shop = await openShop(sandbox)
    const answer = await shop.payMobileMoney({ currency, accountNumber: sent, amount: 100 })
    expect(answer.body[0].customer).toEqual({ accountName: 'Ama Mensah', accountNumber: digits })
    const found = await shop.find(answer.body[0].id)
    expect(found.body.customer).toEqual({ accountName: 'Ama Mensah', accountNumber: local })
  },
)

test("a senderName and metadata are none of this flow's fields, and leave the record alone", async () => {
  const answer = await (await openShop(sandbox)).payMobileMoney({}, { senderName: 'Kofi Ltd', metadata: { a: 1 } })
  expectRecord(answer.text, [{ ...created, id: answer.body[0].id }])
})

test('an empty object answers every message of every required field', async () => {
  expectRefusal(await (await openShop(sandbox)).post(path, {}), 400, [
    'recipients is required',
    'recipients must be a valid array',
    'recipients cannot be empty',
    'each recipient must be a valid recipient object',
    'reference is required',
    'reference must be a valid string',
    'reference cannot be empty',
  ])
})

// The phone rule waits for a valid currency (D6).
test('an empty recipient answers every message of its required fields, before those of the body', async () => {
  expectRefusal(await (await openShop(sandbox)).post(path, { recipients: [{}] }), 400, [
    'amount is required',
    'amount must be a valid number',
    'amount must be greater than 0',
    'currency is required',
    'currency must be a valid string',
    currencyList,
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
    'reference is required',
    'reference must be a valid string',
    'reference cannot be empty',
  ])
})

test('a body with every field wrong answers all fields in their order, however they are sent', async () => {
  const recipient = {
    channel: 'CASH',
    destination: 'XYZ',
    accountNumber: '12',
    accountName: ' ',
    network: '',
    currency: 'GHS',
    amount: 0.001,
  }
  const wrong = { callbackURL: 'ftp://a.example', reason: '', reference: 'r'.repeat(256) }
  expectRefusal(await (await openShop(sandbox)).post(path, { ...wrong, recipients: [recipient, 1] }), 400, [
    'each recipient must be a valid recipient object',
    'amount must have at most 2 decimal places',
    'network cannot be empty',
    'network must be at least 1 character long',
    'accountName cannot be empty',
    'accountNumber must be a valid phone number',
    'destination must be a valid currency code',
    'channel must be a valid transaction channel',
    'reference must be at most 255 characters long',
    'reason cannot be empty',
    'reason must be at least 1 character long',
    'Callback URL must be a valid URL',
  ])
})
