import { expect, test } from 'vitest'
import { expectRefusal, openShop } from '../../support/shop.ts'
import { startedForFile } from '../../support/started-sandbox.ts'

const sandbox = await startedForFile()

const accountNumber = '+233241234567'

// D12: ISO 4217's minor units, at most 10^15 of them.
const none = {
  decimals: 0,
  least: 1,
  leastText: '1',
  finer: 1.5,
  most: 1_000_000_000_000_000,
  more: 1_000_000_000_000_001,
}
const two = {
  decimals: 2,
  least: 0.01,
  leastText: '0.01',
  finer: 0.011,
  most: 10_000_000_000_000,
  more: 10_000_000_000_000.01,
}
const six = {
  decimals: 6,
  least: 0.000001,
  leastText: '0.000001',
  finer: 1e-7,
  most: 1_000_000_000,
  more: 1_000_000_000.000001,
}

test.each([
  ['GHS', two],
  ['NGN', two],
  ['UGX', none],
  ['XOF', none],
  ['XAF', none],
  ['KES', two],
  ['TZS', two],
  ['ZMW', two],
  ['GBP', two],
  ['EUR', two],
  ['USD', two],
  ['USDC', six],
  ['USDT', six],
] as const)('%s takes amounts from its minor unit to 10^15 of them', async (currency, { decimals, ...amount }) => {
  const shop = await openShop(sandbox)
  const collect = (reference: string, value: number) =>
    shop.collect({ reference, currency, accountNumber, amount: value })

  const least = (await collect('least', amount.least)).body
  expect(least).toMatchObject({ amount: amount.least, fee: 0, currency })
  expect((await shop.find(least.id)).body).toMatchObject({ amount: amount.leastText, fee: '0' })

  const most = (await collect('most', amount.most)).body
  expect(most).toMatchObject({ amount: amount.most, fee: (amount.most / 1000) * 15, currency })
  const mostFee = String((amount.most / 1000) * 15)
  expect((await shop.find(most.id)).body).toMatchObject({ amount: String(amount.most), fee: mostFee })

  expectRefusal(await collect('finer', amount.finer), 400, [`amount must have at most ${decimals} decimal places`])
  expectRefusal(await collect('more', amount.more), 400, [`amount must be less than or equal to ${amount.most}`])
})

test.each([
  [0, 0],
  [100, 100.5],
  [0.005, 0.01], // 0.5025 pesewas
  [33.335, 33.5], // 3350.1675
])('a fee of %d percent on GHS 100.5 is %d', async (percent, fee) => {
  const shop = await openShop(sandbox, { fees: { 'mobile-money': percent } })
  expect((await shop.collect()).body.fee).toBe(fee)
})
