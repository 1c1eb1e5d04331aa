import { expect, test } from 'vitest'
import { call } from '../support/call.ts'
import { at, openShop, type Shop } from '../support/shop.ts'
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

/** A movement so many milliseconds after the start: what it moved, and what there was then. */
function entry(
  ms: number,
  amount: number,
  closing: number,
  why: string,
  transactionId: string | null = null,
  reference: string | null = null,
) {
  const opening = Math.round((closing - amount) * 100) / 100
  return { at: at(ms), amount, opening, closing, why, transactionId, reference }
}

test('movements are listed newest first, each with its opening and closing balance', async () => {
  const shop = await openSmall()
  const [failing] = (await shop.payBank({ accountNumber: '0000009310' }, { reference: 'fails' })).body
  await shop.advance('1s')
  const [paid] = (await shop.payMobileMoney({ amount: 100 }, { reference: 'pays' })).body
  const collected = (await shop.collect()).body
  await shop.advance('10s')
  await put(shop, 'GHS', { balance: 50 })
  const ledger = [
    entry(11_000, -949.5, 50, 'set by hand'),
    entry(5000, 253.01, 999.5, 'payout returned', failing.id, 'fails'),
    entry(4000, 100.5, 746.49, 'collection', collected.id, 'order-1'),
    entry(1000, -101, 645.99, 'payout', paid.id, 'pays'),
    entry(0, -253.01, 746.99, 'payout', failing.id, 'fails'),
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
  expect(answer.text).toBe(
    JSON.stringify({
      currency: 'GHS',
      balance: 253.01,
      ledger: [entry(0, -746.99, 253.01, 'set by hand')],
      more: false,
    }),
  )
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
