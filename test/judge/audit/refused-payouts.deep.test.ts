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

test('a shop that gives the money back after a refusal is right, and shows nothing about a second call', async () => {
  expect(await auditRows(PayingMerchant, plan, refused)).toEqual([
    'paid out: ok',
    'refused (400): ok',
    '429 and then accepted: not checked (the shop did not call again after the 429)',
  ])
})

test('a shop that tries again when it is asked is right', async () => {
  const rows = await auditRows(TriesRefusedAgain, `${plan}ask: SHOP/cron\n`, refused)
  expect(rows).toEqual(['paid out', ...refused].map((check) => `${check}: ok`))
})
