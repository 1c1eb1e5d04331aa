import { describe, expect, test } from 'vitest'
import { startSandbox } from '../../../src/testing/index.ts'
import { payouts } from '../../support/payouts.ts'
import { expectRecord, openShop, payoutId, start } from '../../support/shop.ts'
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

  test('without a reason, and with every optional field null, the reason is empty', async () => {
    const shop = await openShop(sandbox)
    const nulls = { reason: null, callbackURL: null }
    const answer = await pay(shop, { destination: null, channel: null, colour: 'red' }, { ...nulls, id: 'mine' })
    expectRecord(answer.text, [{ ...created, id: answer.body[0].id, reason: '' }])
    expect((await shop.transaction({ reference: 'payout-1' })).callbackUrl).toBe(null)
  })

  test('another destination is the currency_destination; amount, fee and currency stay those of the wallet', async () => {
    const answer = await pay(await openShop(sandbox), { destination: 'NGN' })
    const metadata = { ...created.metadata, currency_destination: 'NGN' }
    expectRecord(answer.text, [{ ...created, id: answer.body[0].id, metadata }])
  })

  test('the currency itself as destination is shown as it was sent', async () => {
    const answer = await pay(await openShop(sandbox), { destination: 'GHS' })
    const metadata = { ...created.metadata, currency_destination: 'GHS' }
    expectRecord(answer.text, [{ ...created, id: answer.body[0].id, metadata }])
  })

  // 1 % of 1050 is 10.5, which rounds up; UGX has no minor unit.
  test('the fee is rounded half up to the minor unit of the currency', async () => {
    const answer = await pay(await openShop(sandbox), { currency: 'UGX', amount: 1050, accountNumber: '0771234567' })
    expect(answer.body[0]).toMatchObject({ amount: 1050, fee: 11, currency: 'UGX' })
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

  test('references give ids of their own, the same for the same request in the same seed', async () => {
    const again = await startSandbox({ clock: start })
    const key = `test_same-${flow}`
    const idsIn = async (sandboxOfIds: typeof sandbox, references: readonly string[]) => {
      const shop = await openShop(sandboxOfIds, { key })
      const answers = await Promise.all(references.map((reference) => pay(shop, {}, { reference })))
      return Object.fromEntries(answers.map(({ body: [{ reference_business, id }] }) => [reference_business, id]))
    }
    const ids = await idsIn(sandbox, ['a', 'b', 'c'])
    const others = await idsIn(again, ['c', 'b', 'a'])
    await again.stop()
    expect(others).toEqual(ids)
    expect(new Set(Object.values(ids)).size).toBe(3)
    for (const id of Object.values(ids)) expect(id).toMatch(payoutId)
  })
})
