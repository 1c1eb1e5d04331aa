import { expect, test } from 'vitest'
import { openSandbox, openSharedSandbox, type Shop } from '../support/opened-sandbox.ts'
import { temporaryFolder } from '../support/opened-store.ts'
import { type Merchant, startMerchant, type Webhook } from '../support/start-merchant.ts'
import { until } from '../support/until.ts'

const sandbox = await openSharedSandbox()

const keep = (shop: Shop, name = 'kept') => shop.call(`/_sandbox/snapshots/${name}`, { method: 'PUT', body: {} })
const restore = (shop: Shop, name = 'kept') => shop.post(`/_sandbox/snapshots/${name}/restore`)

/** A webhook as it came, but for what real time and the connection put into it. */
function bytesOf({ body, headers: { date: _, connection: __, ...headers } }: Webhook) {
  return { body, headers }
}

async function stateOf(shop: Shop) {
  const { data } = (await shop.get('/_sandbox/transactions')).body
  const [clock, wallets, jobs, queue, settings, ...scenarios] = await Promise.all(
    [
      '/_sandbox/clock',
      '/_sandbox/wallets',
      '/_sandbox/jobs',
      '/_sandbox/scenarios/queue',
      '/_sandbox/business',
      ...data.map(({ id }: { id: string }) => `/_sandbox/transactions/${id}`),
    ].map(async (path) => JSON.parse((await shop.get(path)).text.replaceAll(/"durationMs":[\d.]+/g, '"durationMs":0'))),
  )
  return { clock, wallets, jobs, queue, settings, scenarios }
}

async function runToTheEnd(shop: Shop, merchant: Merchant) {
  const before = merchant.webhooks.length
  const answer = await shop.post('/_sandbox/clock/run-until-idle')
  const events = answer.body.events.map(({ durationMs: _, ...event }: { durationMs?: number }) => event)
  return { events, webhooks: merchant.webhooks.slice(before).map(bytesOf), state: await stateOf(shop) }
}

test('a business restored in the middle of retries goes on as the original run did, also a second time', async () => {
  const merchant = await startMerchant(({ headers }) => (headers['x-sandbox-attempt'] === '5' ? 200 : 503))
  const shop = sandbox.shop({ callbackUrl: merchant.url })
  await shop.collect({ reference: 'one' })
  await shop.collect({ reference: 'two', accountNumber: '0240009110' })
  await shop.generate({ reference: 'scn:va-split:1' })
  await shop.post('/_sandbox/scenarios/queue', { use: 'wrong-pin', times: 2 })
  await shop.call('/_sandbox/business', { method: 'PATCH', body: { bearFee: 'business' } })
  await shop.advance('20s')
  const kept = await stateOf(shop)
  expect(kept.scenarios.at(-1).deliveries[0].attempts).toHaveLength(2)
  expect((await keep(shop)).body).toEqual({
    name: 'kept',
    at: kept.clock.now,
    transactions: 3,
    pendingJobs: kept.jobs.length,
  })
  const original = await runToTheEnd(shop, merchant)
  expect(original.webhooks.length).toBeGreaterThan(5)
  await shop.collect({ reference: 'later' })
  for (let round = 1; round <= 2; round += 1) {
    expect((await restore(shop)).status).toBe(200)
    expect(await stateOf(shop)).toEqual(kept)
    expect(await runToTheEnd(shop, merchant)).toEqual(original)
  }
  await restore(shop)
  expect((await shop.collect({ reference: 'three' })).headers['x-sandbox-scenario']).toBe('wrong-pin; by=queue')
})

test('a snapshot outlives the process, a reset and a change of everything', async () => {
  const data = temporaryFolder()
  const merchant = await startMerchant(() => 503)
  const before = await openSandbox({ data })
  const shop = before.shop({ callbackUrl: merchant.url })
  await shop.collect({ reference: 'one' })
  await shop.advance('20s')
  const kept = await stateOf(shop)
  await keep(shop)
  const original = await runToTheEnd(shop, merchant)
  await before.close()
  const again = (await openSandbox({ data })).shop({ callbackUrl: merchant.url })
  await restore(again)
  expect(await stateOf(again)).toEqual(kept)
  expect(await runToTheEnd(again, merchant)).toEqual(original)
  await again.post('/_sandbox/reset')
  expect((await again.get('/_sandbox/snapshots')).body.data).toMatchObject([{ name: 'kept', transactions: 1 }])
  await restore(again)
  expect(await stateOf(again)).toEqual(kept)
})

test('an attempt under way when the snapshot is taken is made again, with the same number and bytes', async () => {
  let mode: 'hang' | number = 503
  const merchant = await startMerchant(() => mode)
  const shop = sandbox.shop({ callbackUrl: merchant.url, retry: ['5s', '10s'] })
  await shop.collect({ reference: 'scn:paid-at-once:1' })
  await until('the first attempt', async () => (await shop.get('/_sandbox/jobs')).body[0]?.dueAt.endsWith('05.000Z'))
  mode = 'hang'
  const moving = shop.advance('1h')
  await merchant.received(2)
  await keep(shop)
  mode = 200
  await restore(shop)
  await moving
  // It was due, and the clock stands where the advance had come to.
  await merchant.received(3)
  const [, second, third] = merchant.webhooks.map(bytesOf)
  expect(second?.headers['x-sandbox-attempt']).toBe('2')
  expect(third).toEqual(second)
  const webhook = (await shop.get('/_sandbox/webhooks/wait?reference=scn:paid-at-once:1')).body
  expect(webhook.attempts.map(({ number, response }: never) => [number, response])).toMatchObject([
    [1, { status: 503 }],
    [2, { status: 200 }],
  ])
  expect((await shop.get('/_sandbox/jobs')).body).toEqual([])
})

test('a restore takes back webhooks that hang, and nothing of the old world is recorded later', async () => {
  let mode: 'hang' | number = 'hang'
  const merchant = await startMerchant(() => mode)
  const shop = sandbox.shop({ callbackUrl: merchant.url })
  await keep(shop, 'empty')
  await shop.collect({ reference: 'scn:paid-at-once:1' })
  await merchant.received(1)
  expect((await restore(shop, 'empty')).body).toMatchObject({ transactions: 0, pendingJobs: 0 })
  await expect.poll(() => merchant.open).toBe(0)
  mode = 200
  await shop.collect({ reference: 'scn:paid-at-once:1' })
  const webhook = (await shop.get('/_sandbox/webhooks/wait?reference=scn:paid-at-once:1')).body
  expect(webhook).toMatchObject({ status: 'delivered', attempts: [{ number: 1, response: { status: 200 } }] })
  expect(merchant.webhooks).toHaveLength(2)
})

test('a restore during an advance ends it; a snapshot during one waits for nothing', async () => {
  let mode: 'hang' | number = 'hang'
  const merchant = await startMerchant(() => mode)
  const shop = sandbox.shop({ callbackUrl: merchant.url })
  await shop.collect({ reference: 'one' })
  await keep(shop, 'before')
  const { now } = (await shop.get('/_sandbox/clock')).body
  const moving = shop.post('/_sandbox/clock/advance', { by: '1d' })
  await merchant.received(1)
  expect((await keep(shop, 'during')).body).toMatchObject({ at: expect.stringMatching(/:03\.000Z$/), pendingJobs: 1 })
  expect((await restore(shop, 'before')).body).toMatchObject({ at: now, transactions: 1, pendingJobs: 1 })
  expect((await moving).status).toBe(409)
  expect((await shop.get('/_sandbox/clock')).body).toEqual({ now, mode: 'frozen', rate: 1 })
  mode = 200
  const { events } = await shop.advance('10s')
  expect(events.map(({ event }) => event)).toEqual([
    'settled',
    'webhook_queued',
    'webhook_attempted',
    'webhook_delivered',
  ])
  await restore(shop, 'during')
  expect((await shop.get('/_sandbox/clock')).body.mode).toBe('frozen')
  await merchant.received(3)
})

test('a running clock goes on from the time of the snapshot, at its rate, and runs what falls due', async () => {
  const data = temporaryFolder()
  const merchant = await startMerchant()
  const before = await openSandbox({ data, clock: 'real' })
  const shop = before.shop({ callbackUrl: merchant.url })
  await shop.post('/_sandbox/clock/resume', { rate: 20 })
  await shop.collect({ reference: 'one' })
  const { at } = (await keep(shop)).body
  await merchant.received(1)
  await shop.post('/_sandbox/clock/advance', { by: '30d' })
  await shop.post('/_sandbox/clock/freeze')
  await before.close()
  const again = (await openSandbox({ data, clock: 'real' })).shop({ callbackUrl: merchant.url })
  await restore(again)
  const clock = (await again.get('/_sandbox/clock')).body
  expect(clock).toMatchObject({ mode: 'real', rate: 20 })
  expect(Date.parse(clock.now)).toBeGreaterThanOrEqual(Date.parse(at))
  expect(Date.parse(clock.now)).toBeLessThan(Date.parse(at) + 3_600_000)
  await merchant.received(2)
  const [first, second] = merchant.webhooks.map(({ body: { updated_at: _, ...body } }) => body)
  expect(first).toMatchObject({ reference_business: 'one', status: 'COMPLETED' })
  expect(second).toEqual(first)
})

test('a restore touches no other business, and their snapshots of one name are two', async () => {
  const merchant = await startMerchant(() => 'hang')
  const [mine, other] = [sandbox.shop(), sandbox.shop({ callbackUrl: merchant.url })]
  await mine.collect()
  await keep(mine)
  await other.collect({ reference: 'scn:paid-at-once:1' })
  await merchant.received(1)
  await other.collect({ reference: 'two' })
  await keep(other)
  const before = await stateOf(other)
  await restore(mine)
  expect(await stateOf(other)).toEqual(before)
  expect(merchant.open).toBe(1)
  expect((await other.get('/_sandbox/snapshots')).body.data).toMatchObject([{ transactions: 2 }])
  await other.post('/_sandbox/reset')
  expect((await mine.get('/_sandbox/transactions')).body.data).toHaveLength(1)
})
