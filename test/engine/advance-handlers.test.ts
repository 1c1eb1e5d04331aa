import { expect, test } from 'vitest'
import { at, openSharedSandbox } from '../support/opened-sandbox.ts'
import { startMerchant } from '../support/start-merchant.ts'

const sandbox = await openSharedSandbox()

test('a merchant that creates inside its webhook handler is served, and what it creates runs before the target', async () => {
  const merchant = await startMerchant(async ({ body }) => {
    const number = Number(body.reference_business.split('-')[1])
    if (number < 5) created.push((await shop.collect({ reference: `chain-${number + 1}` })).body.created_at)
    return 200
  })
  const shop = sandbox.shop({ callbackUrl: merchant.url })
  const created = [(await shop.collect({ reference: 'chain-1' })).body.created_at]
  const { now } = await shop.advance('1m')
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

test('a merchant that asks inside its webhook handler sees the final status, at the time of the step', async () => {
  let answer: unknown
  const merchant = await startMerchant(async ({ body }) => {
    answer = (await shop.call(`/payments/${body.id}`)).body
    return 200
  })
  const shop = sandbox.shop({ callbackUrl: merchant.url })
  const { id } = (await shop.collect()).body
  const { events } = await shop.advance('1h')
  expect(answer).toEqual(merchant.webhooks[0]?.body)
  expect(events.find(({ event }) => event === 'status_queried')).toMatchObject({
    at: at(3000),
    event: 'status_queried',
    status: 'COMPLETED',
    transactionId: id,
    reference: 'order-1',
  })
})

test('a paid-at-once transaction of a webhook handler is delivered before time moves on', async () => {
  const merchant = await startMerchant(async ({ body }) => {
    if (body.reference_business === 'first') await shop.collect({ reference: 'scn:paid-at-once:1' })
    return 200
  })
  const shop = sandbox.shop({ callbackUrl: merchant.url })
  await shop.collect({ reference: 'first' })
  await shop.collect({ reference: 'scn:pending-first:1' })
  const { events } = await shop.advance('1h')
  expect(merchant.webhooks.map(({ body }) => body.reference_business)).toEqual([
    'first',
    'scn:paid-at-once:1',
    'scn:pending-first:1',
  ])
  const delivered = events.filter(({ event }) => event === 'webhook_delivered')
  expect(delivered.map((event) => event.at)).toEqual([at(3000), at(3000), at(5000)])
})

test('an advance that a webhook handler asks for runs after the one it is part of', async () => {
  const own: Promise<{ now: string }>[] = []
  const merchant = await startMerchant(() => {
    own.push(shop.advance('1h'))
    return 200
  })
  const shop = sandbox.shop({ callbackUrl: merchant.url })
  await shop.collect()
  expect((await shop.advance('10s')).now).toBe(at(10_000))
  expect((await own[0])?.now).toBe(at(3_610_000))
})

test('a handler that waits for its own advance gets it once its webhook timed out', async () => {
  const answers: string[] = []
  const merchant = await startMerchant(async () => {
    answers.push((await shop.advance('1s')).now)
    return 200
  })
  const shop = sandbox.shop({ callbackUrl: merchant.url, timeout: '200ms', retry: [] })
  await shop.collect()
  const { now, events } = await shop.advance('10s')
  expect(now).toBe(at(10_000))
  expect(events.at(-1)).toMatchObject({ event: 'webhook_exhausted' })
  await expect.poll(() => answers).toEqual([at(11_000)])
})
