import { expect, test } from 'vitest'
import { at, openSandbox, openSharedSandbox, type Shop } from '../support/opened-sandbox.ts'
import { startMerchant } from '../support/start-merchant.ts'

const sandbox = await openSharedSandbox()

const clockOf = async (shop: Shop) => (await shop.get('/_sandbox/clock')).body
const nowOf = async (shop: Shop) => Date.parse(await shop.now())

test('a frozen clock stands where the sandbox started', async () => {
  const shop = sandbox.shop()
  expect(await clockOf(shop)).toEqual({ now: at(0), mode: 'frozen', rate: 1 })
  await shop.collect()
  expect(await clockOf(shop)).toEqual({ now: at(0), mode: 'frozen', rate: 1 })
})

test.each([
  [{ by: '1m30s' }, at(90_000)],
  [{ by: '250ms' }, at(250)],
  [{ by: '0s' }, at(0)],
  [{ by: '3650d' }, '2036-01-29T12:00:00.000Z'],
  [{ to: at(1234) }, at(1234)],
  [{ to: at(0) }, at(0)],
  [{ to: '2026-02-01T01:00:00+01:00' }, '2026-02-01T00:00:00.000Z'],
  [{ to: '2026-02-01T00:00:00.123456Z' }, '2026-02-01T00:00:00.123Z'],
  [{ to: '2096-02-29T23:59:59Z' }, '2096-02-29T23:59:59.000Z'],
])('advance %j of an idle business moves its clock and nothing else', async (move, now) => {
  const shop = sandbox.shop()
  expect(await shop.post('/_sandbox/clock/advance', move)).toMatchObject({
    status: 200,
    body: { now, events: [], eventsTotal: 0 },
  })
  expect(await clockOf(shop)).toEqual({ now, mode: 'frozen', rate: 1 })
})

test('advance answers with what happened, each event with its time and transaction', async () => {
  const merchant = await startMerchant(() => 503)
  const shop = sandbox.shop({ callbackUrl: merchant.url, retry: ['1h'] })
  const { id } = (await shop.collect()).body
  const other = (await shop.generate({ callbackURL: 'http://127.0.0.1:9/' })).body.id
  const { now, events } = (await shop.post('/_sandbox/clock/advance', { by: '4s' })).body
  const whose = { transactionId: id, reference: 'order-1' }
  const deliveryId = merchant.webhooks[0]?.headers['x-sandbox-delivery']
  expect(now).toBe(at(4000))
  expect(events.filter((event: { transactionId: string }) => event.transactionId === id)).toMatchObject([
    {
      at: at(3000),
      event: 'settled',
      status: 'COMPLETED',
      result: 'approved',
      cause: { by: 'step', step: 0 },
      ...whose,
    },
    { at: at(3000), event: 'webhook_queued', deliveryId, url: merchant.url, dueAt: at(3000), ...whose },
    {
      at: at(3000),
      event: 'webhook_attempted',
      deliveryId,
      number: 1,
      status: 503,
      error: null,
      durationMs: expect.any(Number),
      retryAt: at(3_603_000),
      ...whose,
    },
  ])
  expect(
    events.map(({ event, transactionId }: { event: string; transactionId: string }) => [event, transactionId]),
  ).toEqual([
    ['settled', id],
    ['webhook_queued', id],
    ['transfer_received', other],
    ['settled', other],
    ['webhook_queued', other],
    ['webhook_attempted', id],
    ['webhook_attempted', other],
  ])
})

test('no time goes past the year 9999', async () => {
  const shop = sandbox.shop()
  const advance = (body: object) => shop.post('/_sandbox/clock/advance', body)
  const late = { status: 400, body: { error: { code: 'invalid' } } }
  const to = '9999-12-31T23:59:59-01:00'
  expect(await advance({ to })).toMatchObject(late)
  expect((await advance({ to })).body.error.message).toBe(`to: ${to} is past the year 9999`)
  expect((await advance({ to: '9999-12-31T23:59:58Z' })).body.now).toBe('9999-12-31T23:59:58.000Z')
  expect((await advance({ by: '2s' })).body.error.message).toBe('by: the end is past the year 9999')
  expect(await shop.post('/_sandbox/clock/run-until-idle')).toMatchObject({ status: 200 })
  expect((await advance({ by: '1s' })).body.now).toBe('9999-12-31T23:59:59.000Z')
})

test('run-until-idle jumps to the last job and stays there', async () => {
  const merchant = await startMerchant(() => 500)
  const shop = sandbox.shop({ callbackUrl: merchant.url, retry: ['5s', '1h'] })
  await shop.collect()
  const ran = await shop.post('/_sandbox/clock/run-until-idle')
  expect(ran.body.now).toBe(at(3_608_000))
  expect(ran.body.events.at(-1)).toMatchObject({ event: 'webhook_exhausted', at: at(3_608_000), attempts: 3 })
  expect(merchant.webhooks).toHaveLength(3)
  expect((await shop.get('/_sandbox/jobs')).body).toEqual([])
  expect((await shop.post('/_sandbox/clock/run-until-idle')).body).toEqual({
    now: at(3_608_000),
    events: [],
    eventsTotal: 0,
  })
})

test.each([
  [{}, at(3000), 2],
  [{ limit: '3s' }, at(3000), 2],
  [{ limit: '2999ms' }, at(0), 3],
  [{ limit: '0s' }, at(0), 3],
  [{ limit: '8d' }, at(8 * 86_400_000), 1],
  [{ limit: '3650d' }, at(9 * 86_400_000), 0],
])('run-until-idle %j leaves what is due later, seven days where not given', async (body, now, left) => {
  const merchant = await startMerchant(() => 500)
  const shop = sandbox.shop({ callbackUrl: merchant.url, retry: [], accountLifetime: '8d' })
  await shop.collect({ callbackURL: merchant.url })
  await shop.generate({ reference: 'scn:va-expiry:1' })
  const nineDays = sandbox.settings(shop.key)
  sandbox.declare(shop.key, { ...nineDays, accountLifetime: '9d' })
  await shop.generate({ reference: 'scn:va-expiry:2' })
  expect((await shop.post('/_sandbox/clock/run-until-idle', body)).body.now).toBe(now)
  expect((await shop.get('/_sandbox/jobs')).body).toHaveLength(left)
})

test('resume lets time run on from where it stood, at a rate; freeze stops it', async () => {
  const shop = sandbox.shop()
  await shop.post('/_sandbox/clock/advance', { by: '1h' })
  const resumed = (await shop.post('/_sandbox/clock/resume', { rate: 1000 })).body
  expect(resumed).toMatchObject({ mode: 'real', rate: 1000 })
  expect(Date.parse(resumed.now)).toBeGreaterThanOrEqual(Date.parse(at(3_600_000)))
  const moving = await nowOf(shop)
  const frozen = (await shop.post('/_sandbox/clock/freeze')).body
  expect(Date.parse(frozen.now)).toBeGreaterThanOrEqual(moving)
  expect(frozen).toMatchObject({ mode: 'frozen', rate: 1000 })
  expect(await clockOf(shop)).toEqual(frozen)
  expect((await shop.post('/_sandbox/clock/freeze')).body).toEqual(frozen)
  expect((await shop.post('/_sandbox/clock/resume')).body).toMatchObject({ mode: 'real', rate: 1000 })
  expect((await shop.post('/_sandbox/clock/resume', { rate: 1 })).body).toMatchObject({ mode: 'real', rate: 1 })
})

test('a resumed clock runs the work that was waiting', async () => {
  const merchant = await startMerchant()
  const shop = sandbox.shop({ callbackUrl: merchant.url })
  await shop.collect()
  await shop.post('/_sandbox/clock/resume', { rate: 1000 })
  const { body } = await shop.get('/_sandbox/webhooks/wait?reference=order-1')
  expect(body).toMatchObject({ status: 'delivered' })
  expect(Date.parse(body.attempts[0].at)).toBeGreaterThanOrEqual(Date.parse(at(3000)))
})

test('on a running clock advance jumps ahead, and time runs on from there', async () => {
  const real = await openSandbox({ clock: 'real' })
  const merchant = await startMerchant()
  const shop = real.shop({ callbackUrl: merchant.url })
  const before = await nowOf(shop)
  await shop.collect()
  const { now, events } = (await shop.post('/_sandbox/clock/advance', { by: '1h' })).body
  expect(Date.parse(now)).toBeGreaterThanOrEqual(before + 3_600_000)
  expect(events.map(({ event }: { event: string }) => event)).toEqual([
    'settled',
    'webhook_queued',
    'webhook_attempted',
    'webhook_delivered',
  ])
  expect(await clockOf(shop)).toMatchObject({ mode: 'real', rate: 1 })
  expect(await nowOf(shop)).toBeGreaterThanOrEqual(Date.parse(now))
})
