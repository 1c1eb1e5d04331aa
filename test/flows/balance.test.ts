import { expect, test } from 'vitest'
import { call } from '../support/call.ts'
import { openShop } from '../support/shop.ts'
import { startedForFile } from '../support/started-sandbox.ts'

const sandbox = await startedForFile()

test('an unused key has every wallet with its opening balance, and stays unknown', async () => {
  const shop = await openShop(sandbox)
  const answer = await shop.get('/balance')
  expect(answer.status).toBe(200)
  expect(answer.text).toBe(
    '[{"currency":"GHS","balance":1000000},{"currency":"NGN","balance":1000000},{"currency":"UGX","balance":1000000},' +
      '{"currency":"XOF","balance":1000000},{"currency":"XAF","balance":1000000},{"currency":"KES","balance":1000000},' +
      '{"currency":"TZS","balance":1000000},{"currency":"ZMW","balance":1000000},{"currency":"GBP","balance":1000000},' +
      '{"currency":"EUR","balance":1000000},{"currency":"USD","balance":1000000},{"currency":"USDC","balance":1000000},' +
      '{"currency":"USDT","balance":1000000}]',
  )
  const { body } = await call(sandbox.url, '/_sandbox/businesses')
  expect(body.map(({ key }: { readonly key: string }) => key)).not.toContain(shop.apiKey)
})

test('only enabled currencies have a wallet; opening balances are the setting', async () => {
  const shop = await openShop(sandbox, {
    currencies: ['USDT', 'UGX', 'GHS'],
    wallets: { GHS: 0.07, UGX: 0, USDT: 0.000001 },
  })
  expect((await shop.get('/balance')).text).toBe(
    '[{"currency":"USDT","balance":0.000001},{"currency":"UGX","balance":0},{"currency":"GHS","balance":0.07}]',
  )
})

// 100.5 collected for a fee of 1.51; 250.5 paid for a fee of 2.51.
test.each([
  ['customer', 847.49],
  ['business', 845.98],
] as const)('where the %s bears fees, a collection and a payout leave %d of 1000', async (bearFee, balance) => {
  const shop = await openShop(sandbox, { bearFee, currencies: ['GHS'], wallets: { GHS: 1000 } })
  await shop.collect()
  await shop.payBank()
  expect((await shop.get('/balance')).text).toBe('[{"currency":"GHS","balance":746.99}]')
  await shop.runUntilIdle()
  expect((await shop.get('/balance')).text).toBe(`[{"currency":"GHS","balance":${balance}}]`)
})
