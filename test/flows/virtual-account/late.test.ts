import { expect, test } from 'vitest'
import { openSharedSandbox } from '../../support/opened-sandbox.ts'

const sandbox = await openSharedSandbox()

test('a late transfer that the wallet cannot hold is only noted', async () => {
  const shop = sandbox.shop({ lateTransfers: 'accept', wallets: { NGN: 90_071_992_547_408 } })
  const { body } = await shop.generate({ reference: 'scn:va-expiry:1', amount: 1 })
  await shop.advance('31m')
  const path = `/_sandbox/virtual-accounts/${body.virtual_account.account_number}/transfers`
  const paid = await shop.post(path, { amount: 100 })
  expect([paid.status, paid.body.status]).toEqual([200, 'FAILED'])
  expect(paid.body.steps.at(-1)).toMatchObject({
    kind: 'transfer_received',
    amount: 100,
    note: 'wallet_full',
  })
})
