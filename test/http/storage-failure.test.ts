import { expect, test } from 'vitest'
import { StorageFailure } from '../../src/domain/refused.ts'
import { type Answer, call } from '../support/call.ts'
import { openParts } from '../support/opened-parts.ts'
import { leaveRoom, referencesIn } from '../support/opened-store.ts'

const key = 'test_shop'
const unavailable = JSON.stringify({
  statusCode: 503,
  message: 'Storage is not available',
  error: 'Service Unavailable',
})

function collect(url: string, reference: string): Promise<Answer> {
  const body = { amount: 5, currency: 'GHS', network: 'MTN', accountName: 'Ama', accountNumber: '0241234567' }
  return call(url, '/collections/mobilemoney', { key, body: { ...body, reason: 'Order', reference } })
}

// D42
test('a full disk is a 503, nothing of the call is stored, and the same call works once there is room', async () => {
  const { url, store, faults } = await openParts()
  expect((await collect(url, 'before')).status).toBe(200)
  leaveRoom(store, 6)
  const references = Array.from({ length: 100 }, (_, index) => `order-${index}`)
  const answers = await Promise.all(references.map((reference) => collect(url, reference)))
  const kept = references.filter((_, index) => answers[index]?.status === 200)
  const refused = answers.filter(({ status }) => status !== 200)
  expect(refused.length).toBeGreaterThan(0)
  for (const answer of refused) expect(answer).toMatchObject({ status: 503, text: unavailable })
  expect(referencesIn(store, key).sort()).toEqual(['before', ...kept].sort())
  expect(faults).toHaveLength(refused.length)
  expect(faults[0]).toEqual({ message: 'POST /collections/mobilemoney failed', cause: expect.any(StorageFailure) })
  leaveRoom(store, 100_000)
  for (const reference of references.filter((one) => !kept.includes(one))) {
    expect((await collect(url, reference)).status).toBe(200)
  }
  expect((await collect(url, 'order-1')).body.message).toBe('Duplicate reference')
})

test('a database that is closed is a 503 too, and the sandbox is live but not ready', async () => {
  const { url, store } = await openParts()
  expect((await call(url, '/_sandbox/health/ready')).status).toBe(200)
  store.close()
  expect(await collect(url, 'order-1')).toMatchObject({ status: 503, text: unavailable })
  expect((await call(url, '/payments/1', { key })).text).toBe(unavailable)
  expect((await call(url, '/_sandbox/health/live')).status).toBe(200)
  expect(await call(url, '/_sandbox/health/ready')).toMatchObject({
    status: 409,
    body: { error: { code: 'conflict', message: 'The database is not open' } },
  })
  expect(await call(url, '/_sandbox/clock/freeze', { method: 'POST' })).toMatchObject({
    status: 503,
    body: { error: { code: 'storage', message: 'Storage is not available' } },
  })
})

// D42
test('a status query answers on a full disk, also where its scenario counts it', async () => {
  const { url, store } = await openParts()
  const { id } = (await collect(url, 'plain')).body
  const counted = (await collect(url, 'scn:late-webhook:1')).body.id
  await call(url, '/_sandbox/clock/advance', { key, body: { by: '1h' } })
  leaveRoom(store, 0)
  store.db.pragma('query_only = ON')
  const events = store.lastEventId()
  for (const one of [id, counted]) {
    expect(await call(url, `/payments/${one}`, { key })).toMatchObject({ status: 200, body: { status: 'COMPLETED' } })
  }
  store.db.pragma('query_only = OFF')
  expect(store.lastEventId()).toBe(events)
})
