import { expect, test } from 'vitest'
import { auditRows } from '../../support/audit-rows.ts'
import { order } from '../../support/audited.ts'
import { Merchant } from '../../support/merchants/merchant.ts'
import { PayingMerchant, type Withdrawal } from '../../support/merchants/paying-merchant.ts'
import { WithoutDedupe } from '../../support/merchants/wrong-merchants.ts'

const plan = `${order}probe: { balance: { get: "SHOP/wallets/{customer}", at: /balance } }\n`

/** Knows a wallet by the number that the customer typed. */
class LocalWallets extends Merchant {
  override balanceOf(number: string): number | undefined {
    return number === '0241234567' ? this.balance : undefined
  }
}

/** Answers 0 for a wallet that it does not know. */
class ZeroForUnknown extends Merchant {
  override balanceOf(number: string): number {
    return number === '0241234567' ? this.balance : 0
  }
}

class CreditsCopies extends WithoutDedupe {
  override balanceOf(number: string): number | undefined {
    return number === '0241234567' ? this.balance : undefined
  }
}

class WalletsById extends Merchant {
  override balanceOf(): undefined {}
}

test.each([LocalWallets, ZeroForUnknown])('%o is right about wallets with local numbers', async (Kind) => {
  expect(await auditRows(Kind, plan, ['wrong-pin', 'together'])).toEqual([
    'approved: ok',
    'wrong-pin: ok',
    'together: ok',
  ])
})

test('a wallet with a local number that is credited twice FAILED', async () => {
  const rows = await auditRows(CreditsCopies, plan, ['webhook-twice'])
  expect(rows[1]).toMatch(/^webhook-twice: FAILED \(the balance of 233\d+ rose by 21 GHS; /)
})

test('wallets that cannot be found by a number are not checked', async () => {
  const [approved] = await auditRows(WalletsById, plan, [])
  expect(approved).toBe('approved: not checked (no wallet under 233241234567 or 0241234567)')
})

const withdrawals = `payout: { post: SHOP/withdrawals, body: { amount: 5 }, reference: /reference }
probe:
  payouts: { get: "SHOP/withdrawals/{reference}", state: { at: /state, sent: sent, failed: failed, open: open }, taken: /taken }
  balance: { get: "SHOP/wallets/{customer}", at: /balance }
ask: SHOP/cron
`

/** Shows the money as given back once, and gives it back twice. */
class HidesASecondRefund extends PayingMerchant {
  #hidden = 0

  override get balance(): number {
    return super.balance + this.#hidden
  }

  protected override failed(withdrawal: Withdrawal): void {
    super.failed(withdrawal)
    this.#hidden += withdrawal.amount
  }
}

test('a wallet that a withdrawal moves by a false sum FAILED, also where the rows of the withdrawals are right', async () => {
  const rows = (Kind: typeof PayingMerchant) => auditRows(Kind, withdrawals, ['failed', 'failed without a webhook'])
  expect(await rows(PayingMerchant)).toEqual(['paid out: ok', 'failed: ok', 'failed without a webhook: ok'])
  const [paid, ...failed] = await rows(HidesASecondRefund)
  expect(paid).toBe('paid out: ok')
  for (const row of failed)
    expect(row).toMatch(/: FAILED \(the balance of 233241234567 rose by 5 GHS; .* come to 0 GHS\)$/)
})
