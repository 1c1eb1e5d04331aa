import { expect, test } from 'vitest'
import { openSandbox } from '../support/opened-sandbox.ts'
import { openShop } from '../support/shop.ts'
import { startedForFile } from '../support/started-sandbox.ts'

const sandbox = await startedForFile()

// Fixture rates per US dollar: GHS 11.2, NGN 1450, UGX 3600, GBP 0.76, USDC 1.
test.each([
  ['GHS', 'NGN', '100', 100, 129.46429, 12_946.43],
  ['NGN', 'GHS', '1450', 1450, 129.46429, 11.2],
  ['GHS', 'UGX', '250.5', 250.5, 321.42857, 80_518],
  ['GBP', 'USDC', '0.01', 0.01, 1.3157895, 0.013158],
  ['KES', 'KES', '7.50', 7.5, 1, 7.5],
  ['UGX', 'GHS', '1', 1, 321.42857, 0],
  ['XOF', 'XAF', '5', 5, 1, 5],
])('%s to %s: %s', async (source, destination, amount, number, rate, destinationAmount) => {
  const answer = await (await openShop(sandbox)).get(
    `/rates?source=${source}&destination=${destination}&amount=${amount}`,
  )
  expect(answer.status).toBe(200)
  expect(answer.text).toBe(JSON.stringify({ source, destination, amount: number, rate, destinationAmount }))
})

test('the setting rates: per-source gives destination per source, whichever is the stronger', async () => {
  const shop = await openShop(sandbox, { rates: 'per-source' })
  expect((await shop.get('/rates?source=NGN&destination=GHS&amount=1450')).body).toMatchObject({
    rate: 0.0077241379,
    destinationAmount: 11.2,
  })
  expect((await shop.get('/rates?source=GHS&destination=NGN&amount=100')).body).toMatchObject({ rate: 129.46429 })
})

test('a quote is what the payout then tells', async () => {
  const shop = await openShop(sandbox)
  const { rate, destinationAmount } = (await shop.get('/rates?source=GHS&destination=NGN&amount=250.5')).body
  const [{ id }] = (await shop.payBank({ destination: 'NGN' })).body
  await shop.runUntilIdle()
  const { metadata } = (await shop.find(id)).body
  expect([metadata.rate, metadata.rate_amount]).toEqual([rate, destinationAmount])
})

test('the rates of the config go before the shipped ones, currency by currency', async () => {
  const own = await openSandbox({ rates: { GHS: 10 } })
  const shop = own.shop()
  expect((await shop.get('/rates?source=GHS&destination=NGN&amount=2')).body).toMatchObject({ rate: 145 })
  expect((await shop.get('/rates?source=USD&destination=KES&amount=2')).body).toMatchObject({ rate: 129 })
})
