import { expect, test } from 'vitest'
import { at, openSharedSandbox, type Shop } from '../support/opened-sandbox.ts'
import { startMerchant } from '../support/start-merchant.ts'

const sandbox = await openSharedSandbox()

const prune = (shop: Shop, olderThan: string) => shop.post('/_sandbox/prune', { olderThan })
const references = async (shop: Shop) =>
  (await shop.get('/_sandbox/transactions')).body.data.map(
    (one: { reference_business: string }) => one.reference_business,
  )

interface Entry {
  readonly opening: number
  readonly amount: number
  readonly closing: number
  readonly why: string
  readonly transactionId: string | null
}
const walletOf = async (shop: Shop, currency: string): Promise<{ balance: number; ledger: readonly Entry[] }> =>
  (await shop.get('/_sandbox/wallets')).body.find((wallet: { currency: string }) => wallet.currency === currency)

/** Every entry begins where the one before it ended. */
function expectUnbroken({ balance, ledger }: Awaited<ReturnType<typeof walletOf>>, opening: number): void {
  let held = opening
  for (const entry of ledger.toReversed()) {
    expect(entry.opening).toBeCloseTo(held, 2)
    expect(entry.opening + entry.amount).toBeCloseTo(entry.closing, 2)
    held = entry.closing
  }
  expect(balance).toBeCloseTo(held, 2)
}

test('what is final for so long goes with its webhooks; what is younger or not final stays', async () => {
  const merchant = await startMerchant()
  const shop = sandbox.shop({ callbackUrl: merchant.url })
  const { id } = (await shop.collect({ reference: 'old' })).body
  await shop.collect({ reference: 'scn:never-final:open' })
  await shop.advance('29d')
  await shop.collect({ reference: 'young' })
  await shop.advance('1d')
  await shop.advance('3s')
  const before = at(3000)
  expect((await prune(shop, '30d')).body).toEqual({ before, transactions: 1, webhooks: 1, ledgerEntries: 0 })
  expect(await references(shop)).toEqual(['young', 'scn:never-final:open'])
  expect((await shop.get(`/_sandbox/transactions/${id}`)).status).toBe(404)
  expect((await shop.get(`/payments/${id}`)).status).toBe(404)
  expect((await shop.get('/_sandbox/webhooks')).body.data).toHaveLength(1)
  expect((await prune(shop, '30d')).body).toEqual({ before, transactions: 0, webhooks: 0, ledgerEntries: 0 })
})

test('the wallet keeps its balance, and its ledger carries the sum forward', async () => {
  const shop = sandbox.shop()
  const { balance: opening } = await walletOf(shop, 'GHS')
  for (const reference of ['one', 'two']) await shop.collect({ reference })
  await shop.advance('1d')
  await shop.call('/_sandbox/wallets/GHS', { method: 'PUT', body: { balance: 700 } })
  await shop.collect({ reference: 'three' })
  await shop.advance('1d')
  await shop.collect({ reference: 'four' })
  await shop.advance('3s')
  const before = await walletOf(shop, 'GHS')
  expectUnbroken(before, opening)
  expect((await prune(shop, '12h')).body).toMatchObject({ transactions: 3, ledgerEntries: 1 })
  const after = await walletOf(shop, 'GHS')
  expectUnbroken(after, opening)
  expect(after.balance).toBe(before.balance)
  expect(after.ledger.map(({ why, transactionId }) => [why, transactionId === null])).toEqual([
    ['collection', false],
    ['carried forward', true],
    ['set by hand', true],
    ['carried forward', true],
  ])
  await prune(shop, '0s')
  const last = await walletOf(shop, 'GHS')
  expectUnbroken(last, opening)
  expect(last.ledger.map(({ why }) => why)).toEqual(['carried forward', 'set by hand', 'carried forward'])
  expect(last.balance).toBe(before.balance)
})

test('a reference that is free again can be used again, with the id it had', async () => {
  const shop = sandbox.shop()
  const first = (await shop.collect({ reference: 'one' })).body
  expect((await shop.collect({ reference: 'one' })).status).toBe(400)
  await shop.advance('1d')
  await prune(shop, '1h')
  expect((await shop.collect({ reference: 'one' })).body.id).toBe(first.id)
})

test('a prune touches neither another business nor a snapshot', async () => {
  const [mine, other] = [sandbox.shop(), sandbox.shop()]
  for (const shop of [mine, other]) {
    await shop.collect({ reference: 'one' })
    await shop.advance('1d')
  }
  await mine.call('/_sandbox/snapshots/kept', { method: 'PUT', body: {} })
  await prune(mine, '1h')
  expect(await references(mine)).toEqual([])
  expect(await references(other)).toEqual(['one'])
  await mine.post('/_sandbox/snapshots/kept/restore')
  expect(await references(mine)).toEqual(['one'])
})
