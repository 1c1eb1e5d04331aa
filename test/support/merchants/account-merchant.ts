import { Merchant, type Order, type TransactionRecord } from './merchant.ts'

/** A merchant whose customers pay into virtual accounts, without a known mistake: goods for the whole price only. */
export class AccountMerchant extends Merchant {
  protected override create({ reference, amount }: Order, phone: string): Promise<Response> {
    const { callbackUrl } = this.service
    const body = {
      amount,
      currency: 'NGN',
      network: '058',
      reason: 'Order',
      reference,
      accountName: 'Ngozi Okafor',
      accountNumber: phone,
      ...(callbackUrl === undefined ? {} : { callbackURL: callbackUrl }),
    }
    return this.call('/collections/virtual-account', { method: 'POST', body: JSON.stringify(body) })
  }

  protected override async learn(order: Order, { status, id, amount: sum }: TransactionRecord): Promise<void> {
    order.transactionId = id
    if (order.status !== 'open' || (status !== 'COMPLETED' && status !== 'FAILED')) return
    const amount = Number(sum)
    order.status = status === 'COMPLETED' && amount >= order.amount ? 'paid' : 'failed'
    if (status === 'COMPLETED') order.credited += amount
  }
}

/** Gives out the goods for any sum. */
export class GoodsForLess extends AccountMerchant {
  protected override async learn(order: Order, record: TransactionRecord): Promise<void> {
    await super.learn(order, record)
    if (order.credited > 0) order.status = 'paid'
  }
}

/** Believes the sum of the webhook. */
export class BelievesTheSum extends AccountMerchant {
  protected override async checked(_order: Order, record: TransactionRecord): Promise<TransactionRecord> {
    return record
  }
}
