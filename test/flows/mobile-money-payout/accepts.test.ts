import { afterAll, expect, test } from 'vitest'
import { startSandbox } from '../../../src/testing/index.ts'
import { createdMobileMoneyPayout as created, mobileMoneyRecord } from '../../support/payout-records.ts'
import { at, expectRecord, openShop, payoutId, start } from '../../support/shop.ts'

const sandbox = await startSandbox({ clock: start })
afterAll(() => sandbox.stop())

test('the create call answers 200 with an array of the one whole record', async () => {
  const answer = await openShop(sandbox).payMobileMoney()
  expect(answer.status).toBe(200)
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(answer.body[0].id).toMatch(payoutId)
  expectRecord(answer.text, [{ ...created, id: answer.body[0].id }])
})

test('a status query before the end shows the record in webhook form, still open', async () => {
  const shop = openShop(sandbox)
  const [payout] = (await shop.payMobileMoney()).body
  expectRecord((await shop.find(payout.id)).text, mobileMoneyRecord.open(payout))
})

test("the record's times are those of the business's own clock", async () => {
  const shop = openShop(sandbox)
  await shop.advance('1h30m0s250ms')
  const answer = await shop.payMobileMoney()
  const later = at(5_400_250)
  expectRecord(answer.text, [{ ...created, id: answer.body[0].id, created_at: later, updated_at: later }])
})

test('without a reason, and with every optional field null, the reason is null', async () => {
  const shop = openShop(sandbox)
  const nulls = { reason: null, callbackURL: null }
  const answer = await shop.payMobileMoney(
    { destination: null, channel: null, colour: 'red' },
    { ...nulls, id: 'mine' },
  )
  expectRecord(answer.text, [{ ...created, id: answer.body[0].id, reason: null }])
  expect((await shop.transaction({ reference: 'payout-1' })).callbackUrl).toBe(null)
})

test('a channel in the request replaces the channel of the record', async () => {
  const answer = await openShop(sandbox).payMobileMoney({ channel: 'CARD' })
  expectRecord(answer.text, [{ ...created, id: answer.body[0].id, channel: 'CARD' }])
})

test('another destination is the currency_destination; amount, fee and currency stay those of the wallet', async () => {
  const answer = await openShop(sandbox).payMobileMoney({ destination: 'NGN' })
  const metadata = { ...created.metadata, currency_destination: 'NGN' }
  expectRecord(answer.text, [{ ...created, id: answer.body[0].id, metadata }])
})

test('the currency itself as destination is none', async () => {
  const answer = await openShop(sandbox).payMobileMoney({ destination: 'GHS' })
  expectRecord(answer.text, [{ ...created, id: answer.body[0].id }])
})

// 1 % of 1050 is 10.5, which rounds up; UGX has no minor unit.
test('the fee is rounded half up to the minor unit of the currency', async () => {
  const answer = await openShop(sandbox).payMobileMoney({ currency: 'UGX', amount: 1050, accountNumber: '0771234567' })
  expect(answer.body[0]).toMatchObject({ amount: 1050, fee: 11, currency: 'UGX' })
})

test.each([
  ['number', 250.5, 2.51],
  ['string', '250.5', '2.51'],
] as const)('the setting amounts: %s gives amount and fee that form in both records', async (amounts, amount, fee) => {
  const shop = openShop(sandbox, { amounts })
  const answer = await shop.payMobileMoney()
  expectRecord(answer.text, [{ ...created, id: answer.body[0].id, amount, fee }])
  expect((await shop.find(answer.body[0].id)).body).toMatchObject({ amount, fee })
})

test('the setting fees says how much a payout costs', async () => {
  const answer = await openShop(sandbox, { fees: { 'mobile-money-payout': 2.5 } }).payMobileMoney({ amount: 100 })
  expectRecord(answer.text, [{ ...created, id: answer.body[0].id, amount: 100, fee: 2.5 }])
})

test('amount and fee are taken from the wallet of the currency at once, and from no other', async () => {
  const shop = openShop(sandbox, { wallets: { GHS: 1000, NGN: 5 }, currencies: ['GHS', 'NGN'] })
  await shop.payMobileMoney({ destination: 'NGN' })
  const { text } = await shop.get('/balance')
  expect(text).toBe('[{"currency":"GHS","balance":746.99},{"currency":"NGN","balance":5}]')
})

test('under strictTestAccounts a payout comes without account number', async () => {
  const shop = openShop(sandbox, { strictTestAccounts: true })
  const answer = await shop.payMobileMoney({ accountNumber: undefined })
  const customer = { accountName: 'Ama Mensah', accountNumber: '' }
  expectRecord(answer.text, [{ ...created, id: answer.body[0].id, customer: { ...customer, email: '' } }])
  expectRecord((await shop.find(answer.body[0].id)).text, { ...mobileMoneyRecord.open(answer.body[0]), customer })
})

test('references give ids of their own, the same for the same request in the same seed', async () => {
  const again = await startSandbox({ clock: start })
  const key = 'test_same'
  const idsIn = async (sandboxOfIds: typeof sandbox, references: readonly string[]) => {
    const shop = openShop(sandboxOfIds, { key })
    const answers = await Promise.all(references.map((reference) => shop.payMobileMoney({}, { reference })))
    return Object.fromEntries(answers.map(({ body: [{ reference_business, id }] }) => [reference_business, id]))
  }
  const ids = await idsIn(sandbox, ['a', 'b', 'c'])
  const others = await idsIn(again, ['c', 'b', 'a'])
  await again.stop()
  expect(others).toEqual(ids)
  expect(new Set(Object.values(ids)).size).toBe(3)
  for (const id of Object.values(ids)) expect(id).toMatch(payoutId)
})

test.each([
  ['GHS', '+233 (0)24-123.4567', '233241234567', '0241234567'],
  ['NGN', '0803 123 4567', '2348031234567', '08031234567'],
  ['XOF', '221771234567', '221771234567', '771234567'],
  ['USD', '+254 712 345678', '254712345678', '0712345678'],
] as const)(
  'a number in %s written %s is %s in the answer and %s in the query',
  async (currency, sent, digits, local) => {
    const shop = openShop(sandbox)
    const answer = await shop.payMobileMoney({ currency, accountNumber: sent, amount: 100 })
    expect(answer.body[0].customer).toEqual({ accountName: 'Ama Mensah', accountNumber: digits, email: '' })
    const found = await shop.find(answer.body[0].id)
    expect(found.body.customer).toEqual({ accountName: 'Ama Mensah', accountNumber: local })
  },
)

test("a senderName and metadata are none of this flow's fields, and leave the record alone", async () => {
  const answer = await openShop(sandbox).payMobileMoney({}, { senderName: 'Kofi Ltd', metadata: { a: 1 } })
  expectRecord(answer.text, [{ ...created, id: answer.body[0].id }])
})
