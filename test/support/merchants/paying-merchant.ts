import { Merchant, type ShownWithdrawal, type TransactionRecord } from './merchant.ts'

export interface Withdrawal {
  readonly reference: string
  readonly amount: number
  state: 'open' | 'sent' | 'failed'
  /** What the customer is out of pocket for it. */
  taken: number
  transactionId: string | null
}

/** A merchant who also pays out, without a known mistake. */
export class PayingMerchant extends Merchant {
  readonly withdrawals = new Map<string, Withdrawal>()

  override async withdraw(amount: number): Promise<Withdrawal> {
    const reference = this.newReference().replace('order', 'withdrawal')
    const withdrawal: Withdrawal = { reference, amount, state: 'open', taken: amount, transactionId: null }
    this.withdrawals.set(reference, withdrawal)
    await this.payOut(withdrawal)
    return withdrawal
  }

  override async askOpen(): Promise<void> {
    await super.askOpen()
    for (const withdrawal of this.withdrawals.values()) if (withdrawal.state === 'open') await this.askFor(withdrawal)
  }

  override get balance(): number {
    return [...this.withdrawals.values()].reduce((sum, { taken }) => sum - taken, super.balance)
  }

  override shownWithdrawal(reference: string): ShownWithdrawal | undefined {
    const withdrawal = this.withdrawals.get(reference)
    return withdrawal && { state: withdrawal.state, taken: withdrawal.taken }
  }

  protected async payOut(withdrawal: Withdrawal): Promise<void> {
    const reply = await this.send(withdrawal).catch(() => null)
    if (reply === null) return this.lostPayoutReply(withdrawal)
    if (reply.ok) return this.payoutCreated(withdrawal, ((await reply.json()) as [TransactionRecord])[0])
    if (!(await reply.text()).includes('Duplicate reference')) this.payoutRefused(withdrawal)
  }

  /** A reply that does not come says nothing, so the call is repeated under the same reference. */
  protected async lostPayoutReply(withdrawal: Withdrawal): Promise<void> {
    await this.payOut(withdrawal)
  }

  protected payoutCreated(withdrawal: Withdrawal, { id }: TransactionRecord): void {
    withdrawal.transactionId = id
  }

  protected payoutRefused(withdrawal: Withdrawal): void {
    this.failed(withdrawal)
  }

  protected override async learnOther(record: TransactionRecord): Promise<boolean> {
    const withdrawal = this.withdrawals.get(record.reference_business)
    if (withdrawal === undefined) return false
    this.learnPayout(withdrawal, record)
    return true
  }

  protected learnPayout(withdrawal: Withdrawal, { status, id }: TransactionRecord): void {
    withdrawal.transactionId = id
    if (withdrawal.state !== 'open') return
    if (status === 'COMPLETED') withdrawal.state = 'sent'
    if (status === 'FAILED') this.failed(withdrawal)
  }

  protected failed(withdrawal: Withdrawal): void {
    withdrawal.state = 'failed'
    withdrawal.taken = 0
  }

  protected send({ reference, amount }: Withdrawal): Promise<Response> {
    const { callbackUrl } = this.service
    const recipient = {
      amount,
      currency: 'GHS',
      network: 'MTN',
      accountName: 'Ama Mensah',
      accountNumber: '0241234567',
    }
    const body = {
      reference,
      recipients: [recipient],
      ...(callbackUrl === undefined ? {} : { callbackURL: callbackUrl }),
    }
    return this.call('/disbursements/mobilemoney', { method: 'POST', body: JSON.stringify(body) })
  }

  async askFor(withdrawal: Withdrawal): Promise<void> {
    if (withdrawal.transactionId === null) return
    const reply = await this.call(`/payments/${withdrawal.transactionId}`, { method: 'GET' }).catch(() => null)
    if (reply?.ok) this.learnPayout(withdrawal, (await reply.json()) as TransactionRecord)
  }
}

/** A merchant who pays out to bank accounts. */
export class PaysToBanks extends PayingMerchant {
  protected override send({ reference, amount }: Withdrawal): Promise<Response> {
    const { callbackUrl } = this.service
    const recipient = {
      amount,
      currency: 'GHS',
      bank: 'GCB',
      accountName: 'Ama Mensah',
      accountNumber: '1234567890123',
    }
    const body = {
      senderName: 'Kofi Ltd',
      reference,
      recipients: [recipient],
      ...(callbackUrl === undefined ? {} : { callbackURL: callbackUrl }),
    }
    return this.call('/disbursements/bank', { method: 'POST', body: JSON.stringify(body) })
  }
}

/** Gives the money back if the reply does not come. */
export class GivesBackOnTimeOut extends PayingMerchant {
  protected override async lostPayoutReply(withdrawal: Withdrawal): Promise<void> {
    this.failed(withdrawal)
  }
}

/** Gives the money back with every FAILED webhook. */
export class GivesBackEachTime extends PayingMerchant {
  protected override learnPayout(withdrawal: Withdrawal, record: TransactionRecord): void {
    super.learnPayout(withdrawal, record)
    if (record.status === 'FAILED') withdrawal.taken -= withdrawal.amount
  }

  protected override failed(withdrawal: Withdrawal): void {
    withdrawal.state = 'failed'
  }

  protected override payoutRefused(withdrawal: Withdrawal): void {
    super.failed(withdrawal)
  }
}

/** Tells the customer that the money was sent as soon as the create call is answered. */
export class TellsSentOnReply extends PayingMerchant {
  protected override payoutCreated(withdrawal: Withdrawal, record: TransactionRecord): void {
    super.payoutCreated(withdrawal, record)
    withdrawal.state = 'sent'
  }
}

/** Keeps the money of a payout that the service refused. */
export class KeepsWhatWasRefused extends PayingMerchant {
  protected override payoutRefused(withdrawal: Withdrawal): void {
    withdrawal.state = 'failed'
  }
}

/** Pays out again, under a new reference, if the reply does not come. */
export class PaysOutAgain extends PayingMerchant {
  protected override async lostPayoutReply(withdrawal: Withdrawal): Promise<void> {
    const again: Withdrawal = { ...withdrawal, reference: `${withdrawal.reference}-again` }
    this.withdrawals.set(again.reference, again)
    await this.payOut(again)
  }

  override shownWithdrawal(reference: string): ShownWithdrawal | undefined {
    const shown = super.shownWithdrawal(reference)
    return shown && { ...shown, withdrawal: reference.replace('-again', '') }
  }
}
