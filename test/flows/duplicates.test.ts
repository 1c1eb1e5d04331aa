import { expect, test } from 'vitest'
import { call } from '../support/call.ts'
import { openShop } from '../support/shop.ts'
import { startedForFile } from '../support/started-sandbox.ts'

const sandbox = await startedForFile()

test('references that differ in case, spaces or form of the same letter are different', async () => {
  const shop = await openShop(sandbox)
  for (const reference of ['order-1', 'Order-1', ' order-1', 'order-1 ', 'ördér', 'o\u0308rde\u0301r']) {
    const { status, body } = await shop.collect({ reference })
    expect([status, body.reference_business]).toEqual([200, reference])
  }
})

test('of 200 requests at once with one reference exactly one is accepted', async () => {
  const shop = await openShop(sandbox)
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, index) => (index % 2 ? shop.collect : shop.generate)({ reference: 'rush' })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const refused = answers.filter(({ status }) => status !== 200).map(({ status, text }) => `${status} ${text}`)
  expect(new Set(refused)).toEqual(
    new Set(['400 {"statusCode":400,"message":"Duplicate reference","error":"Bad Request"}']),
  )
  await shop.runUntilIdle()
  const { body } = await call(sandbox.url, '/_sandbox/transactions?limit=1000', { key: shop.apiKey })
  expect(body.data.map(({ status }: { status: string }) => status)).toEqual(['COMPLETED'])
})

test('a rejected request leaves its reference free', async () => {
  const shop = await openShop(sandbox, { currencies: ['GHS', 'NGN'], wallets: { GHS: 90_071_992_547_409.9 } })
  const reference = 'free'
  expect((await shop.collect({ reference, reason: '' })).status).toBe(400)
  expect((await shop.collect({ reference, accountNumber: 'none' })).status).toBe(400)
  expect((await shop.collect({ reference, currency: 'KES', accountNumber: '0712345678' })).status).toBe(400)
  expect((await shop.collect({ reference, amount: 5 })).status).toBe(400)
  expect((await shop.collect({ reference }, { 'x-sandbox-scenario': 'not-there' })).status).toBe(400)
  expect((await shop.generate({ reference }, { 'x-sandbox-scenario': 'wrong-pin' })).status).toBe(400)
  expect((await shop.generate({ reference, currency: 'GHS' })).status).toBe(400)
  expect((await shop.generate({ reference })).status).toBe(200)
})
