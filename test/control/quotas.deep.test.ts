import { expect, test } from 'vitest'
import { monotonicMs } from '../../src/time.ts'
import { call } from '../support/call.ts'
import { openSandbox, type Shop } from '../support/opened-sandbox.ts'
import { temporaryFolder } from '../support/opened-store.ts'
import { startMerchant } from '../support/start-merchant.ts'

const tooMany = { statusCode: 429, message: 'Too many requests', error: 'Too Many Requests' }
const hintOf = (answer: { readonly headers: Readonly<Record<string, unknown>> }) => answer.headers['x-sandbox-hint']
const balance = async (shop: Shop) => (await shop.get('/_sandbox/wallets')).body[0].balance
const stored = async (shop: Shop): Promise<string[]> =>
  (await shop.get('/_sandbox/transactions?limit=1000')).body.data.map(
    (one: { reference_business: string }) => one.reference_business,
  )

async function collectAtOnce(shop: Shop, count: number): Promise<string[]> {
  const names = Array.from({ length: count }, (_, n) => `at-once-${n}`)
  const answers = await Promise.all(names.map((reference) => shop.collect({ reference })))
  for (const { status } of answers) expect([200, 429]).toContain(status)
  return names.filter((_, n) => answers[n]?.status === 200)
}

test('a business over maxBusinesses gets 429 on service and control calls, and is not stored; reads and others go on', async () => {
  const sandbox = await openSandbox({ maxBusinesses: 2 })
  const [first, second, third] = [sandbox.shop(), sandbox.shop(), sandbox.shop()]
  for (const shop of [first, second]) expect((await shop.collect()).status).toBe(200)
  const refused = await third.collect()
  expect(refused).toMatchObject({ status: 429, body: tooMany })
  expect(hintOf(refused)).toBe(
    'This sandbox has 2 businesses, the most that maxBusinesses allows: use a key that was used before, or raise maxBusinesses',
  )
  for (const path of ['/_sandbox/clock/freeze', '/_sandbox/reset']) {
    expect(await third.post(path)).toMatchObject({ status: 429, body: { error: { code: 'quota' } } })
  }
  const kept = await call(sandbox.url, '/_sandbox/snapshots/a', { key: third.key, method: 'PUT', body: {} })
  expect(kept.status).toBe(429)
  expect((await third.get('/balance')).status).toBe(200)
  expect((await first.collect({ reference: 'order-2' })).status).toBe(200)
  expect(sandbox.businesses()).toHaveLength(2)
  expect((await first.get('/_sandbox/info')).body.limits).toMatchObject({ maxBusinesses: 2 })
})

test('of ten new keys at once only as many are stored as there is room for', async () => {
  const sandbox = await openSandbox({ maxBusinesses: 3 })
  const shops = Array.from({ length: 10 }, () => sandbox.shop())
  const statuses = (await Promise.all(shops.map((shop) => shop.collect()))).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(3)
  expect(statuses.filter((status) => status === 429)).toHaveLength(7)
  expect(sandbox.businesses()).toHaveLength(3)
})

test('the oldest final transactions make room, with a hint; what is pending and the balance stay', async () => {
  const sandbox = await openSandbox({ maxTransactionsPerBusiness: 4 })
  const shop = sandbox.shop()
  for (const reference of ['one', 'scn:never-final:open', 'two']) await shop.collect({ reference })
  await shop.advance('1m')
  await shop.collect({ reference: 'three' })
  const before = await balance(shop)
  const created = await shop.collect({ reference: 'four' })
  expect(hintOf(created)).toContain('deleted to make room: see the setting maxTransactionsPerBusiness')
  expect(await stored(shop)).toEqual(['four', 'three', 'two', 'scn:never-final:open'])
  expect(hintOf(await shop.collect({ reference: 'five' }))).toContain('deleted to make room')
  expect(await stored(shop)).toEqual(['five', 'four', 'three', 'scn:never-final:open'])
  expect(await balance(shop)).toBe(before)
  const refused = await shop.collect({ reference: 'six' })
  expect(refused).toMatchObject({ status: 429, body: tooMany })
  expect(hintOf(refused)).toMatch(/^This business has 4 transactions, the most that maxTransactionsPerBusiness allows/)
  expect(await stored(shop)).toEqual(['five', 'four', 'three', 'scn:never-final:open'])
})

test('calls at once keep to maxTransactionsPerBusiness, and each that was answered 200 is stored', async () => {
  const sandbox = await openSandbox({ maxTransactionsPerBusiness: 10 })
  const shop = sandbox.shop()
  for (let count = 1; count <= 10; count += 1) await shop.collect({ reference: `old-${count}` })
  await shop.advance('1m')
  const created = await collectAtOnce(shop, 25)
  expect(created).toHaveLength(10)
  expect((await stored(shop)).toSorted()).toEqual(created.toSorted())
})

test('a transaction whose webhook is still to come is not deleted to make room', async () => {
  const merchant = await startMerchant(() => 500)
  const sandbox = await openSandbox({ maxTransactionsPerBusiness: 1 })
  const shop = sandbox.shop({ callbackUrl: merchant.url })
  await shop.collect({ reference: 'scn:paid-at-once:1' })
  await merchant.received(1)
  expect((await shop.collect({ reference: 'next' })).status).toBe(429)
  await shop.advance('3h')
  expect((await shop.collect({ reference: 'next' })).status).toBe(200)
})

test('webhooksPerSecond spaces the webhooks of a business in real time, under advance too, and no other business waits', async () => {
  const sandbox = await openSandbox({ webhooksPerSecond: 5 })
  const merchant = await startMerchant()
  const [busy, other] = [sandbox.shop({ callbackUrl: merchant.url }), sandbox.shop({ callbackUrl: merchant.url })]
  for (let count = 1; count <= 6; count += 1) await busy.collect({ reference: `busy-${count}` })
  await other.collect({ reference: 'other' })
  const startedMs = monotonicMs()
  const advancing = busy.advance('1m')
  await other.advance('1m')
  const place = merchant.webhooks.findIndex(({ body }) => body.reference_business === 'other')
  await advancing
  expect(monotonicMs() - startedMs).toBeGreaterThan(950)
  expect(merchant.webhooks).toHaveLength(7)
  expect(place).toBeLessThan(6)
})

test('webhooks that are held back are sent after a stop and a start', async () => {
  const data = temporaryFolder()
  const merchant = await startMerchant()
  const config = { data, webhooksPerSecond: 1, callbackUrl: merchant.url }
  const first = await openSandbox(config)
  const shop = first.shop()
  for (const count of [1, 2, 3]) await shop.collect({ reference: `scn:paid-at-once:${count}` })
  await merchant.received(1)
  await first.close()
  await openSandbox({ ...config, webhooksPerSecond: null })
  await merchant.received(3)
})

test('a key that is sealed before its first use counts towards maxBusinesses', async () => {
  const sandbox = await openSandbox({ maxBusinesses: 2 })
  const [first, second, third] = [sandbox.shop(), sandbox.shop(), sandbox.shop()]
  expect((await first.collect()).status).toBe(200)
  expect((await second.post('/_sandbox/seal')).status).toBe(200)
  expect(await third.post('/_sandbox/seal')).toMatchObject({ status: 429, body: { error: { code: 'quota' } } })
  expect((await third.collect()).status).toBe(429)
  expect((await second.post('/_sandbox/seal')).status).toBe(200)
  expect((await second.post('/_sandbox/unseal')).status).toBe(200)
  expect((await third.collect()).status).toBe(200)
})

test('keys that are sealed at once, or while their slots are sealed, keep to maxBusinesses', async () => {
  const sandbox = await openSandbox({ maxBusinesses: 3 })
  const shops = Array.from({ length: 10 }, () => sandbox.shop())
  const seal = async () =>
    (await Promise.all(shops.map((shop) => shop.post('/_sandbox/seal')))).map(({ status }) => status)
  const few = [200, 200, 200, ...Array.from({ length: 7 }, () => 429)]
  expect((await seal()).toSorted()).toEqual(few)
  expect((await shops[0]?.post('/_sandbox/seal', { slots: '0-1023' }))?.status).toBe(200)
  expect((await seal()).toSorted()).toEqual(few)
})
