import { expect, test } from 'vitest'
import { changeNames } from '../../../src/judge/explore/changes.ts'
import { auditRows } from '../../support/audit-rows.ts'
import { PayingMerchant } from '../../support/merchants/paying-merchant.ts'

const plan = `order: { post: SHOP/orders, body: { amount: 10.5 }, reference: /reference }
payout: { post: SHOP/withdrawals, body: { amount: 5 }, reference: /reference }
probe:
  orders: { get: "SHOP/orders/{reference}", paid: { at: /status, is: paid }, credited: /credited }
  payouts: { get: "SHOP/withdrawals/{reference}", state: { at: /state, sent: sent, failed: failed, open: open }, taken: /taken }
`

class ChecksNoSignature extends PayingMerchant {
  protected override isSigned(): boolean {
    return true
  }
}

test('forged orders take a genuine webhook of an order, behind more than 20 of payouts', async () => {
  const payouts = changeNames.map((change) => `${change}, payout`)
  const forgeries = [
    'no signature',
    'another secret',
    'signature over other bytes',
    'another amount under a real signature',
  ]
  const rows = await auditRows(ChecksNoSignature, plan, [...payouts, ...forgeries])
  const forged = rows.filter((row) => forgeries.some((name) => row.startsWith(`${name}: `)))
  expect(forged.map((row) => row.replace(/\(answered 200.*/, '(answered 200'))).toEqual(
    forgeries.map((name) => `${name}: FAILED (answered 200`),
  )
})
