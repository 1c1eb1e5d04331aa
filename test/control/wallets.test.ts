import { expect, test } from 'vitest'
import { call } from '../support/call.ts'
import { at, openShop, type Shop, start } from '../support/shop.ts'
import { startedForFile } from '../support/started-sandbox.ts'

const sandbox = await startedForFile()

const list = (shop: Shop, query = '') => shop.get(`/_sandbox/wallets${query}`)
const put = (shop: Shop, currency: string, body: unknown) =>
  call(sandbox.url, `/_sandbox/wallets/${currency}`, { method: 'PUT', key: shop.apiKey, body })
const openSmall = () => openShop(sandbox, { currencies: ['GHS'], wallets: { GHS: 1000 } })

test('wallets that never moved have their opening balance and no ledger, in the order of the setting', async () => {
  const shop = await openShop(sandbox, { currencies: ['UGX', 'GHS'], wallets: { GHS: 0.5 } })
  const answer = await list(shop)
  expect(answer.status).toBe(200)
  expect(answer.text).toBe(
    '[{"currency":"UGX","balance":1000000,"ledger":[],"more":false},{"currency":"GHS","balance":0.5,"ledger":[],"more":false}]',
  )
})

test('movements are listed newest first, each with its opening and closing balance', async () => {
  const shop = await openSmall()
  const [failing] = (await shop.payBank({ accountNumber: '0000009310' }, { reference: 'fails' })).body
  await shop.advance('1s')
  const [paid] = (await shop.payMobileMoney({ amount: 100 }, { reference: 'pays' })).body
  const collected = (await shop.collect()).body
  await shop.advance('10s')
  await put(shop, 'GHS', { balance: 50 })
  const ledger = [
    {
      at: at(11_000),
      amount: -949.5,
      opening: 999.5,
      closing: 50,
      why: 'set by hand',
      transactionId: null,
      reference: null,
    },
    {
      at: at(5000),
      amount: 253.01,
      opening: 746.49,
      closing: 999.5,
      why: 'payout returned',
      transactionId: failing.id,
      reference: 'fails',
    },
    {
      at: at(4000),
      amount: 100.5,
      opening: 645.99,
      closing: 746.49,
      why: 'collection',
      transactionId: collected.id,
      reference: 'order-1',
    },
    {
      at: at(1000),
      amount: -101,
      opening: 746.99,
      closing: 645.99,
      why: 'payout',
      transactionId: paid.id,
      reference: 'pays',
    },
    {
      at: start,
      amount: -253.01,
      opening: 1000,
      closing: 746.99,
      why: 'payout',
      transactionId: failing.id,
      reference: 'fails',
    },
  ]
  expect((await list(shop)).text).toBe(JSON.stringify([{ currency: 'GHS', balance: 50, ledger, more: false }]))
  expect((await list(shop, '?limit=2')).body).toEqual([
    { currency: 'GHS', balance: 50, ledger: ledger.slice(0, 2), more: true },
  ])
})

test('a balance that is set is answered with its ledger, and payouts follow it', async () => {
  const shop = await openSmall()
  const answer = await put(shop, 'GHS', { balance: 253.01 })
  expect(answer.status).toBe(200)
  const entry = {
    at: start,
    amount: -746.99,
    opening: 1000,
    closing: 253.01,
    why: 'set by hand',
    transactionId: null,
    reference: null,
  }
  expect(answer.text).toBe(JSON.stringify({ currency: 'GHS', balance: 253.01, ledger: [entry], more: false }))
  expect((await shop.payBank()).status).toBe(200)
  expect((await shop.payBank({ amount: 0.01 }, { reference: 'more' })).status).toBe(400)
  expect((await shop.get('/balance')).text).toBe('[{"currency":"GHS","balance":0}]')
})

test('the balance it has already is not a movement', async () => {
  const shop = await openSmall()
  expect((await put(shop, 'GHS', { balance: 1000 })).body).toEqual({
    currency: 'GHS',
    balance: 1000,
    ledger: [],
    more: false,
  })
})

const noSum = (balance: number) => `balance: ${balance} is not a sum of GHS; write 0 or more, in its minor unit`
const noNumber = 'balance: is not a number; write {"balance": 100}'

test.each([
  [{ balance: -1 }, noSum(-1)],
  [{ balance: -0.01 }, noSum(-0.01)],
  [{ balance: 0.001 }, noSum(0.001)],
  [{ balance: 1e-7 }, 'balance: 1e-7 is not a sum of GHS; write 0 or more, in its minor unit'],
  [{ balance: 10_000_000_000_000.01 }, 'balance: 10000000000000.01 is too large; write at most 10000000000000'],
  [{ balance: '100' }, noNumber],
  [{ balance: null }, noNumber],
  [{}, noNumber],
])('%j is refused, and nothing changes', async (body, message) => {
  const shop = await openSmall()
  const answer = await put(shop, 'GHS', body)
  expect(answer.text).toBe(JSON.stringify({ error: { code: 'invalid', message } }))
  expect(answer.status).toBe(400)
  expect((await list(shop)).text).toBe('[{"currency":"GHS","balance":1000,"ledger":[],"more":false}]')
})

test.each(['NGN', 'XYZ', 'toString'])('there is no wallet in %s, and nothing changes', async (currency) => {
  const shop = await openSmall()
  const answer = await put(shop, currency, { balance: 5 })
  const message = `No wallet in ${currency} in the business ${shop.apiKey}`
  expect(answer.text).toBe(JSON.stringify({ error: { code: 'not_found', message, hint: 'write GHS' } }))
  expect(answer.status).toBe(404)
  expect((await list(shop)).text).toBe('[{"currency":"GHS","balance":1000,"ledger":[],"more":false}]')
})
