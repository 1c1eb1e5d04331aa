import { expect, test } from 'vitest'
import { call } from '../support/call.ts'
import { openSandbox, type Shop } from '../support/opened-sandbox.ts'

const fault = JSON.stringify({ statusCode: 500, error: 'Internal Server Error', message: 'Internal server error' })
const allow = (shop: Shop, ipAllowList: readonly string[]) =>
  shop.call('/_sandbox/business', { method: 'PATCH', body: { ipAllowList } })

test('a caller outside the list gets the 500 of the service, with a hint, and nothing is stored', async () => {
  const sandbox = await openSandbox()
  const shop = sandbox.shop({ ipAllowList: ['10.0.0.0/8', '::1'] })
  const answer = await shop.collect()
  expect(answer).toMatchObject({ status: 500, text: fault })
  const hint = 'the address 127.0.0.1 is not in the setting ipAllowList of this business: add it there to let it in'
  expect(answer.headers['x-sandbox-hint']).toBe(hint)
  expect(sandbox.hints).toEqual([`POST /collections/mobilemoney: ${hint}`])
  expect((await shop.get('/_sandbox/businesses')).body).toEqual([])
})

test('an IPv4 caller of a sandbox that listens on IPv6 is compared as IPv4', async () => {
  const sandbox = await openSandbox({
    host: '::',
    token: 'secret',
    businesses: { default: { ipAllowList: ['127.0.0.1'] } },
  })
  const url = `http://127.0.0.1:${sandbox.port}`
  expect((await call(url, '/payments/1', { key: 'test_x' })).status).toBe(404)
})

test('the list is judged after the route and before key, rate, body and fields', async () => {
  const sandbox = await openSandbox()
  const shop = sandbox.shop({ ipAllowList: ['10.0.0.1'], rateLimit: { requests: 1, per: '1h' } })
  expect((await shop.post('/collections/nothing')).status).toBe(404)
  for (let round = 0; round < 3; round += 1) {
    expect(await shop.call('/collections/mobilemoney', { body: 'no JSON' })).toMatchObject({ status: 500, text: fault })
  }
  expect(await shop.collect({ amount: 0 })).toMatchObject({ status: 500, text: fault })
})

test('a call without a business of its own is judged by the list of every key', async () => {
  const sandbox = await openSandbox({
    keys: 'declared',
    businesses: { default: { ipAllowList: ['10.0.0.1'] }, test_open: { ipAllowList: [] } },
  })
  const status = async (key: string | null) => (await call(sandbox.url, '/payments/1', { key })).status
  for (const key of [null, '', 'live_x', 'Bearer test_open', 'test_undeclared']) expect(await status(key)).toBe(500)
  expect(await status('test_open')).toBe(404)
})

test('the list holds for the service alone, and a change of it at once', async () => {
  const sandbox = await openSandbox()
  const shop = sandbox.shop()
  expect((await shop.get('/payments/1')).status).toBe(404)
  expect((await allow(shop, ['10.0.0.1'])).status).toBe(200)
  expect((await shop.get('/payments/1')).status).toBe(500)
  expect((await shop.get('/_sandbox/business')).body.ipAllowList).toEqual(['10.0.0.1'])
  await allow(shop, ['10.0.0.1', '127.0.0.1'])
  expect((await shop.get('/payments/1')).status).toBe(404)
  await allow(shop, ['10.0.0.1'])
  await shop.post('/_sandbox/reset')
  expect((await shop.get('/payments/1')).status).toBe(404)
})
