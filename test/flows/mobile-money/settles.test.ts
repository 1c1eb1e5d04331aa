import { expect, test } from 'vitest'
import { approvedRecord, createdCollection, failedRecord } from '../../support/mobile-money-records.ts'
import { at, expectRecord, expectRefusal, openShop, openShopWithReceiver, start } from '../../support/shop.ts'
import { startedForFile } from '../../support/started-sandbox.ts'

const sandbox = await startedForFile()

test('an approved collection completes after 3 seconds: one webhook, and the query shows the same bytes', async () => {
  const { shop, sent } = await openShopWithReceiver(sandbox)
  const created = (await shop.collect()).body
  await shop.advance('2s999ms')
  expect((await shop.find(created.id)).body.status).toBe('INITIATED')
  expect(sent()).toEqual([])
  await shop.advance('1ms')
  const found = await shop.find(created.id)
  expectRecord(found.text, approvedRecord(created, 3000))
  await shop.runUntilIdle()
  expect(sent()).toEqual([found.text])
})

const wrongPin = { message: '4200 | Customer | Wrong PIN, or no answer to the prompt in time', telco_response: null }
const timeOut = { ...wrongPin, telco_response: 'Request timeout' }
const notRegistered = {
  message: '5100 | Merchant | Customer not registered, inactive, or on another network',
  telco_response: null,
}
const broke = { message: '4100 | Customer | Balance too low, or an account limit was reached', telco_response: null }

test.each([
  ['types a wrong PIN', '0240009110', 5000, wrongPin],
  ['does not answer', '0240009123', 120_000, timeOut],
  ['has no account', '0240009139', 3000, notRegistered],
  ['has too little', '0240009145', 3000, broke],
])('a customer who %s fails the collection, and no fee is charged', async (_what, accountNumber, afterMs, result) => {
  const { shop, sent } = await openShopWithReceiver(sandbox)
  const created = (await shop.collect({ accountNumber })).body
  expect(created).toMatchObject({ status: 'INITIATED', fee: 1.51 })
  await shop.advance(`${afterMs - 1}ms`)
  expect((await shop.find(created.id)).body.status).toBe('INITIATED')
  await shop.advance('1ms')
  const record = {
    ...failedRecord(created, afterMs, result),
    customer: { accountName: 'Ama Mensah', accountNumber },
  }
  expectRecord((await shop.find(created.id)).text, record)
  expect(sent()).toEqual([JSON.stringify(record)])
})

test('a collection that answers PENDING is pending until it completes', async () => {
  const { shop, sent } = await openShopWithReceiver(sandbox)
  const created = (await shop.collect({ reference: 'scn:pending-first:1' })).body
  const pending = { status: 'PENDING', provider_message: 'Pending', message: null, telco_response: null }
  expect(created).toMatchObject(pending)
  expectRecord((await shop.find(created.id)).text, { ...approvedRecord(created, 0), ...pending })
  await shop.runUntilIdle()
  const record = approvedRecord(created, 5000)
  expectRecord((await shop.find(created.id)).text, record)
  expect(sent()).toEqual([JSON.stringify(record)])
})

test('a collection that answers COMPLETED is complete at once, and its webhook is sent all the same', async () => {
  const { shop, sent } = await openShopWithReceiver(sandbox)
  const created = await shop.collect({ reference: 'scn:paid-at-once:1' })
  const record = approvedRecord(created.body, 0)
  const { id, reference_business, status, provider_message, message, telco_response } = record
  const result = { status, provider_message, message, telco_response }
  expectRecord(created.text, { ...createdCollection, id, reference_business, ...result })
  expectRecord((await shop.find(record.id)).text, record)
  await shop.webhook({ reference: 'scn:paid-at-once:1', status: 'COMPLETED' })
  expect(sent()).toEqual([JSON.stringify(record)])
})

test('a collection without an end stays open for ever', async () => {
  const { shop, sent } = await openShopWithReceiver(sandbox)
  const { id } = (await shop.collect({ reference: 'scn:never-final:1' })).body
  await shop.advance('365d')
  expect((await shop.find(id)).body).toMatchObject({ status: 'INITIATED', updated_at: start })
  expect(sent()).toEqual([])
})

// 2^53 - 1 minor units are 90071992547409.91.
test('a collection that the wallet cannot hold any more is refused, or fails when the room is gone by then', async () => {
  const { shop, sent } = await openShopWithReceiver(sandbox, { wallets: { GHS: 90_071_992_547_409.9 } })
  expectRefusal(await shop.collect({ amount: 0.02 }), 400, 'Sorry, We can not process this transaction now')
  const first = (await shop.collect({ amount: 0.01, reference: 'fits' })).body
  const second = (await shop.collect({ amount: 0.01, reference: 'does not' })).body
  await shop.runUntilIdle()
  const message = '7100 | Service | The service could not process the transaction'
  expect(sent()).toEqual([
    JSON.stringify({ ...approvedRecord(first, 3000), amount: '0.01', fee: '0' }),
    JSON.stringify({ ...failedRecord(second, 3000, { message, telco_response: null }), amount: '0.01' }),
  ])
})

test("the webhook goes to the request's callbackURL rather than to the business's default", async () => {
  const { shop, sent } = await openShopWithReceiver(sandbox)
  const other = await sandbox.receiver()
  const failure = await sandbox.receiver()
  const changes = { callbackURL: other.url, failureCallbackURL: failure.url, accountNumber: '0240009110' }
  const { id } = (await shop.collect(changes)).body
  await shop.runUntilIdle()
  expect(other.webhooks.map(({ body }) => body.id)).toEqual([id])
  expect(sent()).toEqual([])
  expect(failure.webhooks).toEqual([])
})

test('without any address there is no webhook, and the steps say so', async () => {
  const shop = await openShop(sandbox)
  const { id } = (await shop.collect()).body
  await shop.runUntilIdle()
  const { status, steps, deliveries } = await shop.transaction({ id })
  expect(status).toBe('COMPLETED')
  expect(deliveries).toEqual([])
  expect(steps).toMatchObject([
    { at: start, kind: 'created', scenario: 'approve', by: 'file' },
    { at: start, kind: 'answered' },
    { at: start, kind: 'prompt_sent', accountNumber: '233241234567' },
    { at: at(3000), kind: 'prompt_answered' },
    { at: at(3000), kind: 'settled', status: 'COMPLETED', result: 'approved', cause: { by: 'step', step: 0 } },
    { at: at(3000), kind: 'webhook_unaddressed' },
  ])
})
