import { afterAll, expect, test } from 'vitest'
import { startSandbox } from '../../src/testing/index.ts'
import { call } from '../support/call.ts'
import { openSandbox } from '../support/opened-sandbox.ts'
import { expectRefusal, openShop, start } from '../support/shop.ts'

const sandbox = await startSandbox({ clock: start })
afterAll(() => sandbox.stop())

// Fixture rates per US dollar: GHS 11.2, NGN 1450, UGX 3600, GBP 0.76, USDC 1.
test.each([
  ['GHS', 'NGN', '100', 100, 129.46429, 12_946.43],
  ['NGN', 'GHS', '1450', 1450, 0.0077241379, 11.2],
  ['GHS', 'UGX', '250.5', 250.5, 321.42857, 80_518],
  ['GBP', 'USDC', '0.01', 0.01, 1.3157895, 0.013158],
  ['KES', 'KES', '7.50', 7.5, 1, 7.5],
  ['UGX', 'GHS', '1', 1, 0.0031111111, 0],
])('%s to %s: %s', async (source, destination, amount, number, rate, destinationAmount) => {
  const answer = await (await openShop(sandbox)).get(
    `/rates?source=${source}&destination=${destination}&amount=${amount}`,
  )
  expect(answer.status).toBe(200)
  expect(answer.text).toBe(JSON.stringify({ source, destination, amount: number, rate, destinationAmount }))
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

test('without parameters every message of every one is answered', async () => {
  expectRefusal(await (await openShop(sandbox)).get('/rates'), 400, [
    'source is required',
    'source must be a valid currency code',
    'destination is required',
    'destination must be a valid currency code',
    'amount is required',
    'amount must be a valid number',
    'amount must be greater than 0',
  ])
})

const noNumber = ['amount must be a valid number', 'amount must be greater than 0']

test.each([
  ['source=ghs&destination=NGN&amount=1', ['source must be a valid currency code']],
  ['source=GHS&destination=toString&amount=1', ['destination must be a valid currency code']],
  ['source=GHS&destination=NGN&amount=0', ['amount must be greater than 0']],
  ['source=GHS&destination=NGN&amount=0.00', ['amount must be greater than 0']],
  ['source=GHS&destination=NGN&amount=-1', ['amount must be greater than 0']],
  ['source=GHS&destination=NGN&amount=--1', noNumber],
  ['source=GHS&destination=NGN&amount=1e3', noNumber],
  ['source=GHS&destination=NGN&amount=', noNumber],
  ['source=GHS&destination=NGN&amount=NaN', noNumber],
  ['source=GHS&destination=NGN&amount=1,5', noNumber],
  ['source=GHS&destination=NGN&amount=1000000000000000', noNumber],
])('%s is refused', async (query, messages) => {
  expectRefusal(await (await openShop(sandbox)).get(`/rates?${query}`), 400, messages)
})

test('without a key there is no quote', async () => {
  expect((await call(sandbox.url, '/rates?source=GHS&destination=NGN&amount=1')).status).toBe(401)
})
