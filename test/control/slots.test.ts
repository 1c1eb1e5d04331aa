import { expect, test } from 'vitest'
import { slotOf, slotsIn, slotsText } from '../../src/domain/slots.ts'
import { call } from '../support/call.ts'
import { openSandbox, openSharedSandbox, shopOf } from '../support/opened-sandbox.ts'
import { temporaryFolder } from '../support/opened-store.ts'
import { mobileMoney } from '../support/requests.ts'
import { startMerchant } from '../support/start-merchant.ts'
import { until } from '../support/until.ts'

const [own, others] = ['test_ama', 'test_kofi']
const slots = `${slotOf(own)}`
const shared = await openSharedSandbox({ slots })

const message = `This sandbox serves slots ${slots}; key ${others} is in slot ${slotOf(others)}`

test.each([
  ['0-204,300', '0-204,300'],
  ['300,0-204', '0-204,300'],
  ['5,6,7', '5-7'],
  ['1023', '1023'],
])('the slots %s are %s', (list, text) => {
  expect(slotsText(slotsIn(list))).toBe(text)
})

// crc32 of zlib, as HAProxy's converter has it.
test('the slot of a key is its crc32 mod 1024', () => {
  expect([slotOf('test_sandbox'), slotOf('123456789')]).toEqual([slotOf('test_sandbox'), 0xcbf43926 % 1024])
})

test.each([
  ['0-1024', '1024 is over 1023'],
  ['0-5,3', 'slot 3 is there twice'],
  ['5-3', '5-3 ends before it begins'],
  ['a', '"a" is neither a slot'],
  ['', '"" is neither a slot'],
])('a list %s is refused', (list, problem) => {
  expect(() => slotsIn(list)).toThrow(problem)
})

test('a key of another slot is refused on both kinds of routes, before anything is stored', async () => {
  const created = await call(shared.url, '/collections/mobilemoney', { key: others, body: mobileMoney() })
  expect([created.status, created.body]).toEqual([421, { statusCode: 421, error: 'Misdirected Request', message }])
  const looked = await call(shared.url, '/_sandbox/transactions', { key: others })
  expect([looked.status, looked.body.error.message]).toEqual([421, message])
  expect((await call(shared.url, '/_sandbox/reset', { key: others, method: 'POST' })).status).toBe(421)
  expect((await call(shared.url, '/_sandbox/businesses', { key: own })).body).toEqual([])
})

test('a key of its slots is served, and a key that is none is a 401 first', async () => {
  expect((await call(shared.url, '/balance', { key: own })).status).toBe(200)
  expect((await call(shared.url, '/balance', { key: 'live_x' })).status).toBe(401)
  expect((await call(shared.url, '/_sandbox/info', { key: others })).body.slots).toBe(slots)
})

test('a sandbox that drains is not ready any more, lives, and serves its calls', async () => {
  const sandbox = await openSandbox({ drain: '10m' })
  const draining = sandbox.drain()
  const ready = await call(sandbox.url, '/_sandbox/health/ready')
  expect([ready.status, ready.body.error.code]).toEqual([503, 'draining'])
  expect((await call(sandbox.url, '/_sandbox/health/live')).status).toBe(200)
  expect((await sandbox.shop().collect()).status).toBe(200)
  await sandbox.close()
  await draining
})

const seal = (url: string, key: string, body = {}) => call(url, '/_sandbox/seal', { key, body })
const unseal = (url: string, key: string, body = {}) => call(url, '/_sandbox/unseal', { key, body })

test('a sealed business takes no calls of the service and does no work, also after a restart, until it is unsealed', async () => {
  const data = temporaryFolder()
  const merchant = await startMerchant()
  const first = await openSandbox({ data, clock: 'real' })
  const shop = first.shop({ callbackUrl: merchant.url })
  const { id } = (await shop.collect({ reference: 'paid' })).body
  await shop.post('/_sandbox/clock/freeze')
  await shop.collect({ reference: 'waits' })
  expect((await seal(first.url, shop.key)).body).toEqual({ key: shop.key, sealed: true, slots: null })
  const refused = await call(first.url, '/balance', { key: shop.key })
  expect([refused.status, refused.headers['retry-after']]).toEqual([503, '1'])
  expect((await shop.post('/_sandbox/clock/advance', { by: '1h' })).status).toBe(409)
  expect((await shop.post('/_sandbox/reset')).status).toBe(409)
  expect((await shop.get(`/_sandbox/transactions/${id}`)).status).toBe(200)
  expect((await shop.get('/_sandbox/export')).status).toBe(200)
  await first.close()
  const { url } = await openSandbox({ data })
  expect((await call(url, '/balance', { key: shop.key })).status).toBe(503)
  await unseal(url, shop.key)
  expect((await call(url, '/balance', { key: shop.key })).status).toBe(200)
  expect((await shopOf(url, shop.key).post('/_sandbox/clock/advance', { by: '1h' })).status).toBe(200)
})

test('a sealed slot seals the keys that nothing was stored of, too', async () => {
  const { url } = await openSandbox()
  expect((await seal(url, others, { slots: `${slotOf(own)}` })).body).toMatchObject({ sealed: false, slots })
  expect((await call(url, '/collections/mobilemoney', { key: own, body: mobileMoney() })).status).toBe(503)
  expect((await unseal(url, own, { slots })).body).toEqual({ key: own, sealed: false, slots: null, keys: [] })
  expect((await call(url, '/collections/mobilemoney', { key: own, body: mobileMoney() })).status).toBe(200)
  expect((await seal(url, own, { slots: '0-2000' })).status).toBe(400)
})

test('slots are sealed by any key, with the businesses in them; those of another process are refused', async () => {
  const { url } = await openSandbox({ slots: `${slotOf(own)}`, maxBusinesses: 1 })
  await call(url, '/collections/mobilemoney', { key: own, body: mobileMoney() })
  expect((await seal(url, others, { slots })).body).toEqual({ key: others, sealed: false, slots, keys: [own] })
  expect((await unseal(url, others, { slots })).body.slots).toBeNull()
  expect((await seal(url, others)).status).toBe(421)
  const another = `${slotOf(own)},${slotOf(others)}`
  expect(await seal(url, others, { slots: another })).toMatchObject({
    status: 400,
    body: {
      error: { message: `slots: ${slotOf(others)} is served by another process`, hint: `this one serves ${slots}` },
    },
  })
  expect((await call(url, '/balance', { key: own })).status).toBe(200)
})

test('a seal waits for the webhook under way, so that what is moved sends it once', async () => {
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  const merchant = await startMerchant(() => answered.then(() => 200))
  const first = await openSandbox({ clock: 'real' })
  const shop = first.shop({ callbackUrl: merchant.url })
  await shop.collect({ reference: 'scn:paid-at-once:1' })
  await until('the webhook is under way', () => merchant.webhooks.length === 1)
  let isSealed = false
  const sealing = seal(first.url, shop.key).then(() => {
    isSealed = true
  })
  await until('its calls are refused', async () => (await shop.get('/balance')).status === 503)
  expect(isSealed).toBe(false)
  answer()
  await sealing
  expect((await shop.get('/_sandbox/webhooks')).body.data).toMatchObject([{ status: 'delivered' }])
  expect((await shop.get('/_sandbox/jobs')).body).toEqual([])
})

test('a sealed business can be dropped, and begins again as if it had never been', async () => {
  const { url } = await openSandbox()
  const shop = shopOf(url, own)
  await shop.collect({ reference: 'one' })
  await shop.call('/_sandbox/snapshots/kept', { method: 'PUT', body: {} })
  expect((await shop.post('/_sandbox/reset', { drop: true })).status).toBe(409)
  await seal(url, own)
  expect((await shop.post('/_sandbox/reset', { drop: true })).status).toBe(200)
  expect((await call(url, '/_sandbox/businesses', { key: others })).body).toEqual([])
  expect((await shop.get('/_sandbox/snapshots')).body.data).toEqual([])
  expect((await shop.collect({ reference: 'one' })).status).toBe(200)
})
