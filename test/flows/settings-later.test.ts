import { expect, test } from 'vitest'
import { call } from '../support/call.ts'
import { balanceOf, openShop, type Shop } from '../support/shop.ts'
import { startedForFile } from '../support/started-sandbox.ts'

const sandbox = await startedForFile()

const change = (shop: Shop, body: object) =>
  call(sandbox.url, '/_sandbox/business', { key: shop.apiKey, method: 'PATCH', body })

test('a fee that changes later concerns later collections', async () => {
  const shop = await openShop(sandbox, { bearFee: 'business' })
  const { id } = (await shop.collect()).body
  await change(shop, { fees: { 'mobile-money': 10 } })
  await shop.advance('3s')
  expect((await shop.find(id)).body.fee).toBe('1.51')
  expect(await balanceOf(shop, 'GHS')).toBe(1_000_098.99)
  expect((await shop.collect({ reference: 'later' })).body.fee).toBe(10.05)
})

test('a virtual account that receives another sum is charged by the percentage of its creation', async () => {
  const shop = await openShop(sandbox)
  const { id } = (await shop.generate({}, { 'x-sandbox-scenario': 'va-underpaid' })).body
  await change(shop, { fees: { 'virtual-account': 10 } })
  await shop.advance('1h')
  const { amount, fee } = (await shop.find(id)).body
  expect([amount, fee]).toEqual(['3000.3', '30'])
})

test('the opening balance of a wallet that has moved is history, and says so', async () => {
  const shop = await openShop(sandbox)
  await change(shop, { wallets: { GHS: 500, NGN: 7 } })
  expect(await balanceOf(shop, 'GHS')).toBe(500)
  await shop.collect()
  await shop.advance('3s')
  const refused = await change(shop, { bearFee: 'business', wallets: { GHS: 1 } })
  expect([refused.status, refused.body]).toEqual([
    409,
    {
      error: {
        code: 'conflict',
        message: 'wallets.GHS: this wallet has moved already, so its opening balance cannot change',
        hint: 'set its balance with PUT /_sandbox/wallets/GHS, or run POST /_sandbox/reset first',
      },
    },
  ])
  expect(await balanceOf(shop, 'GHS')).toBe(600.5)
  expect((await shop.get('/_sandbox/business')).body).toMatchObject({ bearFee: 'customer', wallets: { GHS: 500 } })
  // What leaves it as it is, or is about another wallet, is let in.
  expect((await change(shop, { wallets: null })).status).toBe(409)
  expect((await change(shop, { wallets: {} })).status).toBe(409)
  expect((await change(shop, { wallets: { GHS: 500, NGN: 8 } })).status).toBe(200)
})
