import { afterAll, expect, test } from 'vitest'
import { startSandbox } from '../../../src/testing/index.ts'
import { createdBankPayout as created, bankRecord as record } from '../../support/payout-records.ts'
import { expectRecord, expectRefusal, openShop, openShopWithReceiver, start } from '../../support/shop.ts'

const sandbox = await startSandbox({ clock: start })
afterAll(() => sandbox.stop())

const path = '/disbursements/bank'
const currencyList = 'currency must be one of: GHS, NGN, UGX, XOF, XAF, KES, TZS, ZMW, GBP, EUR, USD, USDC, USDT'

test('texts are kept as they were sent, the account number too', async () => {
  const texts = { bank: ' 058 ', accountName: " Àma O'Mensah 🙂 ", accountNumber: ' GH-12 34/5 ' }
  const changes = { senderName: ' Kofi & Söhne ', reason: ' \n\tline\u2028two ', reference: ' Órder/1 #?&%20 ' }
  const shop = await openShop(sandbox)
  const answer = await shop.payBank(texts, changes)
  const { bank, accountName, accountNumber } = texts
  expectRecord(answer.text, [
    {
      ...created,
      id: answer.body[0].id,
      customer: { accountName, accountNumber, email: '' },
      metadata: { ...created.metadata, sender_name: changes.senderName },
      reason: changes.reason,
      network: bank,
      reference_business: changes.reference,
    },
  ])
  expect((await shop.find(answer.body[0].id)).body.customer).toEqual({ accountName, accountNumber })
})

test('white space alone is a sender, a bank and a reason', async () => {
  const answer = await (await openShop(sandbox)).payBank({ bank: ' ' }, { senderName: ' ', reason: ' ' })
  const metadata = { ...created.metadata, sender_name: ' ' }
  expectRecord(answer.text, [{ ...created, id: answer.body[0].id, metadata, reason: ' ', network: ' ' }])
})

test('an empty object answers every message of every required field, in the order of the specification', async () => {
  expectRefusal(await (await openShop(sandbox)).post(path, {}), 400, [
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
  expectRefusal(await (await openShop(sandbox)).post(path, { recipients: [{}] }), 400, [
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
  expectRefusal(await (await openShop(sandbox)).post(path, { ...wrong, recipients: [recipient, 1] }), 400, [
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

test('a slow bank takes one to three hours', async () => {
  const { shop, sent } = await openShopWithReceiver(sandbox)
  const accountNumber = '0000009351'
  const [created] = (await shop.payBank({ accountNumber })).body
  await shop.advance('1h')
  expect((await shop.find(created.id)).body.status).toBe('INITIATED')
  await shop.advance('2h')
  const { text, body } = await shop.find(created.id)
  const afterMs = Date.parse(body.updated_at) - Date.parse(start)
  expect(afterMs).toBeGreaterThan(3_600_000)
  expectRecord(text, { ...record.approved(created, afterMs), customer: { accountName: 'Ama Mensah', accountNumber } })
  expect(sent()).toEqual([text])
})
