import { expect, test } from 'vitest'
import type { Body } from '../support/requests.ts'
import { balanceOf, openShop, openShopWithReceiver, type Shop } from '../support/shop.ts'
import { startedForFile } from '../support/started-sandbox.ts'

const sandbox = await startedForFile()

async function lifeOf(shop: Shop, changes: Body = {}, headers = {}) {
  const created = (await shop.collect(changes, headers)).body
  await shop.advance('10m')
  return { created, final: (await shop.find(created.id)).body }
}

async function livesUnder(seeds: number, changes: Body = {}, headers = {}) {
  const lives = []
  for (let variance = 1; variance <= seeds; variance++) {
    lives.push(await lifeOf(await openShop(sandbox, { variance }), changes, headers))
  }
  return lives
}

const distinct = (values: readonly unknown[]) => [...new Set(values)].sort()
const known = ['id', 'amount', 'fee', 'currency', 'status', 'channel', 'type', 'customer', 'metadata', 'reason']

test('under many seeds everything varies that the specification lets vary', async () => {
  const lives = await livesUnder(40)
  const [created, final] = [lives.map((life) => life.created), lives.map((life) => life.final)]
  expect(distinct(created.map(({ status }) => status))).toEqual(['COMPLETED', 'INITIATED', 'PENDING'])
  for (const records of [created, final]) {
    expect(distinct(records.map(({ amount }) => amount))).toEqual([100.5, '100.5'])
    expect(distinct(records.map(({ fee }) => typeof fee))).toEqual(['number', 'string'])
    expect(distinct(records.map((record) => 'checkout_url' in record))).toEqual([false, true])
    expect(distinct(records.map((record) => Object.keys(record).some((name) => name.startsWith('x_'))))).toEqual([
      false,
      true,
    ])
    expect(distinct(records.map((record) => Object.keys(record)[0])).length).toBeGreaterThan(5)
  }
  expect(distinct(final.map(({ customer }) => customer.accountNumber))).toEqual(['0241234567', '233241234567'])
  expect(distinct(created.map(({ customer }) => customer.accountNumber))).toEqual(['233241234567'])
})

test('a record says the same in every variant', async () => {
  for (const { created, final } of await livesUnder(20)) {
    for (const record of [created, final]) {
      expect(Object.keys(record)).toEqual(expect.arrayContaining(known))
      expect([Number(record.amount), Number(record.fee)]).toEqual([100.5, 1.51])
      expect(record).toMatchObject({ reference_business: 'order-1', currency: 'GHS', metadata: { smsFee: 0 } })
      expect(record.checkout_url ?? null).toBeNull()
      expect(record).not.toHaveProperty('callback_url')
    }
    expect(final).toMatchObject({
      status: 'COMPLETED',
      message: '0000 | Switch | Approved',
      telco_response: 'APPROVED',
    })
  }
})

test('the same seed varies the same request in the same way, and another seed in another', async () => {
  const shop = await openShop(sandbox, { variance: 7 })
  const first = JSON.stringify(await lifeOf(shop))
  await shop.reset()
  expect(JSON.stringify(await lifeOf(shop))).toBe(first)
  await shop.reset()
  await sandbox.business({ key: shop.apiKey, variance: 8 })
  expect(JSON.stringify(await lifeOf(shop))).not.toBe(first)
})

test('a webhook and the status query of a final transaction are the same bytes', async () => {
  for (const variance of [1, 2, 3, 4]) {
    const { shop, sent } = await openShopWithReceiver(sandbox, { variance })
    const { id } = (await shop.collect()).body
    await shop.advance('1m')
    expect(sent()).toEqual([(await shop.find(id)).text])
  }
})

test('an answer of COMPLETED is a completed collection: one webhook, and the money in the wallet', async () => {
  for (let variance = 1; variance <= 12; variance++) {
    const { shop, sent } = await openShopWithReceiver(sandbox, { variance })
    const { status } = (await shop.collect()).body
    expect(await balanceOf(shop, 'GHS')).toBe(status === 'COMPLETED' ? 1_000_100.5 : 1_000_000)
    await shop.advance('1m')
    expect(await balanceOf(shop, 'GHS')).toBe(1_000_100.5)
    expect(sent()).toHaveLength(1)
  }
})

test('a collection that fails or waits for an OTP is never answered as COMPLETED', async () => {
  const failing = await livesUnder(12, {}, { 'x-sandbox-scenario': 'wrong-pin' })
  expect(distinct(failing.map(({ created }) => created.status))).toEqual(['INITIATED', 'PENDING'])
  expect(distinct(failing.map(({ final }) => final.status))).toEqual(['FAILED'])
  const waiting = await livesUnder(12, {}, { 'x-sandbox-scenario': 'otp' })
  expect(distinct(waiting.map(({ created }) => created.status))).toEqual(['INITIATED'])
})

test('bank flows vary too, and keep the account number as it was sent', async () => {
  const firstKeys: unknown[] = []
  for (let variance = 1; variance <= 10; variance++) {
    const shop = await openShop(sandbox, { variance })
    const account = (await shop.generate()).body
    const [payout] = (await shop.payBank({}, { reference: 'payout' })).body
    await shop.advance('1h')
    for (const { id, customer } of [account, payout]) {
      expect((await shop.find(id)).body.customer.accountNumber).toBe(customer.accountNumber)
    }
    firstKeys.push(Object.keys(account)[0], Object.keys(payout)[0])
  }
  expect(distinct(firstKeys).length).toBeGreaterThan(5)
})

test('the setting amounts goes before variance', async () => {
  for (const variance of [1, 2, 3, 4, 5]) {
    const { created, final } = await lifeOf(await openShop(sandbox, { variance, amounts: 'string' }))
    expect([created.amount, created.fee, final.amount, final.fee]).toEqual(['100.5', '1.51', '100.5', '1.51'])
  }
})
