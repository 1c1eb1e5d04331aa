import { expect, test } from 'vitest'
import { audited, order, probe } from '../support/audited.ts'
import * as paying from '../support/merchants/paying-merchant.ts'
import { TakesErrorForFailed } from '../support/merchants/wrong-merchants.ts'

const payouts = `payout: { post: SHOP/withdrawals, body: { amount: 5 }, reference: /reference }
probe: { payouts: { get: "SHOP/withdrawals/{reference}", state: { at: /state, sent: sent, failed: failed, open: open }, taken: /taken } }
`
const ask = 'ask: SHOP/cron\n'
const withTimer = { asksWhenSeen: false }

test('a shop whose timer is slower than the audit is not accused', { timeout: 120_000 }, async () => {
  const { failed, rows } = await audited(paying.PayingMerchant, payouts, withTimer)
  const without = rows.find(({ check }) => check === 'failed without a webhook')
  expect([failed, without?.verdict]).toEqual([[], 'not checked (if a timer does it, name it in `ask`)'])
})

test('`ask` of the plan makes it ask, while a payout is open and after its end', { timeout: 120_000 }, async () => {
  const { failed, rows } = await audited(paying.PayingMerchant, payouts + ask, withTimer)
  const verdicts = rows.filter(({ check }) => /status|pending|without a webhook/.test(check))
  expect([failed, verdicts.map(({ check, verdict }) => [check, verdict])]).toEqual([
    [],
    [
      ['failed without a webhook', 'ok'],
      ['webhook-before-status-reply, payout', 'ok'],
      ['pending-first, payout', 'ok'],
      ['status-fails, payout', 'ok'],
      ['webhook-before-status-reply, payout that FAILED', 'ok'],
      ['pending-first, payout that FAILED', 'ok'],
      ['status-fails, payout that FAILED', 'ok'],
    ],
  ])
})

test('a shop that takes an error of a query for FAILED is found once it asks', { timeout: 120_000 }, async () => {
  const { failed } = await audited(TakesErrorForFailed, order + probe + ask, withTimer)
  expect(failed).toContain('status-fails')
})
