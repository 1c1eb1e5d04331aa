import { describe, expect, test } from 'vitest'
import { payouts } from '../../support/payouts.ts'
import { balanceOf, expectRefusal, openShop } from '../../support/shop.ts'
import { startedForFile } from '../../support/started-sandbox.ts'

const sandbox = await startedForFile()

const oneOnly = 'Only one recipient is supported per request'

describe.each(payouts)('$flow', ({ path, pay, requestOf }) => {
  test('two recipients are refused before what the wallet holds, the fields of both before that', async () => {
    const shop = await openShop(sandbox, { wallets: { GHS: 0 }, currencies: ['GHS'] })
    const [first] = requestOf().recipients as object[]
    const recipients = [first, { ...first, accountName: '' }, { ...first, accountName: 7 }]
    expectRefusal(await shop.post(path, { ...requestOf(), recipients }), 400, [
      'accountName must be a valid string',
      'accountName cannot be empty',
    ])
    expectRefusal(await shop.post(path, { ...requestOf(), recipients: [first, first] }), 400, oneOnly)
  })

  test('a duplicate reference is refused first of all rules, whichever flow took it', async () => {
    const shop = await openShop(sandbox, { wallets: { GHS: 300 }, currencies: ['GHS'] })
    await pay(shop)
    const recipients = [...(requestOf().recipients as object[]), ...(requestOf().recipients as object[])]
    expectRefusal(await pay(shop), 400, 'Duplicate reference')
    expectRefusal(await pay(shop, { currency: 'NGN', accountNumber: '08031234567' }), 400, 'Duplicate reference')
    expectRefusal(await shop.post(path, { ...requestOf(), recipients }), 400, 'Duplicate reference')
    expectRefusal(await shop.collect({ reference: 'payout-1' }), 400, 'Duplicate reference')
    await shop.collect({ reference: 'order-1' })
    expectRefusal(await pay(shop, {}, { reference: 'order-1' }), 400, 'Duplicate reference')
    expect(await balanceOf(shop, 'GHS')).toBe(46.99)
  })

  // 250.5 and its fee of 2.51 are 253.01.
  test('a wallet that lacks the smallest unit refuses, one that holds exactly amount and fee pays', async () => {
    const shop = await openShop(sandbox, { wallets: { GHS: 253 } })
    expectRefusal(await pay(shop), 400, 'Insufficient wallet balance')
    expect(await balanceOf(shop, 'GHS')).toBe(253)
    const exact = await openShop(sandbox, { wallets: { GHS: 253.01 } })
    expect((await pay(exact)).status).toBe(200)
    expect(await balanceOf(exact, 'GHS')).toBe(0)
    expectRefusal(await pay(exact, { amount: 0.01 }, { reference: 'more' }), 400, 'Insufficient wallet balance')
  })
})
