import { setTimeout } from 'node:timers/promises'
import { Merchant, type Order, type TransactionRecord } from './merchant.ts'
import { RollsBackTheMemory } from './right-merchants.ts'

/** Credits with every webhook. */
export class WithoutDedupe extends Merchant {
  protected override async learn(order: Order, { status, amount, id }: TransactionRecord): Promise<void> {
    order.transactionId = id
    if (status === 'FAILED') order.status = 'failed'
    if (status !== 'COMPLETED') return
    order.status = 'paid'
    order.credited += Number(amount)
  }
}

/** Looks whether the order is paid, waits for its database, and credits. */
export class CheckThenAct extends WithoutDedupe {
  protected override async learn(order: Order, record: TransactionRecord): Promise<void> {
    const wasOpen = order.status === 'open'
    await setTimeout(50)
    if (wasOpen) await super.learn(order, record)
  }
}

/** Knows webhooks by their own id, which every copy has another of. */
export class DedupeByWebhookId extends WithoutDedupe {
  readonly #seen = new Set<string>()

  protected override async learn(order: Order, record: TransactionRecord, webhook?: Request): Promise<void> {
    const id = webhook?.headers.get('x-sandbox-delivery') ?? `query ${record.id}`
    if (this.#seen.has(id) || (webhook === undefined && order.status !== 'open')) return
    if (record.status === 'COMPLETED' || record.status === 'FAILED') this.#seen.add(id)
    await super.learn(order, record)
  }
}

/** Credits after the reply by the transaction's id, and after a webhook by the reference. */
export class TwoDedupeKeys extends WithoutDedupe {
  readonly #credited = new Set<string>()

  protected override async created(order: Order, record: TransactionRecord): Promise<void> {
    await super.created(order, record)
    await this.ask(order)
  }

  protected override async learn(order: Order, record: TransactionRecord, webhook?: Request): Promise<void> {
    const key = webhook === undefined ? record.id : record.reference_business
    if (record.status !== 'COMPLETED' || this.#credited.has(key)) return
    this.#credited.add(key)
    await super.learn(order, record)
  }

  override async askOpen(): Promise<void> {}
}

/** Believes any webhook. */
export class NoSignatureCheck extends Merchant {
  protected override isSigned(): boolean {
    return true
  }
}

/** Checks the signature of the JSON as it would write it itself. */
export class SignatureOfParsedBody extends Merchant {
  protected override isSigned(raw: string, request: Request): boolean {
    try {
      return this.isSignatureOf(JSON.stringify(JSON.parse(raw)), request)
    } catch {
      return false
    }
  }
}

/** Takes the reply to the create call for the payment. */
export class CreditsOnReply extends Merchant {
  protected override async created(order: Order, record: TransactionRecord): Promise<void> {
    await super.created(order, record)
    order.status = 'paid'
    order.credited += order.amount
  }

  protected override async learn(order: Order, { id }: TransactionRecord): Promise<void> {
    order.transactionId = id
  }
}

/** Gives an order up if the reply to its create call does not come. */
export class NeverAsks extends Merchant {
  protected override async lostReply(order: Order): Promise<void> {
    order.status = 'failed'
  }
}

/** Asks the customer to pay again, under a new reference, if the reply does not come. */
export class ChargesAgain extends Merchant {
  protected override async lostReply(order: Order, phone: string): Promise<void> {
    const again: Order = { ...order, reference: this.newReference() }
    this.orders.set(again.reference, again)
    await this.charge(again, phone)
  }
}

/** Takes a status query that fails for a payment that failed. */
export class TakesErrorForFailed extends Merchant {
  protected override async ask(order: Order): Promise<void> {
    if (order.transactionId === null) return
    const reply = await this.query(order).catch(() => null)
    if (reply?.ok) await this.learn(order, (await reply.json()) as TransactionRecord)
    else order.status = 'failed'
  }
}

/** Reads the order, asks for its status, and decides by what it has read before. */
export class DecidesByAnOldRow extends WithoutDedupe {
  protected override async ask(order: Order): Promise<void> {
    const wasOpen = order.status === 'open'
    const reply = await this.query(order).catch(() => null)
    if (reply?.ok && wasOpen) await super.learn(order, (await reply.json()) as TransactionRecord)
  }

  protected override async learn(order: Order, record: TransactionRecord): Promise<void> {
    if (order.status === 'open') await super.learn(order, record)
  }
}

/** Reads the customer's balance, and writes back a greater one later. */
export class WritesBackTheBalance extends Merchant {
  #balance = 0

  override get balance(): number {
    return this.#balance
  }

  protected override async learn(order: Order, record: TransactionRecord): Promise<void> {
    const wasOpen = order.status === 'open'
    await super.learn(order, record)
    if (!wasOpen || order.status !== 'paid') return
    const before = this.#balance
    await setTimeout(5)
    this.#balance = before + Number(record.amount)
  }
}

/** Believes the sum of the webhook. */
export class BelievesTheSum extends Merchant {
  protected override async checked(_order: Order, record: TransactionRecord): Promise<TransactionRecord> {
    return record
  }
}

/** Remembers a webhook before its signature is checked, so that a forged one keeps the real one out. */
export class RemembersBeforeTheCheck extends Merchant {
  readonly #seen = new Set<string>()

  override async receive(request: Request): Promise<Response> {
    const { id, status } = await request
      .clone()
      .json()
      .then(
        (body) => body as Partial<TransactionRecord>,
        (): Partial<TransactionRecord> => ({}),
      )
    const key = `${id} ${status}`
    if (this.#seen.has(key)) return new Response(null, { status: 200 })
    if (id !== undefined) this.#seen.add(key)
    return super.receive(request)
  }

  override async askOpen(): Promise<void> {}
}

/** Remembers a webhook also if its work failed. */
export class RemembersBeforeTheWork extends RollsBackTheMemory {
  protected override rollBack(): void {}

  override async askOpen(): Promise<void> {}
}
