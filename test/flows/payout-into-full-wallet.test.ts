import { expect, test } from 'vitest'
import { balanceOf, openShop } from '../support/shop.ts'
import { startedForFile } from '../support/started-sandbox.ts'

const sandbox = await startedForFile()

// 2^53 - 1 minor units are 90071992547409.91. The payout takes 101; it fails after 5 seconds, collections come after 3.
test.each([
  [50.99, 50.02, 'payout returned as far as the wallet can hold it'],
  [101.01, null, 'collection'],
])(
  'a payout that fails when %d were collected since returns what the wallet can hold',
  async (amount, returned, why) => {
    const shop = await openShop(sandbox, { currencies: ['GHS'], wallets: { GHS: 90_071_992_547_409.9 } })
    const [{ id }] = (await shop.payBank({ amount: 100, accountNumber: '0000009310' })).body
    await shop.collect({ amount })
    await shop.runUntilIdle()
    expect((await shop.find(id)).body).toMatchObject({ status: 'FAILED', fee: '0' })
    expect(await balanceOf(shop, 'GHS')).toBe(90_071_992_547_409.91)
    const [{ ledger }] = (await shop.get('/_sandbox/wallets')).body
    expect(ledger[0]).toMatchObject({ amount: returned ?? amount, why })
  },
)
