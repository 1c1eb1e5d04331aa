import { expect, test } from 'vitest'
import { failedRecord } from '../../support/mobile-money-records.ts'
import { expectRecord, expectRefusal, openShop, openShopWithReceiver } from '../../support/shop.ts'
import { startedForFile } from '../../support/started-sandbox.ts'

const sandbox = await startedForFile()

const asked = { 'x-sandbox-scenario': 'otp' }
const number = '0241234567'
const otpFailed = { message: '4200 | Customer | Wrong one-time password, or none in time', telco_response: null }
const notAwaiting = 'Transaction is not awaiting an OTP'

test('the third wrong OTP answers as the others do, and fails the transaction', async () => {
  const { shop, sent } = await openShopWithReceiver(sandbox)
  const created = (await shop.collect({}, asked)).body
  const right = await shop.phone(number).otp()
  const submit = (otp: string) => shop.post('/collections/otp', { id: created.id, otp })
  for (const left of ['2', '1']) {
    const answer = await submit('wrong')
    expectRefusal(answer, 400, 'Invalid OTP')
    expect(answer.headers['x-sandbox-hint']).toContain(`attempts left: ${left}`)
    expect((await shop.find(created.id)).body.status).toBe('INITIATED')
  }
  expectRefusal(await submit(`${right} `), 400, 'Invalid OTP')
  const record = { ...failedRecord(created, 0, otpFailed), metadata: { smsFee: 0.05 } }
  expectRecord((await shop.find(created.id)).text, record)
  expectRefusal(await submit(right), 400, notAwaiting)
  await shop.runUntilIdle()
  expect(sent()).toEqual([JSON.stringify(record)])
})

test('an OTP that is not submitted within 5 minutes fails the transaction', async () => {
  const { shop, sent } = await openShopWithReceiver(sandbox)
  const created = (await shop.collect({}, asked)).body
  const otp = await shop.phone(number).otp()
  await shop.advance('4m59s999ms')
  expect((await shop.find(created.id)).body.status).toBe('INITIATED')
  await shop.advance('1ms')
  const record = { ...failedRecord(created, 300_000, otpFailed), metadata: { smsFee: 0.05 } }
  expectRecord((await shop.find(created.id)).text, record)
  expect(sent()).toEqual([JSON.stringify(record)])
  expectRefusal(await shop.post('/collections/otp', { id: created.id, otp }), 400, notAwaiting)
})

test('a right OTP is accepted once, also when it is submitted ten times at once', async () => {
  const shop = await openShop(sandbox)
  const { id } = (await shop.collect({}, asked)).body
  const otp = await shop.phone(number).otp()
  const answers = await Promise.all(Array.from({ length: 10 }, () => shop.post('/collections/otp', { id, otp })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(400)])
  await shop.advance('3s')
  const { steps } = await shop.transaction({ id })
  expect(steps.filter(({ kind, state }) => kind === 'settled' && state === 'happened')).toHaveLength(1)
})

test('ten wrong OTPs at once are three attempts, and one webhook', async () => {
  const { shop, sent } = await openShopWithReceiver(sandbox)
  const { id } = (await shop.collect({}, asked)).body
  const answers = await Promise.all(Array.from({ length: 10 }, () => shop.post('/collections/otp', { id, otp: 'x' })))
  const messages = answers.map(({ body }) => body.message).sort()
  expect(messages).toEqual([...Array(3).fill('Invalid OTP'), ...Array(7).fill(notAwaiting)])
  await shop.runUntilIdle()
  expect(sent()).toHaveLength(1)
})

test('a transaction that never asked for an OTP, of any flow, waits for none', async () => {
  const shop = await openShop(sandbox)
  const [payout] = (await shop.payBank({}, { reference: 'payout' })).body
  const ids = [(await shop.collect()).body.id, (await shop.generate({ reference: 'account' })).body.id, payout.id]
  for (const id of ids) expectRefusal(await shop.post('/collections/otp', { id, otp: '123456' }), 400, notAwaiting)
})

test('a scenario with an OTP cannot happen in another currency, nor to another flow', async () => {
  const shop = await openShop(sandbox)
  const kenyan = { currency: 'KES', network: 'MPS_KE', accountNumber: '254712345678' }
  const cannot = (what: string) => `Scenario otp cannot happen to ${what}`
  expectRefusal(await shop.collect(kenyan, asked), 400, cannot('a mobile money collection in KES'))
  expectRefusal(await shop.generate({}, asked), 400, cannot('a virtual account'))
  const magic = await shop.collect({ ...kenyan, accountNumber: '254710009191' })
  expect(magic.headers['x-sandbox-scenario']).toBe('approve; by=file')
})
