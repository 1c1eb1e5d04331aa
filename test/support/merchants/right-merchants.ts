import { setTimeout } from 'node:timers/promises'
import { AccountMerchant } from './account-merchant.ts'
import { PaysACartTwice } from './cart-merchant.ts'
import { Merchant, type Order, type TransactionRecord } from './merchant.ts'
import { PayingMerchant, type Withdrawal } from './paying-merchant.ts'

/** Looks and credits behind a lock of the order, where `CheckThenAct` has none. */
export class LocksTheOrder extends Merchant {
  readonly #locks = new Map<string, Promise<void>>()

  protected override async learn(order: Order, record: TransactionRecord): Promise<void> {
    const before = this.#locks.get(order.reference) ?? Promise.resolve()
    const done = before.then(async () => {
      await setTimeout(1)
      await super.learn(order, record)
    })
    this.#locks.set(order.reference, done)
    await done
  }
}

/** Adds to the balance in one step, where `WritesBackTheBalance` writes a sum back. */
export class AddsToTheBalance extends Merchant {
  #balance = 0

  override get balance(): number {
    return this.#balance
  }

  protected override async learn(order: Order, record: TransactionRecord): Promise<void> {
    const wasOpen = order.status === 'open'
    await super.learn(order, record)
    if (!wasOpen || order.status !== 'paid') return
    this.#balance += Number(record.amount)
    await setTimeout(1)
  }
}

/** Remembers a webhook once its signature is checked, where `RemembersBeforeTheCheck` does it before. */
export class RemembersAfterTheCheck extends Merchant {
  readonly #seen = new Set<string>()

  protected override async learn(order: Order, record: TransactionRecord): Promise<void> {
    const key = `${record.id} ${record.status}`
    if (this.#seen.has(key)) return
    this.#seen.add(key)
    await super.learn(order, record)
  }
}

/**
 * Remembers a webhook in the transaction of its work. The database refuses the work of two webhooks at once, and then both the
 * work and what remembers it are undone.
 */
export class RollsBackTheMemory extends Merchant {
  readonly #seen = new Set<string>()
  #isLocked = false

  override async receive(request: Request): Promise<Response> {
    return super.receive(request).catch(() => new Response('database is locked', { status: 500 }))
  }

  protected override async learn(order: Order, record: TransactionRecord): Promise<void> {
    const key = `${record.id} ${record.status}`
    if (this.#seen.has(key)) return
    this.#seen.add(key)
    try {
      await this.#work(order, record)
    } catch (error) {
      this.rollBack(this.#seen, key)
      throw error
    }
  }

  protected rollBack(seen: Set<string>, key: string): void {
    seen.delete(key)
  }

  async #work(order: Order, record: TransactionRecord): Promise<void> {
    if (this.#isLocked) throw new Error('database is locked')
    this.#isLocked = true
    await setTimeout(1)
    await super.learn(order, record)
    this.#isLocked = false
  }
}

/** Takes a webhook for a sign to ask, and believes the answer alone. */
export class AsksAboutEachWebhook extends Merchant {
  protected override async checked(order: Order, { id }: TransactionRecord): Promise<TransactionRecord | null> {
    order.transactionId = id
    return this.answered(order)
  }
}

/** Keeps a refused payout open and tries again with the same reference. */
export class TriesRefusedAgain extends PayingMerchant {
  protected override payoutRefused(_withdrawal: Withdrawal): void {}

  override async askFor(withdrawal: Withdrawal): Promise<void> {
    if (withdrawal.transactionId === null) await this.payOut(withdrawal)
    else await super.askFor(withdrawal)
  }
}

/** Lets the customer pay a cart twice, as `ChargesACartTwice` does, and credits both payments. */
export class CreditsBothPayments extends PaysACartTwice {
  override shown(reference: string) {
    const cart = this.cartOf(reference)
    const payments = [...this.orders.values()].filter((payment) => this.cartOf(payment.reference) === cart)
    const paid = payments.find(({ status }) => status === 'paid')
    const status = paid?.status ?? payments[0]?.status ?? 'open'
    return { cart, status, credited: payments.reduce((sum, { credited }) => sum + credited, 0) }
  }
}

/** Gives an order up if the reply with the number of its account is lost, and opens another account under a new reference. */
export class OpensAnotherAccount extends AccountMerchant {
  protected override async lostReply(order: Order, phone: string): Promise<void> {
    order.status = 'failed'
    await this.order(order.amount, phone)
  }
}

/** Has one thing to sell, and pays back what the next customers paid for it. */
export class SellsOne extends PayingMerchant {
  #soldTo: Order | null = null
  readonly #refunds = new Map<string, Withdrawal>()

  protected override async learn(order: Order, record: TransactionRecord): Promise<void> {
    order.transactionId = record.id
    if (order.status !== 'open') return
    if (record.status === 'FAILED') order.status = 'failed'
    if (record.status !== 'COMPLETED') return
    if (this.#soldTo === null) {
      this.#soldTo = order
      await super.learn(order, record)
      return
    }
    order.status = 'failed'
    const reference = `refund-of-${order.reference}`
    const refund: Withdrawal = {
      reference,
      amount: Number(record.amount),
      state: 'open',
      taken: 0,
      transactionId: null,
    }
    this.#refunds.set(reference, refund)
    await this.payOut(refund)
  }

  override async askOpen(): Promise<void> {
    await super.askOpen()
    for (const refund of this.#refunds.values()) if (refund.state === 'open') await this.askFor(refund)
  }

  protected override async learnOther(record: TransactionRecord): Promise<boolean> {
    const refund = this.#refunds.get(record.reference_business)
    if (refund === undefined) return super.learnOther(record)
    this.learnPayout(refund, record)
    return true
  }
}
