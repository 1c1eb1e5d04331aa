import { expect, test } from 'vitest'
import { StorageFailure } from '../../src/domain/refused.ts'
import { call } from '../support/call.ts'
import { openParts } from '../support/opened-parts.ts'
import { leaveRoom, turnIsOver } from '../support/opened-store.ts'
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

test('more jobs than are taken at once, all of which fail, are left alone for a second like one', async () => {
  const { url, store, faults } = await openParts()
  await Promise.all(
    Array.from({ length: 250 }, (_, n) =>
      call(url, '/collections/mobilemoney', { key, body: { ...body, reference: `order-${n}` } }),
    ),
  )
  leaveRoom(store, 0)
  await call(url, '/_sandbox/clock/resume', { key, body: { rate: 1_000_000 } })
  await expect.poll(() => faults.length).toBeGreaterThan(0)
  for (let turns = 0; turns < 500; turns++) await turnIsOver()
  // What is taken in one turn or two: the failure is known at the end of the turn.
  expect(faults.splice(0).length).toBeLessThanOrEqual(250)
  leaveRoom(store, 10_000)
  await expect.poll(() => store.counts(key).transactions.COMPLETED, { timeout: 5000 }).toBe(250)
  faults.splice(0)
})

test('a webhook whose answer could not be recorded is not sent again for that', async () => {
  const { url, store, faults } = await openParts()
  const merchant = await startMerchant()
  await call(url, '/collections/mobilemoney', { key, body: { ...body, reference: 'plain', callbackURL: merchant.url } })
  store.db.exec("CREATE TEMP TRIGGER spoil BEFORE UPDATE ON main.attempts BEGIN SELECT RAISE(ABORT, 'no'); END")
  await call(url, '/_sandbox/clock/resume', { key, body: { rate: 1_000_000 } })
  await expect.poll(() => faults.length, { timeout: 5000 }).toBeGreaterThan(1)
  store.db.exec('DROP TRIGGER spoil')
  await expect.poll(() => store.counts(key).deliveries.delivered, { timeout: 5000 }).toBe(1)
  expect([merchant.webhooks.length, store.deliveries(key, { limit: 1 })[0]?.attempts.length]).toEqual([1, 1])
  faults.splice(0)
})

test('a reset that fails leaves the business as it was, and working', async () => {
  const { url, store } = await openParts()
  const merchant = await startMerchant()
  const { id } = (
    await call(url, '/collections/mobilemoney', {
      key,
      body: { ...body, reference: 'plain', callbackURL: merchant.url },
    })
  ).body
  store.db.exec(
    "CREATE TEMP TRIGGER spoil BEFORE UPDATE OF key ON main.businesses BEGIN SELECT RAISE(ABORT, 'no'); END",
  )
  expect((await call(url, '/_sandbox/reset', { key, method: 'POST' })).status).toBe(500)
  store.db.exec('DROP TRIGGER spoil')
  expect((await call(url, `/_sandbox/transactions/${id}`, { key })).body.status).toBe('INITIATED')
  await call(url, '/_sandbox/clock/resume', { key, body: { rate: 1_000_000 } })
  await merchant.received(1)
  expect((await call(url, '/_sandbox/reset', { key, method: 'POST' })).body.transactions).toBe(0)
})

test('a clock that an advance could not let go is let go as soon as that can be stored', async () => {
  const { url, store, faults } = await openParts()
  const merchant = await startMerchant(() => {
    if (merchant.webhooks.length > 1) return 200
    store.db.exec(
      "CREATE TEMP TRIGGER spoil BEFORE UPDATE OF clock ON main.businesses BEGIN SELECT RAISE(ABORT, 'no'); END",
    )
    return 200
  })
  await call(url, '/collections/mobilemoney', { key, body: { ...body, reference: 'plain', callbackURL: merchant.url } })
  expect((await call(url, '/_sandbox/clock/advance', { key, body: { by: '1h' } })).status).toBe(500)
  expect(store.business(key).clock.mode).toBe('driven')
  store.db.exec('DROP TRIGGER spoil')
  await expect.poll(() => store.business(key).clock.mode, { timeout: 5000 }).toBe('frozen')
  await call(url, '/collections/mobilemoney', {
    key,
    body: { ...body, reference: 'scn:paid-at-once:1', callbackURL: merchant.url },
  })
  await merchant.received(2)
  expect(faults.splice(0).length).toBeGreaterThan(0)
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
