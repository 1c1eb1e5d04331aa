import { expect, test } from 'vitest'
import { rowsOf } from '../../support/audit-rows.ts'
import { order, probe } from '../../support/audited.ts'
import { GivesBackEachTime } from '../../support/merchants/paying-merchant.ts'
import { WithoutDedupe } from '../../support/merchants/wrong-merchants.ts'

const payout = `payout: { post: SHOP/withdrawals, body: { amount: 5 }, reference: /reference }
probe: { payouts: { get: "SHOP/withdrawals/{reference}", state: { at: /state, sent: sent, failed: failed, open: open }, taken: /taken } }
`

test.each([
  [
    WithoutDedupe,
    order + probe,
    'webhook-late',
    'credited-twice',
    'Find the order by its reference, and mark it paid and credit it in one step that only an open order passes. Answer 2xx to every copy.',
  ],
  [
    GivesBackEachTime,
    payout,
    'webhook-late, payout that FAILED',
    'given-back-twice',
    'Find the payout by its reference, and give its money back in one step that only an open payout passes. Answer 2xx to every copy.',
  ],
] as const)('%o in %# is advised about the fault, and not about the row', async (Kind, plan, check, rule, advice) => {
  const rows = await rowsOf(Kind, plan, [check], { asksWhenSeen: true })
  expect(rows.at(-1)).toMatchObject({ check, verdict: 'FAILED', rule, advice })
})
