import { expect, test } from 'vitest'
import { createdCollection as created, openRecord } from '../../support/mobile-money-records.ts'
import { at, expectRecord, openShop, uuid } from '../../support/shop.ts'
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

test("the record's times are those of the business's own clock", async () => {
  const shop = await openShop(sandbox)
  await shop.advance('1h30m0s250ms')
  const answer = await shop.collect()
  const later = at(5_400_250)
  expectRecord(answer.text, { ...created, id: answer.body.id, created_at: later, updated_at: later })
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

test('a channel in the request replaces the channel of the record', async () => {
  const answer = await (await openShop(sandbox)).collect({ channel: 'BANK' })
  expectRecord(answer.text, { ...created, id: answer.body.id, channel: 'BANK' })
})

test('fields without visible effect are kept for the control API and leave the record alone', async () => {
  const shop = await openShop(sandbox)
  const extras = {
    paylinkId: '3F2504E0-4F89-41D3-9A0C-0305E82C3301',
    merchantName: 'Corner Shop',
    email: 'ama@example.com',
    failureCallbackURL: 'not even a URL',
  }
  const callbackURL = 'https://shop.example/hooks?x=1'
  const answer = await shop.collect({ ...extras, callbackURL })
  expectRecord(answer.text, { ...created, id: answer.body.id })
  const shown = await shop.transaction({ reference: 'order-1' })
  expect([shown.callbackUrl, shown.request]).toEqual([callbackURL, extras])
})

test('optional fields that are null and unknown fields are as if they were absent', async () => {
  const shop = await openShop(sandbox)
  const nulls = { callbackURL: null, metadata: null, paylinkId: null, channel: null, merchantName: null, email: null }
  const answer = await shop.collect({ ...nulls, failureCallbackURL: null, colour: 'red', id: 'mine', status: 'FAILED' })
  expectRecord(answer.text, { ...created, id: answer.body.id })
  expect(await shop.transaction({ reference: 'order-1' })).toMatchObject({ callbackUrl: null, request: {} })
})

test('texts are kept as they were sent', async () => {
  const texts = {
    network: ' any network ',
    accountName: " Àma O'Mensah 🙂 ",
    reason: ' \n\tline\u2028two ',
    reference: ' Órder/1 #?&%20 ',
  }
  const answer = await (await openShop(sandbox)).collect(texts)
  const { network, accountName, reason, reference } = texts
  const customer = { accountName, accountNumber: '233241234567' }
  expectRecord(answer.text, {
    ...created,
    id: answer.body.id,
    customer,
    reason,
    network,
    reference_business: reference,
  })
})

test('metadata may hold any sound text, control characters too', async () => {
  const metadata = { '': '', ' \u0001\n': '\u001f\u2028\ufeff', '🙂': '\u{10ffff}' }
  const { body } = await (await openShop(sandbox)).collect({ metadata })
  expect(body.metadata).toEqual({ ...metadata, smsFee: 0 })
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
