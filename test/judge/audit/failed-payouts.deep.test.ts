import { expect, test } from 'vitest'
import { changeNames } from '../../../src/judge/explore/changes.ts'
import { auditRows } from '../../support/audit-rows.ts'
import * as paying from '../../support/merchants/paying-merchant.ts'

const plan = `payout: { post: SHOP/withdrawals, body: { amount: 5 }, reference: /reference }
probe: { payouts: { get: "SHOP/withdrawals/{reference}", state: { at: /state, sent: sent, failed: failed, open: open }, taken: /taken } }
ask: SHOP/cron
`
const on = (...changes: readonly string[]) => changes.map((change) => `${change}, payout that FAILED`)

test('a merchant who gives back once passes every change on a payout that FAILED', async () => {
  const rows = await auditRows(paying.PayingMerchant, plan, on(...changeNames))
  expect(rows).toEqual(['paid out', ...on(...changeNames)].map((check) => `${check}: ok`))
})

/** Stores the withdrawal as open once its call is answered, over what came before. */
class OverwritesOnReply extends paying.PayingMerchant {
  protected override payoutCreated(...[withdrawal, record]: Parameters<paying.PayingMerchant['payoutCreated']>): void {
    super.payoutCreated(withdrawal, record)
    withdrawal.state = 'open'
    withdrawal.taken = withdrawal.amount
  }

  override async askFor(): Promise<void> {}
}

/** Gives the money back if the reply does not come, and once more if the payout FAILED. */
class GivesBackForBoth extends paying.PayingMerchant {
  protected override async lostPayoutReply(withdrawal: paying.Withdrawal): Promise<void> {
    withdrawal.taken -= withdrawal.amount
  }

  protected override failed(withdrawal: paying.Withdrawal): void {
    withdrawal.state = 'failed'
    withdrawal.taken -= withdrawal.amount
  }
}

class ChecksParsedBodies extends paying.PayingMerchant {
  protected override isSigned(raw: string, request: Request): boolean {
    return this.isSignatureOf(JSON.stringify(JSON.parse(raw)), request)
  }

  override async askFor(): Promise<void> {}
}

test('a merchant who shows a payout as sent once its call is answered is found where it FAILED', async () => {
  const checks = ['failed', 'failed with three webhooks', 'failed without a webhook']
  const rows = await auditRows(paying.TellsSentOnReply, plan, checks)
  expect(rows.map((row) => row.replace(/withdrawal-\d+ /, ''))).toEqual([
    'paid out: ok',
    ...checks.map((check) => `${check}: FAILED (is sent and took 5 GHS; its payout is FAILED with 5 GHS)`),
  ])
})

test.each([
  [OverwritesOnReply, ['webhook-before-reply', 'slow-reply'], /took 5 GHS; its payout is FAILED/],
  [GivesBackForBoth, ['lost-reply'], /took -5 GHS; its payout is FAILED/],
  [paying.GivesBackEachTime, ['lost-ack', 'webhook-again-later'], /took -5 GHS; its payout is FAILED/],
  [ChecksParsedBodies, ['other-bytes'], /is open and took 5 GHS; its payout is FAILED/],
])('%o gives back wrongly', async (Kind, changes, seen) => {
  const [, ...rows] = await auditRows(Kind, plan, on(...changes))
  expect(rows).toHaveLength(changes.length)
  for (const row of rows) expect(row).toMatch(seen)
  expect(rows.map((row) => row.replace(/: FAILED .*/, '')).sort()).toEqual(on(...changes).sort())
})
