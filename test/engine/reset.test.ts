import { expect, test } from 'vitest'
import { at, openSandbox, openSharedSandbox, type Shop } from '../support/opened-sandbox.ts'
import { startMerchant } from '../support/start-merchant.ts'

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
