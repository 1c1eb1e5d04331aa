import { expect, test } from 'vitest'
import { call } from '../support/call.ts'
import { at, expectRefusal, openShop, start } from '../support/shop.ts'
import { startedForFile } from '../support/started-sandbox.ts'

const sandbox = await startedForFile()

const get = async (path: string, key: string) => (await call(sandbox.url, path, { key })).body

test('two businesses use the same reference, and see only their own transaction', async () => {
  const [one, other] = [await openShop(sandbox), await openShop(sandbox)]
  const first = (await one.collect({ amount: 1 })).body
  const second = (await other.collect({ amount: 2 })).body
  expect(first.id).not.toBe(second.id)
  expect((await one.find(first.id)).body.amount).toBe('1')
  expect((await other.find(second.id)).body.amount).toBe('2')
  expectRefusal(await one.find(second.id), 404, 'Payment not found')
  expectRefusal(await other.find(first.id), 404, 'Payment not found')
  expect((await one.transaction({ reference: 'order-1' })).id).toBe(first.id)
  await expect(one.transaction({ id: second.id })).rejects.toThrow(`No transaction ${second.id}`)
})

test('each business has its own time, and runs its own scenarios only', async () => {
  const [one, other] = [await openShop(sandbox), await openShop(sandbox)]
  const first = (await one.collect()).body
  const second = (await other.collect()).body
  await one.advance('1h')
  expect((await one.find(first.id)).body.status).toBe('COMPLETED')
  expect((await other.find(second.id)).body.status).toBe('INITIATED')
  expect((await one.collect({ reference: 'later' })).body.created_at).toBe(at(3_600_000))
  expect((await other.collect({ reference: 'later' })).body.created_at).toBe(start)
})

test('each business has its own wallets, webhooks and settings', async () => {
  const receivers = [await sandbox.receiver(), await sandbox.receiver()]
  const shops = await Promise.all(
    receivers.map((receiver, index) =>
      openShop(sandbox, { callbackUrl: receiver.url, bearFee: index === 0 ? 'customer' : 'business' }),
    ),
  )
  await Promise.all(shops.map((shop, index) => shop.generate({ amount: 100 * (index + 1) })))
  await Promise.all(shops.map((shop) => shop.runUntilIdle()))
  expect(receivers.map(({ webhooks }) => webhooks.map(({ body }) => [body.amount, body.bear_fee]))).toEqual([
    [['100', 'customer']],
    [['200', 'business']],
  ])
  const balances = shops.map(async (shop) => (await shop.generate({ reference: 'next' })).body.opening_balance)
  expect(await Promise.all(balances)).toEqual([1_000_100, 1_000_198])
})

test('a reset empties one business and leaves the others alone', async () => {
  const [one, other] = [await openShop(sandbox), await openShop(sandbox)]
  const first = (await one.collect()).body
  const second = (await other.collect()).body
  await other.advance('1s')
  await one.reset()
  expectRefusal(await one.find(first.id), 404, 'Payment not found')
  expect((await other.find(second.id)).status).toBe(200)
  await other.advance('2s')
  expect((await other.find(second.id)).body.status).toBe('COMPLETED')
})

test('a virtual account of one business cannot be paid by another', async () => {
  const [one, other] = [await openShop(sandbox), await openShop(sandbox)]
  const { account_number } = (await one.generate()).body.virtual_account
  await expect(other.virtualAccount(account_number).pay(1)).rejects.toThrow(`No virtual account ${account_number}`)
})

test('an undeclared key opens its business with its first write', async () => {
  const key = 'test_first-Write_1'
  const listed = async () => (await get('/_sandbox/businesses', key)).map((business: { key: string }) => business.key)
  expect(await listed()).not.toContain(key)
  const shop = await openShop(sandbox, { key })
  expect(await listed()).not.toContain(key)
  await shop.collect()
  expect(await listed()).toContain(key)
})

test('what only reads, or is refused, stores nothing of an unknown key', async () => {
  const key = 'test_only_reads'
  const shop = await openShop(sandbox, { key })
  const businesses = await get('/_sandbox/businesses', key)
  expectRefusal(await shop.find('00000000-0000-4000-8000-000000000000'), 404, 'Payment not found')
  expect((await shop.collect({ reason: '' })).status).toBe(400)
  expect((await shop.collect({}, { 'x-sandbox-scenario': 'not-there' })).status).toBe(400)
  expect((await shop.generate({ currency: 'GHS' })).status).toBe(400)
  expect(await get('/_sandbox/transactions', key)).toEqual({ data: [], next: null })
  expect(await get('/_sandbox/webhooks', key)).toEqual({ data: [], more: false })
  expect(await get('/_sandbox/jobs', key)).toEqual([])
  expect(await get('/_sandbox/clock', key)).toEqual({ now: start, mode: 'frozen', rate: 1 })
  expect((await get('/_sandbox/business', key)).key).toBe(key)
  expect(await get('/_sandbox/businesses', key)).toEqual(businesses)
})
