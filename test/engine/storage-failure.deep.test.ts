import { expect, test } from 'vitest'
import { StorageFailure } from '../../src/domain/refused.ts'
import { call } from '../support/call.ts'
import { openParts } from '../support/opened-parts.ts'
import { leaveRoom } from '../support/opened-store.ts'
import { startMerchant } from '../support/start-merchant.ts'

const key = 'test_shop'
const body = {
  amount: 5,
  currency: 'GHS',
  network: 'MTN',
  accountName: 'Ama',
  accountNumber: '0241234567',
  reason: 'x',
}

test('work that the disk had no room for stays due, and is done once there is room', async () => {
  const { url, store, faults } = await openParts()
  const merchant = await startMerchant()
  const large = { ...body, reference: 'plain', callbackURL: merchant.url, reason: 'x'.repeat(20_000) }
  await call(url, '/collections/mobilemoney', { key, body: large })
  leaveRoom(store, 0)
  expect((await call(url, '/_sandbox/clock/advance', { key, body: { by: '5s' } })).status).toBe(503)
  expect((await call(url, '/_sandbox/jobs', { key })).body).toMatchObject([{ what: 'settle as approved' }])
  leaveRoom(store, 10_000)
  const { events } = (await call(url, '/_sandbox/clock/advance', { key, body: { by: '5s' } })).body
  expect(events.at(-1)).toMatchObject({ event: 'webhook_delivered' })
  expect(merchant.webhooks).toHaveLength(1)
  for (const { cause } of faults.splice(0)) expect(cause).toBeInstanceOf(StorageFailure)
})

test('work that fails while no caller waits for it is tried again within a second or so', async () => {
  const { url, store, faults } = await openParts()
  const merchant = await startMerchant()
  const large = { ...body, callbackURL: merchant.url, reason: 'x'.repeat(20_000) }
  await call(url, '/collections/mobilemoney', { key, body: { ...large, reference: 'plain' } })
  leaveRoom(store, 0)
  await call(url, '/_sandbox/clock/resume', { key, body: { rate: 1_000_000 } })
  await expect.poll(() => faults.length).toBeGreaterThan(0)
  expect(merchant.webhooks).toHaveLength(0)
  leaveRoom(store, 10_000)
  await merchant.received(1)
  for (const { message, cause } of faults.splice(0)) {
    expect([message, cause]).toEqual(['due work failed and will be tried again', expect.any(StorageFailure)])
  }
})

test('a step that throws by a bug is given up and logged, and what comes after it happens', async () => {
  const { url, store, faults } = await openParts()
  const ids = []
  for (const reference of ['broken', 'sound']) {
    ids.push((await call(url, '/collections/mobilemoney', { key, body: { ...body, reference } })).body.id)
  }
  store.db.exec(`CREATE TEMP TRIGGER spoil BEFORE UPDATE OF status ON main.transactions WHEN old.public_id = '${ids[0]}'
    BEGIN SELECT RAISE(ABORT, 'no'); END`)
  expect((await call(url, '/_sandbox/clock/advance', { key, body: { by: '5s' } })).status).toBe(200)
  expect(ids.map((id) => store.transaction(key, id)?.status)).toEqual(['INITIATED', 'COMPLETED'])
  expect(store.jobs(key, 10)).toEqual([])
  expect(faults.splice(0).map(({ message }) => message)).toEqual([
    'a step of a plan threw and was given up; this is a bug of the sandbox',
  ])
})
