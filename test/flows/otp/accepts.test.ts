import { expect, test } from 'vitest'
import { approvedRecord } from '../../support/mobile-money-records.ts'
import { at, expectRecord, openShop, openShopWithReceiver, type Shop } from '../../support/shop.ts'
import { startedForFile } from '../../support/started-sandbox.ts'

const sandbox = await startedForFile()

const asked = { 'x-sandbox-scenario': 'otp' }
const number = '0241234567'

async function happenedTo(shop: Shop, id: string): Promise<readonly string[]> {
  const { steps } = await shop.transaction({ id })
  return steps.flatMap(({ at, kind }) => (at === undefined ? [] : `${at} ${kind}`))
}

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

test('no debit happens while the OTP is waited for, and the prompt comes after it', async () => {
  const shop = await openShop(sandbox)
  const { id } = (await shop.collect({}, asked)).body
  await shop.advance('1m')
  expect(await happenedTo(shop, id)).toEqual([`${at(0)} created`, `${at(0)} answered`, `${at(0)} otp_sent`])
  await shop.post('/collections/otp', { id, otp: await shop.phone(number).otp() })
  expect((await happenedTo(shop, id)).slice(3)).toEqual([`${at(60_000)} otp_accepted`, `${at(60_000)} prompt_sent`])
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

test('smsOtp asks the customers of its networks for an OTP, in Ghana only', async () => {
  const shop = await openShop(sandbox, { smsOtp: ['MTN'] })
  const smsFees = await Promise.all([
    shop.collect({ reference: 'mtn' }),
    shop.collect({ reference: 'vod', network: 'VOD', accountNumber: '0201234567' }),
    shop.collect({ reference: 'ug', currency: 'UGX', amount: 1000, accountNumber: '256771234567' }),
    shop.collect({ reference: 'at-once-1' }, { 'x-sandbox-scenario': 'wrong-pin' }),
  ]).then((answers) => answers.map(({ body }) => body.metadata.smsFee))
  expect(smsFees).toEqual([0.05, 0, 0, 0.05])
})

test('smsOtp: true asks all customers for an OTP, in Ghana only', async () => {
  const shop = await openShop(sandbox, { smsOtp: true })
  const smsFees = await Promise.all([
    shop.collect({ reference: 'mtn' }),
    shop.collect({ reference: 'vod', network: 'VOD', accountNumber: '0201234567' }),
    shop.collect({ reference: 'ug', currency: 'UGX', amount: 1000, accountNumber: '256771234567' }),
  ]).then((answers) => answers.map(({ body }) => body.metadata.smsFee))
  expect(smsFees).toEqual([0.05, 0.05, 0])
})

test('smsOtp refuses a network that does not exist', async () => {
  await expect(openShop(sandbox, { smsOtp: ['MNT'] })).rejects.toThrow(/smsOtp.*MTN/s)
})

test('a scenario that was chosen goes on as it says once the OTP is accepted', async () => {
  const shop = await openShop(sandbox, { smsOtp: ['MTN'] })
  const { id } = (await shop.collect({}, { 'x-sandbox-scenario': 'wrong-pin' })).body
  await shop.advance('1m')
  await shop.post('/collections/otp', { id, otp: await shop.phone(number).otp() })
  await shop.advance('5s')
  expect((await shop.find(id)).body).toMatchObject({ status: 'FAILED', updated_at: at(65_000) })
})

test('an OTP that was accepted in time does not expire afterwards', async () => {
  const { shop, sent } = await openShopWithReceiver(sandbox)
  const { id } = (await shop.collect({}, asked)).body
  await shop.advance('4m59s')
  await shop.post('/collections/otp', { id, otp: await shop.phone(number).otp() })
  await shop.advance('1h')
  expect((await shop.find(id)).body.status).toBe('COMPLETED')
  expect(sent()).toHaveLength(1)
})
