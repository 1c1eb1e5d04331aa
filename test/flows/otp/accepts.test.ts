import { expect, test } from 'vitest'
import { approvedRecord } from '../../support/mobile-money-records.ts'
import { at, expectRecord, openShop, openShopWithReceiver } from '../../support/shop.ts'
import { startedForFile } from '../../support/started-sandbox.ts'

const sandbox = await startedForFile()

const asked = { 'x-sandbox-scenario': 'otp' }
const number = '0241234567'

test('the right OTP answers the record as PENDING, and the debit completes 3 seconds later', async () => {
  const { shop, sent } = await openShopWithReceiver(sandbox)
  const created = await shop.collect({}, asked)
  expect(created.body).toMatchObject({ status: 'INITIATED', metadata: { smsFee: 0.05 } })
  await shop.advance('4m')
  const submitted = await shop.post('/collections/otp', {
    id: created.body.id,
    otp: await shop.phone(number).otp(),
  })
  expect(submitted.status).toBe(200)
  expectRecord(submitted.text, { ...created.body, status: 'PENDING', updated_at: at(240_000) })
  await shop.advance('2s999ms')
  expect((await shop.find(created.body.id)).body).toMatchObject({ status: 'PENDING', provider_message: 'Pending' })
  await shop.advance('1ms')
  const record = { ...approvedRecord(created.body, 243_000), metadata: { smsFee: 0.05 } }
  expectRecord((await shop.find(created.body.id)).text, record)
  expect(sent()).toEqual([JSON.stringify(record)])
})

test('an OTP has six digits, and the same request in the same sandbox gets the same', async () => {
  const shop = await openShop(sandbox)
  await shop.collect({}, asked)
  const otp = await shop.phone(number).otp()
  expect(otp).toMatch(/^\d{6}$/)
  await shop.reset()
  await shop.collect({}, asked)
  expect(await shop.phone(number).otp()).toBe(otp)
  await shop.collect({ reference: 'order-2' }, asked)
  expect(await shop.phone(number).otp()).not.toBe(otp)
})

test.each<[smsOtp: string[] | true, ofOthers: number]>([
  [['MTN'], 0],
  [true, 0.05],
])('smsOtp: %j asks its customers for an OTP, under any scenario, in Ghana only', async (smsOtp, ofOthers) => {
  const shop = await openShop(sandbox, { smsOtp })
  const answers = await Promise.all([
    shop.collect({ reference: 'mtn' }),
    shop.collect({ reference: 'chosen' }, { 'x-sandbox-scenario': 'wrong-pin' }),
    shop.collect({ reference: 'vod', network: 'VOD', accountNumber: '0201234567' }),
    shop.collect({ reference: 'ug', currency: 'UGX', amount: 1000, accountNumber: '256771234567' }),
  ])
  expect(answers.map(({ body }) => body.metadata.smsFee)).toEqual([0.05, 0.05, ofOthers, 0])
})

test('smsOtp refuses a network that does not exist', async () => {
  await expect(openShop(sandbox, { smsOtp: ['MNT'] })).rejects.toThrow(/smsOtp.*MTN/s)
})
