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
