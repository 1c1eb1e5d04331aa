import { expect, test } from 'vitest'
import { at, openSandbox, openSharedSandbox, type Shop } from '../support/opened-sandbox.ts'
import { startMerchant } from '../support/start-merchant.ts'

const sandbox = await openSharedSandbox({ inFlight: 1000, perOrigin: 1000 })

interface Event {
  readonly at: string
  readonly event: string
  readonly transactionId: string
  readonly status?: string
  readonly deliveryId?: string
}

async function advance(shop: Shop, by: string): Promise<{ now: string; events: readonly Event[] }> {
  return (await shop.post('/_sandbox/clock/advance', { by })).body
}

const nowOf = async (shop: Shop) => (await shop.get('/_sandbox/clock')).body.now
const statusOf = async (shop: Shop, id: string) => (await shop.get(`/_sandbox/transactions/${id}`)).body.status

/** A promise and what resolves it. */
function gate(): { opened: Promise<void>; open: () => void } {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open }
}

test('due work runs in time order, ties in creation order', async () => {
  const merchant = await startMerchant()
  const shop = sandbox.shop({ callbackUrl: merchant.url })
  // Created against the order they are due in: after 5 s, after 3 s, after 5 s, at once but sent after 2 minutes, after 3 s.
  const references = ['switch-1', 'a', 'pending-1', 'slow-1', 'b']
  const names = new Map<string, string>()
  for (const reference of references) names.set((await shop.collect({ reference })).body.id, reference)
  const { events } = await advance(shop, '1h')
  const settled = events.filter(({ event }) => event === 'settled').map((one) => names.get(one.transactionId))
  expect(settled).toEqual(['a', 'slow-1', 'b', 'switch-1', 'pending-1'])
  expect(merchant.webhooks.map(({ body }) => body.reference_business)).toEqual([
    'a',
    'b',
    'switch-1',
    'pending-1',
    'slow-1',
  ])
  const times = events.map((event) => event.at)
  expect(times).toEqual([...times].sort())
})

test('each webhook is answered before the next step, at the time of its own step', async () => {
  const seen: object[] = []
  const merchant = await startMerchant(async ({ body }) => {
    const statuses: string[] = []
    for (const id of ids) statuses.push(await statusOf(shop, id))
    seen.push({ of: body.reference_business, now: await nowOf(shop), statuses })
    return 200
  })
  const shop = sandbox.shop({ callbackUrl: merchant.url })
  const ids: string[] = []
  for (const reference of ['plain', 'pending-1', 'expire-1']) {
    const create = reference === 'expire-1' ? shop.generate : shop.collect
    ids.push((await create({ reference })).body.id)
  }
  await advance(shop, '1d')
  expect(seen).toEqual([
    { of: 'plain', now: at(3000), statuses: ['COMPLETED', 'PENDING', 'INITIATED'] },
    { of: 'pending-1', now: at(5000), statuses: ['COMPLETED', 'COMPLETED', 'INITIATED'] },
    { of: 'expire-1', now: at(1_800_000), statuses: ['COMPLETED', 'COMPLETED', 'FAILED'] },
  ])
})

test('a merchant that creates inside its webhook handler is served, and what it creates runs before the target', async () => {
  const merchant = await startMerchant(async ({ body }) => {
    const number = Number(body.reference_business.split('-')[1])
    if (number < 5) created.push((await shop.collect({ reference: `chain-${number + 1}` })).body.created_at)
    return 200
  })
  const shop = sandbox.shop({ callbackUrl: merchant.url })
  const created = [(await shop.collect({ reference: 'chain-1' })).body.created_at]
  const { now } = await advance(shop, '1m')
  expect(now).toBe(at(60_000))
  expect(created).toEqual([at(0), at(3000), at(6000), at(9000), at(12_000)])
  expect(merchant.webhooks.map(({ body }) => body.updated_at)).toEqual([
    at(3000),
    at(6000),
    at(9000),
    at(12_000),
    at(15_000),
  ])
})

test('what a webhook handler creates to be due after the target waits', async () => {
  const merchant = await startMerchant(async () => {
    await shop.generate({ reference: 'expire-1' })
    return 200
  })
  const shop = sandbox.shop({ callbackUrl: merchant.url })
  await shop.collect()
  await advance(shop, '29m')
  expect((await shop.get('/_sandbox/jobs')).body).toMatchObject([{ dueAt: at(3000 + 1_800_000) }])
  expect(merchant.webhooks).toHaveLength(1)
})

test('a merchant that asks inside its webhook handler sees the final status, at the time of the step', async () => {
  let answer: unknown
  const merchant = await startMerchant(async ({ body }) => {
    answer = (await shop.call(`/payments/${body.id}`)).body
    return 200
  })
  const shop = sandbox.shop({ callbackUrl: merchant.url })
  const { id } = (await shop.collect()).body
  const { events } = await advance(shop, '1h')
  expect(answer).toEqual(merchant.webhooks[0]?.body)
  expect(events.find(({ event }) => event === 'status_queried')).toEqual({
    at: at(3000),
    event: 'status_queried',
    status: 'COMPLETED',
    transactionId: id,
  })
})

test('a paid-at-once transaction of a webhook handler is delivered before time moves on', async () => {
  const merchant = await startMerchant(async ({ body }) => {
    if (body.reference_business === 'first') await shop.collect({ reference: 'fast-1' })
    return 200
  })
  const shop = sandbox.shop({ callbackUrl: merchant.url })
  await shop.collect({ reference: 'first' })
  await shop.collect({ reference: 'pending-1' })
  const { events } = await advance(shop, '1h')
  expect(merchant.webhooks.map(({ body }) => body.reference_business)).toEqual(['first', 'fast-1', 'pending-1'])
  const delivered = events.filter(({ event }) => event === 'webhook_delivered')
  expect(delivered.map((event) => event.at)).toEqual([at(3000), at(3000), at(5000)])
})

test('a second advance waits for the first', async () => {
  const { opened, open } = gate()
  const merchant = await startMerchant(async () => {
    await opened
    return 200
  })
  const shop = sandbox.shop({ callbackUrl: merchant.url })
  await shop.collect({ reference: 'one' })
  const first = advance(shop, '4s')
  await merchant.received(1)
  const second = advance(shop, '10s')
  const third = shop.post('/_sandbox/clock/run-until-idle')
  expect(await nowOf(shop)).toBe(at(3000))
  await shop.collect({ reference: 'two' })
  await shop.collect({ reference: 'switch-1' })
  open()
  expect(await first).toMatchObject({ now: at(4000), events: { length: 8 } })
  const { now, events } = await second
  expect(now).toBe(at(14_000))
  expect(events.map((event) => [event.at, event.event])).toEqual([
    [at(6000), 'settled'],
    [at(6000), 'webhook_queued'],
    [at(6000), 'webhook_attempted'],
    [at(6000), 'webhook_delivered'],
    [at(8000), 'settled'],
    [at(8000), 'webhook_queued'],
    [at(8000), 'webhook_attempted'],
    [at(8000), 'webhook_delivered'],
  ])
  expect((await third).body).toEqual({ now: at(14_000), events: [] })
})

test('an advance that a webhook handler asks for runs after the one it is part of', async () => {
  const own: Promise<{ now: string }>[] = []
  const merchant = await startMerchant(() => {
    own.push(advance(shop, '1h'))
    return 200
  })
  const shop = sandbox.shop({ callbackUrl: merchant.url })
  await shop.collect()
  expect((await advance(shop, '10s')).now).toBe(at(10_000))
  expect((await own[0])?.now).toBe(at(3_610_000))
})

test('a handler that waits for its own advance gets it once its webhook timed out', async () => {
  const answers: string[] = []
  const merchant = await startMerchant(async () => {
    answers.push((await advance(shop, '1s')).now)
    return 200
  })
  const shop = sandbox.shop({ callbackUrl: merchant.url, timeout: '200ms', retry: [] })
  await shop.collect()
  const { now, events } = await advance(shop, '10s')
  expect(now).toBe(at(10_000))
  expect(events.at(-1)).toMatchObject({ event: 'webhook_exhausted' })
  await expect.poll(() => answers).toEqual([at(11_000)])
})

test('two businesses advance side by side', async () => {
  const { opened, open } = gate()
  const slow = await startMerchant(async () => {
    await opened
    return 200
  })
  const quick = await startMerchant()
  const [held, free] = [sandbox.shop({ callbackUrl: slow.url }), sandbox.shop({ callbackUrl: quick.url })]
  await held.collect()
  await free.collect()
  const holding = advance(held, '1h')
  await slow.received(1)
  expect(await advance(free, '2h')).toMatchObject({ now: at(7_200_000), events: { length: 4 } })
  expect(await nowOf(held)).toBe(at(3000))
  open()
  expect(await holding).toMatchObject({ now: at(3_600_000), events: { length: 4 } })
})

test('freeze and resume during an advance say what the clock goes back to', async () => {
  const { opened, open } = gate()
  const merchant = await startMerchant(async () => {
    await opened
    return 200
  })
  const shop = sandbox.shop({ callbackUrl: merchant.url })
  await shop.collect()
  const moving = advance(shop, '1h')
  await merchant.received(1)
  expect((await shop.post('/_sandbox/clock/resume', { rate: 2 })).body).toEqual({
    now: at(3000),
    mode: 'real',
    rate: 2,
  })
  expect(await nowOf(shop)).toBe(at(3000))
  expect((await shop.post('/_sandbox/clock/freeze')).body).toEqual({ now: at(3000), mode: 'frozen', rate: 2 })
  open()
  await moving
  expect((await shop.get('/_sandbox/clock')).body).toEqual({ now: at(3_600_000), mode: 'frozen', rate: 2 })
})

test('a thousand pending chains settle in order', async () => {
  const merchant = await startMerchant()
  const shop = sandbox.shop({ callbackUrl: merchant.url })
  const ids = await Promise.all(
    Array.from({ length: 1000 }, async (_, index) => (await shop.collect({ reference: `varied-${index}` })).body.id),
  )
  const due = (await shop.get('/_sandbox/jobs?limit=1000')).body.map((job: Event) => job.transactionId)
  expect(due).toHaveLength(ids.length)
  const { now, events } = await advance(shop, '7d')
  expect(now).toBe(at(7 * 86_400_000))
  expect(events.filter(({ event }) => event === 'settled').map(({ transactionId }) => transactionId)).toEqual(due)
  expect(merchant.webhooks.map(({ body }) => body.id)).toEqual(
    events.filter(({ event }) => event === 'webhook_delivered').map(({ transactionId }) => transactionId),
  )
  expect(new Set(merchant.webhooks.map(({ body }) => body.id)).size).toBe(1000)
  const times = events.map((event) => event.at)
  expect(times).toEqual([...times].sort())
})

test('jobs 30 and 400 days ahead wait for their day', async () => {
  const shop = sandbox.shop({ accountLifetime: '30d' })
  const month = (await shop.generate({ reference: 'expire-1' })).body.id
  sandbox.declare(shop.key, { accountLifetime: '400d' })
  const longer = (await shop.generate({ reference: 'expire-2' })).body.id
  const statuses = async () => [await statusOf(shop, month), await statusOf(shop, longer)]
  await advance(shop, '29d23h59m59s999ms')
  expect(await statuses()).toEqual(['INITIATED', 'INITIATED'])
  await advance(shop, '1ms')
  expect(await statuses()).toEqual(['FAILED', 'INITIATED'])
  await advance(shop, '369d')
  expect(await statuses()).toEqual(['FAILED', 'INITIATED'])
  await advance(shop, '1d')
  expect(await statuses()).toEqual(['FAILED', 'FAILED'])
})

// One timer of Node cannot wait for 25 days, and fires at once when it is asked to.
test('on a running clock a job months ahead does not fire early, while others fire in time', async () => {
  const real = await openSandbox({ clock: 'real' })
  const merchant = await startMerchant()
  const shop = real.shop({ accountLifetime: '400d', callbackUrl: merchant.url })
  const far = (await shop.generate({ reference: 'expire-1' })).body.id
  await shop.collect({ reference: 'fast-1' })
  await merchant.received(1)
  await shop.post('/_sandbox/clock/resume', { rate: 60 })
  await shop.collect({ reference: 'plain' })
  await merchant.received(2)
  expect(await statusOf(shop, far)).toBe('INITIATED')
  expect((await shop.get('/_sandbox/jobs')).body).toMatchObject([{ transactionId: far, what: 'the account expires' }])
})

test('a webhook that fails is tried again within the same advance, in sandbox time', async () => {
  let answers = 0
  const merchant = await startMerchant(() => (answers++ < 5 ? 500 : 200))
  const shop = sandbox.shop({ callbackUrl: merchant.url })
  const { id } = (await shop.collect()).body
  await advance(shop, '2h')
  const [delivery] = (await shop.get(`/_sandbox/transactions/${id}`)).body.deliveries
  expect(delivery.status).toBe('delivered')
  // D36: after 5 s, 30 s, 2 m, 10 m, 1 h.
  const waits = [0, 5, 35, 155, 755, 4355]
  expect(delivery.attempts.map((attempt: Event) => attempt.at)).toEqual(waits.map((s) => at(3000 + s * 1000)))
  expect(merchant.webhooks.map(({ headers }) => headers['x-sandbox-attempt'])).toEqual(['1', '2', '3', '4', '5', '6'])
})
