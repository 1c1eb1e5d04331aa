import { expect, test } from 'vitest'
import { startWithScenarios } from '../support/own-scenarios.ts'
import { at, openShop, openShopWithReceiver, start } from '../support/shop.ts'
import { startedForFile } from '../support/started-sandbox.ts'

const sandbox = await startedForFile()

// After the settling at 3 s: 5 s, 30 s, 2 m, 10 m and 1 h, each from the attempt before.
const schedule = [3000, 8000, 38_000, 158_000, 758_000, 4_358_000]

test('a webhook that is refused is tried six times in all, then given up', async () => {
  const { shop, receiver } = await openShopWithReceiver(sandbox)
  receiver.reply(503)
  const { id } = (await shop.collect()).body
  const events = await shop.runUntilIdle()
  const { deliveries } = await shop.transaction({ id })
  expect(deliveries.map(({ status }) => status)).toEqual(['exhausted'])
  const [delivery] = deliveries
  expect(delivery?.attempts.map(({ number, at: when }) => [number, when])).toEqual(
    schedule.map((ms, index) => [index + 1, at(ms)]),
  )
  expect(delivery?.attempts.map(({ sent, response, error }) => [sent, response?.status, error])).toEqual(
    schedule.map(() => [true, 503, null]),
  )
  expect(receiver.webhooks.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4, 5, 6])
  expect(events.at(-1)).toMatchObject({ at: at(4_358_000), event: 'webhook_exhausted', transactionId: id, attempts: 6 })
  await shop.advance('30d')
  expect(receiver.webhooks).toHaveLength(6)
  expect((await shop.find(id)).body.status).toBe('COMPLETED')
})

test('every attempt sends the same bytes, and the first 2xx ends them', async () => {
  const { shop, receiver } = await openShopWithReceiver(sandbox)
  receiver.reply(503, { times: 2 })
  const { id } = (await shop.collect()).body
  await shop.runUntilIdle()
  expect(receiver.webhooks).toHaveLength(3)
  expect(new Set(receiver.webhooks.map(({ raw }) => raw.toString())).size).toBe(1)
  const { deliveries, steps } = await shop.transaction({ id })
  expect(deliveries.map(({ status, attempts }) => [status, attempts.length])).toEqual([['delivered', 3]])
  expect(steps.map(({ at: when, kind }) => [when, kind])).toEqual([
    [start, 'created'],
    [start, 'answered'],
    [start, 'prompt_sent'],
    [at(3000), 'prompt_answered'],
    [at(3000), 'settled'],
    [at(3000), 'webhook_attempted'],
    [at(8000), 'webhook_attempted'],
    [at(38_000), 'webhook_attempted'],
  ])
})

test.each([200, 201, 202, 204, 299])('a status of %d is success', async (status) => {
  const { shop, receiver } = await openShopWithReceiver(sandbox)
  receiver.reply(status)
  await shop.collect()
  await shop.runUntilIdle()
  expect(receiver.webhooks).toHaveLength(1)
})

test.each([301, 302, 304, 307, 400, 401, 404, 410, 429, 500])(
  'a status of %d is failure, and tried again',
  async (status) => {
    const { shop, receiver } = await openShopWithReceiver(sandbox)
    receiver.reply(status, { times: 1 })
    await shop.collect()
    await shop.runUntilIdle()
    expect(receiver.webhooks.map(({ attempt }) => attempt)).toEqual([1, 2])
  },
)

test('a connection that breaks and a refused connection are failures', async () => {
  const { shop, receiver } = await openShopWithReceiver(sandbox, { retry: ['1s'] })
  receiver.reply('reset', { times: 1 })
  const broken = (await shop.collect()).body
  const refused = (await shop.collect({ reference: 'refused', callbackURL: 'http://127.0.0.1:9/' })).body
  await shop.runUntilIdle()
  const [delivered] = (await shop.transaction({ id: broken.id })).deliveries
  expect(delivered).toMatchObject({ status: 'delivered', attempts: [{ response: null }, { error: null }] })
  const [exhausted] = (await shop.transaction({ id: refused.id })).deliveries
  expect(exhausted).toMatchObject({ status: 'exhausted', attempts: [{ response: null }, { response: null }] })
})

test('an answer that does not come within the time-out is a failure', async () => {
  const { shop, receiver } = await openShopWithReceiver(sandbox, { timeout: '50ms', retry: [] })
  receiver.reply('hang')
  const { id } = (await shop.collect()).body
  await shop.runUntilIdle()
  const [delivery] = (await shop.transaction({ id })).deliveries
  expect(delivery).toMatchObject({ status: 'exhausted', attempts: [{ response: null }] })
  expect(delivery?.attempts[0]?.error).toMatch(/50/)
})

test('a business has its own schedule, and a scenario goes before it', async () => {
  const own = await startWithScenarios(`
version: 1
scenarios:
  patient: { outcome: approved, webhook: { delay: 1m, retry: [1h] } }
`)
  const receiver = await own.receiver()
  receiver.reply(500)
  const shop = await openShop(own, { callbackUrl: receiver.url, retry: ['1s', '2s'] })
  await shop.collect()
  await shop.collect({ reference: 'scn:patient:1' })
  await shop.runUntilIdle()
  const timesOf = async (reference: string) =>
    (await shop.transaction({ reference })).deliveries.flatMap(({ attempts }) => attempts.map((attempt) => attempt.at))
  expect(await timesOf('order-1')).toEqual([at(3000), at(4000), at(6000)])
  expect(await timesOf('scn:patient:1')).toEqual([at(63_000), at(3_663_000)])
})
