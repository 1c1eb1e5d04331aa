import { Merchant, type Order, type TransactionRecord } from './merchant.ts'

/** A merchant with one cart: a customer who orders again while the payment is open gets the same order. */
export class CartMerchant extends Merchant {
  override async order(amount: number, phone?: string): Promise<Order> {
    return this.openOrder() ?? super.order(amount, phone)
  }

  protected openOrder(): Order | undefined {
    return [...this.orders.values()].find(
      ({ status, reference }) => status === 'open' && this.cartOf(reference) === reference,
    )
  }

  override shown(reference: string) {
    const cart = this.cartOf(reference)
    const shown = super.shown(cart)
    return shown && { ...shown, cart }
  }

  protected cartOf(reference: string): string {
    return reference
  }
}

/** Asks the customer to pay again while the first payment is open. */
export class PaysACartTwice extends CartMerchant {
  readonly #carts = new Map<string, string>()

  override async order(amount: number, phone?: string): Promise<Order> {
    const open = this.openOrder()
    const placed = await Merchant.prototype.order.call(this, amount, phone)
    if (open !== undefined) this.#carts.set(placed.reference, open.reference)
    return placed
  }

  protected override cartOf(reference: string): string {
    return this.#carts.get(reference) ?? reference
  }
}

/** Knows of one payment of the cart only. */
export class ChargesACartTwice extends PaysACartTwice {
  protected override async learn(order: Order, record: TransactionRecord): Promise<void> {
    await super.learn(this.orders.get(this.cartOf(order.reference)) ?? order, record)
  }
}
