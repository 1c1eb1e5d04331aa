import { expect, test } from 'vitest'
import { at, openSandbox, openSharedSandbox, type Shop } from '../support/opened-sandbox.ts'
import { startMerchant } from '../support/start-merchant.ts'
import { openWire, requestText } from '../support/wire.ts'

const sandbox = await openSharedSandbox()

const scenarioOf = async (shop: Shop, id: string) => (await shop.get(`/_sandbox/transactions/${id}`)).body
const advance = async (shop: Shop, by: string) => (await shop.post('/_sandbox/clock/advance', { by })).body

test('a reset while a webhook hangs takes it back, and nothing of the old world is recorded later', async () => {
  let mode: 'hang' | number = 'hang'
  const merchant = await startMerchant(() => mode)
  const shop = sandbox.shop({ callbackUrl: merchant.url })
  const old = (await shop.collect({ reference: 'scn:paid-at-once:1' })).body.id
  await merchant.received(1)
  expect((await shop.post('/_sandbox/reset')).status).toBe(200)
  await expect.poll(() => merchant.open).toBe(0)
  expect((await shop.get('/_sandbox/jobs')).body).toEqual([])
  mode = 200
  const { id } = (await shop.collect({ reference: 'scn:paid-at-once:1' })).body
  expect(id).toBe(old)
  await shop.get('/_sandbox/webhooks/wait?reference=scn:paid-at-once:1')
  await advance(shop, '2h')
  const { deliveries, steps } = await scenarioOf(shop, id)
  expect(deliveries).toMatchObject([{ status: 'delivered', attempts: [{ number: 1, response: { status: 200 } }] }])
  expect(steps.map(({ kind }: { kind: string }) => kind)).toEqual([
    'created',
    'answered',
    'prompt_sent',
    'prompt_answered',
    'settled',
    'webhook_attempted',
  ])
  expect(merchant.webhooks).toHaveLength(2)
})

test('a reset during an advance ends it, and the clock is back at the start', async () => {
  const merchant = await startMerchant(() => 'hang')
  const shop = sandbox.shop({ callbackUrl: merchant.url })
  await shop.collect({ reference: 'one' })
  await shop.collect({ reference: 'scn:switch-error:1' })
  const moving = shop.post('/_sandbox/clock/advance', { by: '1d' })
  await merchant.received(1)
  const clock = { now: at(0), mode: 'frozen', rate: 1 }
  expect((await shop.post('/_sandbox/reset')).body).toEqual({ key: shop.key, transactions: 0, clock })
  const interrupted = await moving
  expect([interrupted.status, interrupted.body.error.code]).toEqual([409, 'conflict'])
  expect((await shop.get('/_sandbox/clock')).body).toEqual(clock)
  expect((await shop.get('/_sandbox/jobs')).body).toEqual([])
  expect(merchant.webhooks).toHaveLength(1)
})

test('an advance that is asked for after a reset moves the new world, also when the reset is still at work', async () => {
  const merchant = await startMerchant(() => 'hang')
  const shop = sandbox.shop({ callbackUrl: merchant.url })
  await shop.collect({ reference: 'scn:paid-at-once:1' })
  await merchant.received(1)
  const wire = await openWire(sandbox.port)
  const post = (path: string, body = '{}') => requestText(`POST ${path}`, { authorization: shop.key }, body)
  const hour = post('/_sandbox/clock/advance', '{"by":"1h"}')
  wire.write(Buffer.concat([post('/_sandbox/reset'), hour, hour]))
  expect((await wire.answer()).body).toMatchObject({ transactions: 0 })
  expect((await wire.answer()).body).toEqual({ now: at(3_600_000), events: [], eventsTotal: 0 })
  expect((await wire.answer()).body).toEqual({ now: at(7_200_000), events: [], eventsTotal: 0 })
  expect((await shop.get('/_sandbox/clock')).body.now).toBe(at(7_200_000))
  wire.destroy()
})

test('resets at once are as one', async () => {
  const merchant = await startMerchant(({ body }) => (body.reference_business === 'plain' ? 200 : 'hang'))
  const shop = sandbox.shop({ callbackUrl: merchant.url })
  await shop.collect({ reference: 'scn:paid-at-once:1' })
  await merchant.received(1)
  const answers = await Promise.all(Array.from({ length: 5 }, () => shop.post('/_sandbox/reset')))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  await shop.collect({ reference: 'plain' })
  expect(await advance(shop, '3s')).toMatchObject({ now: at(3000) })
  await expect.poll(() => merchant.open).toBe(0)
})

test('a merchant that resets inside its own webhook handler is answered, during an advance and without one', async () => {
  const resets: unknown[] = []
  const merchant = await startMerchant(async () => {
    resets.push((await shop.post('/_sandbox/reset')).body.transactions)
    return 200
  })
  const shop = sandbox.shop({ callbackUrl: merchant.url })
  await shop.collect({ reference: 'plain' })
  await advance(shop, '1h')
  await expect.poll(() => resets).toEqual([0])
  await shop.collect({ reference: 'scn:paid-at-once:1' })
  await expect.poll(() => resets).toEqual([0, 0])
  expect((await shop.get('/_sandbox/clock')).body.now).toBe(at(0))
  expect((await shop.get('/_sandbox/transactions')).body.data).toEqual([])
})

test('a reset takes back webhooks that have not begun, and sends none of them', async () => {
  const merchant = await startMerchant(() => 'hang')
  const shop = sandbox.shop({ callbackUrl: merchant.url })
  await Promise.all(Array.from({ length: 50 }, (_, index) => shop.collect({ reference: `scn:paid-at-once:${index}` })))
  await merchant.received(4)
  await shop.post('/_sandbox/reset')
  await shop.collect({ reference: 'plain' })
  expect((await shop.get('/_sandbox/webhooks')).body).toEqual({ data: [], more: false })
  expect(merchant.webhooks).toHaveLength(4)
})

test('a reset on a running clock leaves no timer that runs the old work', async () => {
  const own = await openSandbox({ clock: 'real' })
  const merchant = await startMerchant()
  const shop = own.shop({ callbackUrl: merchant.url })
  await shop.post('/_sandbox/clock/resume', { rate: 10 })
  await shop.collect({ reference: 'old' })
  await shop.post('/_sandbox/reset')
  await shop.post('/_sandbox/clock/resume', { rate: 20 })
  await shop.collect({ reference: 'scn:switch-error:new' })
  await merchant.received(1)
  expect(merchant.webhooks.map(({ body }) => body.reference_business)).toEqual(['scn:switch-error:new'])
})

test('a reset of another business does not hide the events of an advance', async () => {
  const own = await openSandbox()
  let other = own.shop()
  const merchant = await startMerchant(async () => {
    await other.post('/_sandbox/reset')
    return 200
  })
  const shop = own.shop({ callbackUrl: merchant.url })
  await shop.collect()
  for (let count = 1; count <= 3; count += 1) await other.collect({ reference: `scn:paid-at-once:${count}` })
  const { events } = await advance(shop, '1h')
  expect(events.map(({ event }: { event: string }) => event)).toEqual([
    'settled',
    'webhook_queued',
    'webhook_attempted',
    'webhook_delivered',
  ])
  other = shop
})
