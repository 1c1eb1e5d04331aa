import { expect, test } from 'vitest'
import { accountNumberFor } from '../../../src/domain/derived-ids.ts'
import { openRecord } from '../../support/account-records.ts'
import { expectRecord, openShop, start, uuid } from '../../support/shop.ts'
import { startedForFile } from '../../support/started-sandbox.ts'

const sandbox = await startedForFile()

const created = {
  id: '',
  amount: 5000.5,
  currency: 'NGN',
  status: 'INITIATED',
  channel: 'BANK',
  type: 'DEBIT',
  fee: 50.01, // 1 % is 50.005
  callback_url: '',
  reference: 'invoice-7',
  network: '058',
  api_key: 'test',
  opening_balance: 1_000_000,
  closing_balance: 1_000_000,
  virtual_account: { bank_name: 'Guaranty Trust Bank', account_name: 'Ngozi Okafor', account_number: '' },
  customer: { accountName: 'Ngozi Okafor', accountNumber: '+234 803 123 4567' },
  metadata: {},
  reason: 'Invoice 7',
  checkout_url: null,
  provider_message: 'Pending',
  message: null,
  telco_response: null,
  reference_business: 'invoice-7',
  bear_fee: 'customer',
  created_at: start,
  updated_at: start,
}

/** The expected record with what only the answer can tell: id and account number. */
function recordOf({ id, virtual_account }: { id: string; virtual_account: { account_number: string } }) {
  const { account_number } = virtual_account
  return { ...created, id, virtual_account: { ...created.virtual_account, account_number } }
}

test('the create call answers 200 with the whole record', async () => {
  const answer = await (await openShop(sandbox)).generate()
  expect(answer.status).toBe(200)
  expect(answer.body.id).toMatch(uuid)
  expectRecord(answer.text, recordOf(answer.body))
})

test('a status query before the end shows the record in webhook form, still open', async () => {
  const shop = await openShop(sandbox)
  const { body } = await shop.generate()
  expectRecord((await shop.find(body.id)).text, openRecord(body))
})

test.each([
  ['https://shop.example/hook', null, 'https://shop.example/hook'],
  [undefined, 'http://127.0.0.1:9/default', 'http://127.0.0.1:9/default'],
  ['http://127.0.0.1:9/own', 'http://127.0.0.1:9/default', 'http://127.0.0.1:9/own'],
])('a request with callbackURL %s in a business with %s shows %s', async (callbackURL, callbackUrl, shown) => {
  const shop = await openShop(sandbox, callbackUrl === null ? {} : { callbackUrl })
  const answer = await shop.generate({ callbackURL })
  expectRecord(answer.text, { ...recordOf(answer.body), callback_url: shown })
})

test("an account's number is a NUBAN of the bank that the network names", async () => {
  const { account_number } = (await (await openShop(sandbox)).generate({ network: '044' })).body.virtual_account
  expect(accountNumberFor('044', account_number)).toBe(account_number)
})

test('no two virtual accounts of a business have the same number', async () => {
  const shop = await openShop(sandbox)
  const answers = await Promise.all(Array.from({ length: 300 }, (_, index) => shop.generate({ reference: `${index}` })))
  expect(new Set(answers.map(({ body }) => body.virtual_account.account_number)).size).toBe(300)
})
