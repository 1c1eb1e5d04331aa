import { expect, test } from 'vitest'
import { balanceOf, openShop, type Shop } from '../support/shop.ts'
import { startedForFile } from '../support/started-sandbox.ts'

const sandbox = await startedForFile()

const refusal = '{"statusCode":400,"message":"Insufficient wallet balance","error":"Bad Request"}'

interface Entry {
  readonly amount: number
  readonly opening: number
  readonly closing: number
  readonly why: string
}

async function ledgerOf(shop: Shop) {
  const { body } = await shop.get('/_sandbox/wallets?limit=1000')
  const { balance, ledger } = body.find(({ currency }: { readonly currency: string }) => currency === 'GHS')
  const minor = (major: number) => Math.round(major * 100)
  const entries = (ledger as Entry[]).toReversed().map(({ amount, opening, closing, why }) => {
    return { amount: minor(amount), opening: minor(opening), closing: minor(closing), why }
  })
  return { balance: minor(balance), entries }
}

/** Holds the ledger against itself: each entry begins where the one before ended, and none ends below 0. */
async function expectSoundLedger(shop: Shop, opening: number): Promise<void> {
  const { balance, entries } = await ledgerOf(shop)
  let expected = opening
  for (const entry of entries) {
    expect(entry.opening).toBe(expected)
    expected += entry.amount
    expect(entry.closing).toBe(expected)
    expect(expected).toBeGreaterThanOrEqual(0)
  }
  expect(balance).toBe(expected)
}

// 10 and its fee of 0.1 are 10.1; 2020 pays for 200, and anything less than 10.1 more stays.
test.each([
  [2020, 200, 0],
  [2030.09, 200, 10.09],
  [2019.99, 199, 10.09],
])('of 500 payouts at once a wallet with %d pays exactly %d and keeps %d', async (GHS, paid, left) => {
  const shop = await openShop(sandbox, { wallets: { GHS } })
  const pay = (index: number) => (index % 2 ? shop.payBank : shop.payMobileMoney)
  const answers = await Promise.all(
    Array.from({ length: 500 }, (_, index) => pay(index)({ amount: 10 }, { reference: `p-${index}` })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(paid)
  const refused = answers.filter(({ status }) => status !== 200)
  expect(new Set(refused.map(({ text }) => text))).toEqual(new Set([refusal]))
  expect(await balanceOf(shop, 'GHS')).toBe(left)
  await expectSoundLedger(shop, Math.round(GHS * 100))
  const { entries } = await ledgerOf(shop)
  expect(entries).toHaveLength(paid)
  expect(new Set(entries.map(({ amount, why }) => `${amount} ${why}`))).toEqual(new Set(['-1010 payout']))
})
