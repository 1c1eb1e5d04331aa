import { expect, test } from 'vitest'
import { createdCollection as created, openRecord } from '../../support/mobile-money-records.ts'
import { expectRecord, openShop, uuid } from '../../support/shop.ts'
import { startedForFile } from '../../support/started-sandbox.ts'

const sandbox = await startedForFile()

test('the create call answers 200 with the whole record', async () => {
  const answer = await (await openShop(sandbox)).collect()
  expect(answer.status).toBe(200)
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(answer.body.id).toMatch(uuid)
  expectRecord(answer.text, { ...created, id: answer.body.id })
})

test('a status query before the end shows the record in webhook form, still open', async () => {
  const shop = await openShop(sandbox)
  const { id } = (await shop.collect()).body
  expectRecord((await shop.find(id)).text, openRecord({ id, reference_business: 'order-1' }))
})

test("the merchant's metadata is stored, and the service's smsFee wins over the merchant's", async () => {
  const shop = await openShop(sandbox)
  const metadata = { cart: [1, { sku: 'é "x"' }], note: null, smsFee: 7, ['__proto__']: { admin: true }, empty: {} }
  const sent = JSON.stringify(metadata)
  const answer = await shop.collect({ metadata })
  const stored = `${sent.replace('"smsFee":7,', '').slice(0, -1)},"smsFee":0}`
  expect(JSON.stringify(answer.body.metadata)).toBe(stored)
  expect(JSON.stringify((await shop.find(answer.body.id)).body.metadata)).toBe(JSON.stringify(answer.body.metadata))
})

test('a business that bears the fee says so', async () => {
  const answer = await (await openShop(sandbox, { bearFee: 'business' })).collect()
  expectRecord(answer.text, { ...created, id: answer.body.id, bear_fee: 'business' })
})

test.each([
  ['number', 100.5, 1.51],
  ['string', '100.5', '1.51'],
] as const)('the setting amounts: %s gives amount and fee that form in both records', async (amounts, amount, fee) => {
  const shop = await openShop(sandbox, { amounts })
  const answer = await shop.collect()
  expectRecord(answer.text, { ...created, id: answer.body.id, amount, fee })
  expect((await shop.find(answer.body.id)).body).toMatchObject({ amount, fee })
})
