import { expect, test } from 'vitest'
import { auditRows } from '../../support/audit-rows.ts'
import { PayingMerchant } from '../../support/merchants/paying-merchant.ts'
import { TriesRefusedAgain } from '../../support/merchants/right-merchants.ts'

const plan = `payout: { post: SHOP/withdrawals, body: { amount: 5 }, reference: /reference }
probe: { payouts: { get: "SHOP/withdrawals/{reference}", state: { at: /state, sent: sent, failed: failed, open: open }, taken: /taken } }
`
const refused = ['refused (400)', '429 and then accepted']

test('a refused payout that still takes money is not called right', async () => {
  const kept = 'not checked (the shop keeps the refused payout open: without `ask` nothing makes it try again)'
  expect(await auditRows(TriesRefusedAgain, plan, refused)).toEqual([
    'paid out: ok',
    ...refused.map((check) => `${check}: ${kept}`),
  ])
})

test.each([
  ['gives the money back', PayingMerchant, plan],
  ['tries again when it is asked', TriesRefusedAgain, `${plan}ask: SHOP/cron\n`],
])('a shop that %s after a refusal is right', async (_what, Kind, written) => {
  expect(await auditRows(Kind, written, refused)).toEqual(['paid out', ...refused].map((check) => `${check}: ok`))
})
