import { expect, test } from 'vitest'
import { createRateLimiter } from '../../src/http/service/rate-limiter.ts'
import { openSandbox } from '../support/opened-sandbox.ts'

const tooMany = JSON.stringify({ statusCode: 429, message: 'Too many requests', error: 'Too Many Requests' })

function openLimiter(capacity?: number) {
  const clock = { at: 5 }
  return { clock, limiter: createRateLimiter(() => clock.at, capacity) }
}

test('so many requests are let in, and the next must wait until its stretch of time is over', () => {
  const { clock, limiter } = openLimiter()
  const limit = { requests: 2, per: '10s' }
  expect([limiter.take('a', limit), limiter.take('a', limit)]).toEqual([null, null])
  expect(limiter.take('a', limit)).toBe(10)
  clock.at += 8500
  expect(limiter.take('a', limit)).toBe(2)
  clock.at += 1499
  expect(limiter.take('a', limit)).toBe(1)
  clock.at += 1
  expect([limiter.take('a', limit), limiter.take('a', limit)]).toEqual([null, null])
  expect(limiter.take('a', limit)).toBe(10)
})

test('keys are counted apart, and a changed limit holds for the stretch of time under way', () => {
  const { clock, limiter } = openLimiter()
  const limit = { requests: 1, per: '10s' }
  expect([limiter.take('a', limit), limiter.take('b', limit)]).toEqual([null, null])
  expect(limiter.take('a', limit)).toBe(10)
  expect(limiter.take('a', { requests: 2, per: '10s' })).toBeNull()
  clock.at += 4000
  expect(limiter.take('a', { requests: 2, per: '5s' })).toBe(1)
})

test('the rate is judged after route and key, before body and fields; neither 404 nor 401 counts', async () => {
  const sandbox = await openSandbox()
  const shop = sandbox.shop({ rateLimit: { requests: 1, per: '1h' } })
  for (let round = 0; round < 3; round += 1) {
    expect((await shop.post('/collections/nothing')).status).toBe(404)
    expect((await shop.call('/collections/mobilemoney', { key: `live_${shop.key}`, body: {} })).status).toBe(401)
  }
  expect((await shop.call('/collections/mobilemoney', { body: 'no JSON' })).status).toBe(400)
  expect(await shop.call('/collections/mobilemoney', { body: 'no JSON' })).toMatchObject({ status: 429, text: tooMany })
})

test('the limit holds for the service alone, and a change of it at once', async () => {
  const sandbox = await openSandbox()
  const shop = sandbox.shop({ rateLimit: { requests: 1, per: '1h' } })
  const other = sandbox.shop({ rateLimit: { requests: 1, per: '1h' } })
  const status = async () => (await shop.get('/payments/1')).status
  expect([await status(), await status()]).toEqual([404, 429])
  expect((await other.get('/payments/1')).status).toBe(404)
  for (let round = 0; round < 3; round += 1) expect((await shop.get('/_sandbox/business')).status).toBe(200)
  await shop.call('/_sandbox/business', { method: 'PATCH', body: { rateLimit: null } })
  expect([await status(), await status(), await status()]).toEqual([404, 404, 404])
})

test('moving sandbox time does not open the gate: requests are counted in real time', async () => {
  const sandbox = await openSandbox()
  const shop = sandbox.shop({ rateLimit: { requests: 1, per: '1h' } })
  await shop.get('/payments/1')
  await shop.advance('2d')
  expect((await shop.get('/payments/1')).status).toBe(429)
})

test('calls of a key are counted together: by a port with a query or without one, and within the process', async () => {
  const sandbox = await openSandbox({ businesses: { test_shop: { rateLimit: { requests: 3, per: '1h' } } } })
  const headers = { authorization: 'test_shop' }
  const paths = ['/balance', '/rates?source=GHS&destination=NGN&amount=1']
  const statuses = []
  for (const path of paths) statuses.push((await fetch(sandbox.url + path, { headers })).status)
  statuses.push((await sandbox.fetch('/balance', { headers })).status)
  for (const path of paths) statuses.push((await fetch(sandbox.url + path, { headers })).status)
  statuses.push((await sandbox.fetch('/balance', { headers })).status)
  expect(statuses).toEqual([200, 200, 200, 429, 429, 429])
})
