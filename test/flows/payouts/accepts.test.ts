import { describe, expect, test } from 'vitest'
import { payouts } from '../../support/payouts.ts'
import { expectRecord, openShop, payoutId } from '../../support/shop.ts'
import { startedForFile } from '../../support/started-sandbox.ts'

const sandbox = await startedForFile()

describe.each(payouts)('$flow', ({ flow, pay, record, createdRecord: created }) => {
  test('the create call answers 200 with an array of the one whole record', async () => {
    const answer = await pay(await openShop(sandbox))
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(answer.body[0].id).toMatch(payoutId)
    expectRecord(answer.text, [{ ...created, id: answer.body[0].id }])
  })

  test('a status query before the end shows the record in webhook form, still open', async () => {
    const shop = await openShop(sandbox)
    const [payout] = (await pay(shop)).body
    expectRecord((await shop.find(payout.id)).text, record.open(payout))
  })

  test.each([
    ['number', 250.5, 2.51],
    ['string', '250.5', '2.51'],
  ] as const)(
    'the setting amounts: %s gives amount and fee that form in both records',
    async (amounts, amount, fee) => {
      const shop = await openShop(sandbox, { amounts })
      const answer = await pay(shop)
      expectRecord(answer.text, [{ ...created, id: answer.body[0].id, amount, fee }])
      expect((await shop.find(answer.body[0].id)).body).toMatchObject({ amount, fee })
    },
  )

  test('the setting fees says how much a payout costs', async () => {
    const answer = await pay(await openShop(sandbox, { fees: { [flow]: 2.5 } }), { amount: 100 })
    expectRecord(answer.text, [{ ...created, id: answer.body[0].id, amount: 100, fee: 2.5 }])
  })

  test('amount and fee are taken from the wallet of the currency at once, and from no other', async () => {
    const shop = await openShop(sandbox, { wallets: { GHS: 1000, NGN: 5 }, currencies: ['GHS', 'NGN'] })
    await pay(shop, { destination: 'NGN' })
    const { text } = await shop.get('/balance')
    expect(text).toBe('[{"currency":"GHS","balance":746.99},{"currency":"NGN","balance":5}]')
  })

  test('under strictTestAccounts a payout comes without account number', async () => {
    const shop = await openShop(sandbox, { strictTestAccounts: true })
    const answer = await pay(shop, { accountNumber: undefined })
    const customer = { accountName: 'Ama Mensah', accountNumber: '' }
    const shown = flow === 'bank-payout' ? { ...customer, email: '' } : customer
    expectRecord(answer.text, [{ ...created, id: answer.body[0].id, customer: shown }])
    expectRecord((await shop.find(answer.body[0].id)).text, { ...record.open(answer.body[0]), customer })
  })
})
