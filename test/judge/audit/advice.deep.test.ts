import { expect, test } from 'vitest'
import { checks } from '../../../src/judge/audit/checks.ts'
import { rowsOf } from '../../support/audit-rows.ts'
import { order, probe } from '../../support/audited.ts'
import { Merchant, type Order, type TransactionRecord } from '../../support/merchants/merchant.ts'
import { GivesBackEachTime, PayingMerchant, type Withdrawal } from '../../support/merchants/paying-merchant.ts'
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

/** A status query marks the order paid, and credits nothing. */
class PollsWithoutCredit extends Merchant {
  protected override async learn(order: Order, record: TransactionRecord, webhook?: Request): Promise<void> {
    if (webhook === undefined && record.status === 'COMPLETED') order.status = 'paid'
    else await super.learn(order, record, webhook)
  }
}

test('a poll that marks an order paid without crediting it is advised about that, and not to ask', async () => {
  const rows = await rowsOf(PollsWithoutCredit, `${order}${probe}ask: SHOP/cron\n`, ['webhook-late', 'pending-first'])
  const advice =
    'Find the order by its reference, and mark it paid and credit it in one step that only an open order passes. Answer 2xx to every copy.'
  expect(rows.filter(({ verdict }) => verdict === 'FAILED').map((row) => [row.check, row.advice])).toEqual([
    ['webhook-late', advice],
    ['pending-first', advice],
  ])
})

/** Shows a payout that FAILED as failed, and keeps its money. */
class NeverGivesBack extends PayingMerchant {
  protected override failed(withdrawal: Withdrawal): void {
    withdrawal.state = 'failed'
  }

  protected override payoutRefused(withdrawal: Withdrawal): void {
    super.failed(withdrawal)
  }
}

test('a shop that never gives back is advised about that alone, in each row of payouts that FAILED', async () => {
  const named = ['failed', 'failed without a webhook', 'webhook-twice, payout that FAILED']
  const [, ...rows] = await rowsOf(NeverGivesBack, `${payout}ask: SHOP/cron\n`, named)
  expect(rows.map(({ check, verdict }) => `${check}: ${verdict}`).sort()).toEqual(
    named.map((check) => `${check}: FAILED`).sort(),
  )
  const advice =
    'Show a payout as sent if its webhook or a status query says COMPLETED, and give the money back once if it says FAILED. Until then it is open, and the money stays taken.'
  expect([...new Set(rows.map((row) => row.advice))]).toEqual([advice])
})

test('the rule about copies of a webhook is another one for payouts than for orders', () => {
  const askedForBy = (name: string) => checks.find(({ check }) => check === name)?.askedForBy
  expect(askedForBy('webhook-twice')).toBe('credit once (spec 6 (6), D36)')
  expect(askedForBy('webhook-twice, payout that FAILED')).toBe('settle once (spec 6 (6), D36)')
})
