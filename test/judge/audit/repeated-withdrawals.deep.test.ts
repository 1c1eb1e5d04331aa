import { expect, test } from 'vitest'
import { auditRows } from '../../support/audit-rows.ts'
import { PayingMerchant, type Withdrawal } from '../../support/merchants/paying-merchant.ts'

const check = 'a failed withdrawal that the customer repeats under the same key'
const payout =
  'payout: { post: SHOP/withdrawals, body: { amount: 5 }, headers: { Idempotency-Key: "{fresh}" }, reference: /reference }\n'
const shown =
  'get: "SHOP/withdrawals/{reference}", state: { at: /state, sent: sent, failed: failed, open: open }, taken: /taken'
const probe = `probe:\n  payouts: { ${shown}, withdrawal: /withdrawal }\n`
const balance = '  balance: { get: "SHOP/wallets/{customer}", at: /balance }\n'

/** Knows a withdrawal by its key, and answers a repeated call with what became of it. */
class KnowsKeys extends PayingMerchant {
  protected readonly attempts = new Map<string, Withdrawal[]>()

  override async withdraw(amount: number, key = ''): Promise<Withdrawal> {
    const last = this.attempts.get(key)?.at(-1)
    return last === undefined ? this.attempt(amount, key) : this.repeated(last, key)
  }

  protected async repeated(last: Withdrawal, _key: string): Promise<Withdrawal> {
    return last
  }

  protected async attempt(amount: number, key: string): Promise<Withdrawal> {
    const begun = await super.withdraw(amount)
    this.attempts.set(key, [...(this.attempts.get(key) ?? []), begun])
    return begun
  }

  override shownWithdrawal(reference: string) {
    const own = super.shownWithdrawal(reference)
    return own && { ...own, withdrawal: this.keyOf(reference) ?? reference }
  }

  protected keyOf(reference: string): string | undefined {
    const isOf = ([, all]: [string, Withdrawal[]]) => all.some((one) => one.reference === reference)
    return [...this.attempts].find(isOf)?.[0]
  }
}

/** Begins another attempt of the same withdrawal if the last one failed. */
class TriesAnew extends KnowsKeys {
  protected override async repeated(last: Withdrawal, key: string): Promise<Withdrawal> {
    return last.state === 'failed' ? this.attempt(last.amount, key) : last
  }
}

/** Shows the whole withdrawal, whichever attempt it is asked about. */
class ShowsTheWhole extends TriesAnew {
  override shownWithdrawal(reference: string) {
    const last = this.attempts.get(this.keyOf(reference) ?? '')?.at(-1)
    return super.shownWithdrawal(last?.reference ?? reference)
  }
}

/** Takes the money of a key once only, also if it was given back. */
class TakesOncePerKey extends TriesAnew {
  protected override async attempt(amount: number, key: string): Promise<Withdrawal> {
    const isKnown = this.attempts.has(key)
    const begun = await super.attempt(amount, key)
    if (isKnown) begun.taken = 0
    return begun
  }
}

/** Sends again under the old reference, takes the answer "Duplicate reference" for a new payout, and asks about it no more. */
class RepeatsTheReference extends KnowsKeys {
  protected override async repeated(last: Withdrawal): Promise<Withdrawal> {
    last.state = 'open'
    last.taken = last.amount
    await this.send(last)
    last.transactionId = null
    return last
  }
}

/** Tries a failed payout again at once, and once more if the customer repeats his call. */
class TriesTwice extends KnowsKeys {
  protected override failed(withdrawal: Withdrawal): void {
    super.failed(withdrawal)
    const key = this.keyOf(withdrawal.reference)
    if (key !== undefined && this.attempts.get(key)?.length === 1) void this.attempt(withdrawal.amount, key)
  }

  protected override repeated(last: Withdrawal, key: string): Promise<Withdrawal> {
    return this.attempt(last.amount, key)
  }
}

test.each([PayingMerchant, KnowsKeys, TriesAnew, ShowsTheWhole])('%o is right', async (Kind) => {
  const all = await auditRows(Kind, payout + probe, [check])
  const balances = await auditRows(Kind, payout + probe + balance, [check])
  expect([all, balances]).toEqual([
    ['paid out: ok', `${check}: ok`],
    ['paid out: ok', `${check}: ok`],
  ])
})

test.each([
  [TakesOncePerKey, /is sent and took 0 GHS; .*COMPLETED/],
  [RepeatsTheReference, /is open and took 5 GHS; .*FAILED/],
  [TriesTwice, /took 5 GHS; its payouts are .*COMPLETED.*COMPLETED/],
])('%o is found', async (Kind, seen) => {
  const rows = await auditRows(Kind, `${payout}${probe}ask: SHOP/cron\n`, [check])
  expect(rows).toEqual(['paid out: ok', expect.stringMatching(seen)])
})

test('a plan without a key or a name for withdrawals cannot show it', async () => {
  const keyless = payout.replace('{fresh}', 'one')
  const nameless = probe.replace(', withdrawal: /withdrawal', '')
  const rows = [
    await auditRows(KnowsKeys, keyless + probe, [check]),
    await auditRows(KnowsKeys, payout + nameless, [check]),
  ]
  expect(rows.map(([, row]) => row)).toEqual([
    `${check}: not checked (the plan has no {fresh})`,
    `${check}: not checked (payouts of the probe have no \`withdrawal\`)`,
  ])
})
