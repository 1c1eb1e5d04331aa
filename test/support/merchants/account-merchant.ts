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

  protected override async learn(order: Order, record: TransactionRecord): Promise<void> {
    const { status, id } = record
    order.transactionId = id
    if (order.status !== 'open' || (status !== 'COMPLETED' && status !== 'FAILED')) return
    const amount = await this.amountOf(order, record)
    if (order.status !== 'open') return
    order.status = status === 'COMPLETED' && amount >= order.amount ? 'paid' : 'failed'
    if (status === 'COMPLETED') order.credited += amount
  }

  /** Asks the service if a webhook names another sum than the price. */
  protected async amountOf(order: Order, record: TransactionRecord): Promise<number> {
    if (Number(record.amount) === order.amount) return order.amount
    const reply = await this.query(order)
    return Number(((await reply.json()) as TransactionRecord).amount)
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
  protected override async amountOf(_order: Order, { amount }: TransactionRecord): Promise<number> {
    return Number(amount)
  }
}
