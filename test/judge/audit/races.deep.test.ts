import { expect, test } from 'vitest'
import { auditRows } from '../../support/audit-rows.ts'
import { order, probe } from '../../support/audited.ts'
import { Merchant } from '../../support/merchants/merchant.ts'
import { PayingMerchant } from '../../support/merchants/paying-merchant.ts'
import { WithoutDedupe } from '../../support/merchants/wrong-merchants.ts'

/** Credits every copy of a webhook, but only for the second order. */
class CreditsCopiesOnce extends WithoutDedupe {
  protected override async learn(...[placed, record]: Parameters<Merchant['learn']>): Promise<void> {
    const [, second] = this.orders.values()
    if (placed === second || placed.status === 'open') await super.learn(placed, record)
  }
}

test('a row about money that failed once in four plays FAILED', async () => {
  const rows = await auditRows(CreditsCopiesOnce, order + probe, ['webhook-twice'])
  expect(rows[1]).toMatch(/^webhook-twice: FAILED \(order-2 was credited 21 GHS; .* \(1 of 4 plays\)\)$/)
})

/** Answers 200 to the first forged webhook, and changes nothing. */
class AcceptsOneForgery extends Merchant {
  #forged = 0

  override async receive(request: Request): Promise<Response> {
    const response = await super.receive(request)
    return response.status === 401 && ++this.#forged === 1 ? new Response(null, { status: 200 }) : response
  }
}

test('a row without money that passes when it is played again is unsteady', async () => {
  const rows = await auditRows(AcceptsOneForgery, order + probe, ['no signature'])
  expect(rows).toEqual(['approved: ok', 'no signature: unsteady'])
})

/** Takes no webhook, and asks for the status instead. */
class OnlyAsks extends Merchant {
  override async receive(): Promise<Response> {
    return new Response(null, { status: 404 })
  }
}

test('of a shop that refuses every webhook, rows about webhooks are not checked', async () => {
  const checks = ['webhook-twice', 'together', 'lost-ack', 'other-bytes', 'slow-reply']
  const rows = await auditRows(OnlyAsks, `${order}${probe}ask: SHOP/cron\n`, checks)
  const verdictOf = new Map(rows.map((row) => row.split(': ') as [string, string]))
  expect([verdictOf.get('approved'), verdictOf.get('slow-reply')]).toEqual(['ok', 'ok'])
  expect(verdictOf.get('other-bytes')).toBe('not checked (the shop refused every webhook)')
  for (const check of ['webhook-twice', 'together', 'lost-ack']) expect(verdictOf.get(check)).toMatch(/^not checked /)
})

const payoutWithBalance = `payout: { post: SHOP/withdrawals, body: { amount: 5 }, reference: /reference }
probe:
  payouts: { get: "SHOP/withdrawals/{reference}", state: { at: /state, sent: sent, failed: failed, open: open }, taken: /taken }
  balance: { get: "SHOP/wallets/{customer}", at: /balance }
`

test('a balance that is never known leaves the verdict about a payout as it is', async () => {
  expect(await auditRows(PayingMerchant, payoutWithBalance, ['failed'])).toEqual(['paid out: ok', 'failed: ok'])
})
