import { expect, test } from 'vitest'
import type { Business, TransactionView } from '../../src/testing/index.ts'
import { collect, generate, started } from '../support/started-sandbox.ts'

const noon = { clock: '2026-01-31T12:00:00Z' }
const order = { reference: 'order-1' }
const phone = (shop: Business) => shop.phone('0241234567')

test.each<[string, (shop: Business) => Promise<TransactionView>, string]>([
  ['a right PIN', (shop) => phone(shop).enterPin('0000'), 'COMPLETED'],
  ['a wrong PIN', (shop) => phone(shop).enterPin('1234'), 'FAILED'],
  ['approve', (shop) => shop.approve(order), 'COMPLETED'],
  ['decline', (shop) => shop.decline(order), 'FAILED'],
  ['ignore', (shop) => shop.ignore(order), 'FAILED'],
  ['fail', (shop) => shop.fail(order, 'switch_error'), 'FAILED'],
])('%s resolves when its webhook was answered', async (_name, act, status) => {
  const sandbox = await started(noon)
  const merchant = await sandbox.receiver()
  const shop = await sandbox.business({ callbackUrl: merchant.url })
  await collect(sandbox, shop)
  const acted = await act(shop)
  expect(merchant.webhooks.map(({ body }) => body.status)).toEqual([status])
  expect(acted).toMatchObject({ status, deliveries: [{ status: 'delivered', attempts: [{ number: 1 }] }] })
})

test.each<[string, (shop: Business, account: string) => Promise<TransactionView>, string]>([
  ['pay', (shop, account) => shop.virtualAccount(account).pay(), 'COMPLETED'],
  ['expire', (shop) => shop.expire({ reference: 'invoice-7' }), 'FAILED'],
])('%s resolves when its webhook was answered, on a running clock too', async (_name, act, status) => {
  const sandbox = await started()
  const merchant = await sandbox.receiver()
  const shop = await sandbox.business({ callbackUrl: merchant.url })
  const acted = await act(shop, await generate(sandbox, shop))
  expect(merchant.webhooks.map(({ body }) => body.status)).toEqual([status])
  expect(acted).toMatchObject({ status, deliveries: [{ status: 'delivered' }] })
})

test('an act resolves after an attempt that failed, and leaves the retry to time', async () => {
  const sandbox = await started(noon)
  const merchant = await sandbox.receiver()
  merchant.reply(503)
  const shop = await sandbox.business({ callbackUrl: merchant.url })
  await collect(sandbox, shop)
  const acted = await phone(shop).enterPin('0000')
  expect(acted.deliveries).toMatchObject([{ status: 'pending', attempts: [{ response: { status: 503 } }] }])
  expect(merchant.webhooks).toHaveLength(1)
})

test('a webhook that comes later is not waited for', async () => {
  const sandbox = await started(noon)
  const merchant = await sandbox.receiver()
  const shop = await sandbox.business({ callbackUrl: merchant.url })
  await collect(sandbox, shop, { reference: 'scn:late-webhook:1' })
  expect(await phone(shop).enterPin('0000')).toMatchObject({ status: 'COMPLETED', deliveries: [{ status: 'held' }] })
  expect(merchant.webhooks).toEqual([])
})

test('an act that the state does not allow says why', async () => {
  const sandbox = await started(noon)
  const shop = await sandbox.business()
  const { id } = (await collect(sandbox, shop)).body
  await shop.approve({ id })
  await expect(shop.decline({ id })).rejects.toThrow(`Cannot decline ${id}: it is already COMPLETED`)
  await expect(shop.approve({})).rejects.toThrow('approve() needs an id or a reference')
  await expect(shop.approve({ reference: 'order-9' })).rejects.toThrow(
    'approve(): No transaction with reference order-9',
  )
})
