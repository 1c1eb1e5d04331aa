import { expect, test } from 'vitest'
import { mobileMoney } from '../../support/requests.ts'
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

test('an amount that is too large and too fine gets both messages', async () => {
  const shop = await openShop(sandbox)
  expectRefusal(await shop.collect({ amount: 10_000_000_000_000.002 }), 400, [
    'amount must have at most 2 decimal places',
    'amount must be less than or equal to 10000000000000',
  ])
  expectRefusal(await shop.collect({ amount: 1_000_000_000_000_000.5, currency: 'UGX', accountNumber }), 400, [
    'amount must have at most 0 decimal places',
    'amount must be less than or equal to 1000000000000000',
  ])
})

test.each([
  ['19.99', 19.99, '19.99'],
  ['1.10', 1.1, '1.1'],
  ['100.00', 100, '100'],
  ['1e2', 100, '100'],
  ['1E-2', 0.01, '0.01'],
  ['0.07', 0.07, '0.07'],
  ['4503599627.37', 4503599627.37, '4503599627.37'],
])('the amount %s is exact in both forms', async (written, number, text) => {
  const shop = await openShop(sandbox)
  const body = JSON.stringify(mobileMoney()).replace('100.5', written)
  const { id, amount } = (await shop.post('/collections/mobilemoney', body)).body
  expect(amount).toBe(number)
  expect((await shop.find(id)).body.amount).toBe(text)
})

test.each(['1.005', '0.30000000000000004', '1e-3', '0.1e-1000'])(
  'the amount %s is not an amount of cedis',
  async (written) => {
    const body = JSON.stringify(mobileMoney()).replace('100.5', written)
    const answer = await (await openShop(sandbox)).post('/collections/mobilemoney', body)
    const isZero = Number(written) === 0
    const message = isZero ? 'amount must be greater than 0' : 'amount must have at most 2 decimal places'
    expectRefusal(answer, 400, [message])
  },
)

// D21: 1.5 %, rounded half up to the minor unit.
test.each([
  ['GHS', 0.33, 0], // 0.495 pesewas
  ['GHS', 0.34, 0.01], // 0.51
  ['GHS', 1, 0.02], // 1.5
  ['GHS', 2.33, 0.03], // 3.495
  ['GHS', 3, 0.05], // 4.5
  ['GHS', 1.01, 0.02], // 1.515
  ['UGX', 33, 0],
  ['UGX', 34, 1],
  ['UGX', 100, 2],
  ['UGX', 233, 3],
  ['USDC', 0.000033, 0],
  ['USDC', 0.000034, 0.000001],
  ['USDT', 1, 0.015],
])('the fee on %s %d is %d', async (currency, amount, fee) => {
  const answer = await (await openShop(sandbox)).collect({ currency, accountNumber, amount })
  expect(answer.body.fee).toBe(fee)
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
