import { describe, expect, test } from 'vitest'
import { call } from '../../support/call.ts'
import { payouts } from '../../support/payouts.ts'
import { balanceOf, expectRecord, openShop, openShopWithReceiver } from '../../support/shop.ts'
import { startedForFile } from '../../support/started-sandbox.ts'

const sandbox = await startedForFile()

describe.each(payouts)('$flow', ({ flow, pay, record, failing }) => {
  test('an approved payout completes after 3 seconds: one webhook, and the query shows the same bytes', async () => {
    const { shop, sent } = await openShopWithReceiver(sandbox)
    const [created] = (await pay(shop)).body
    await shop.advance('2s999ms')
    expectRecord((await shop.find(created.id)).text, record.open(created))
    expect(sent()).toEqual([])
    await shop.advance('1ms')
    const found = await shop.find(created.id)
    expectRecord(found.text, record.approved(created, 3000))
    await shop.runUntilIdle()
    expect(sent()).toEqual([found.text])
    expect(await balanceOf(shop, 'GHS')).toBe(999_746.99)
  })

  // Fixture rates per US dollar: GHS 11.2, NGN 1450, UGX 3600, USD 1, USDT 1. Rates have eight significant digits.
  test.each([
    ['NGN', 129.46429, 32_430.8],
    ['UGX', 321.42857, 80_518],
    ['USD', 0.089285714, 22.37],
    ['USDT', 0.089285714, 22.366071],
  ])('a payout that arrives in %s tells the rate and what it comes to', async (destination, rate, rate_amount) => {
    const { shop, sent } = await openShopWithReceiver(sandbox)
    const [created] = (await pay(shop, { destination })).body
    await shop.runUntilIdle()
    const approved = record.approved(created, 3000)
    const metadata = { ...approved.metadata, currency_destination: destination, rate, rate_amount }
    const { text } = await shop.find(created.id)
    expectRecord(text, { ...approved, metadata })
    expect(sent()).toEqual([text])
  })

  test('what comes back is the fee that was taken, even if the setting has changed since', async () => {
    const shop = await openShop(sandbox)
    await pay(shop, { accountNumber: failing })
    const body = { fees: { [flow]: 50 } }
    await call(sandbox.url, '/_sandbox/business', { method: 'PATCH', key: shop.apiKey, body })
    await shop.runUntilIdle()
    expect(await balanceOf(shop, 'GHS')).toBe(1_000_000)
  })
})
