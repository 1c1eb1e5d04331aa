import { createHmac, timingSafeEqual } from 'node:crypto'

export interface Service {
  readonly fetch: (path: string, init: RequestInit) => Promise<Response>
  readonly apiKey: string
  readonly secret: string
  /** Where webhooks go; absent: the address of the business. */
  readonly callbackUrl?: string
}

export interface Order {
  readonly reference: string
  readonly amount: number
  status: 'open' | 'paid' | 'failed'
  /** What the customer's account with the merchant was credited. */
  credited: number
  transactionId: string | null
}

/** The fields of a webhook, and of a status query, that a merchant reads. */
export interface TransactionRecord {
  readonly id: string
  readonly status: string
  readonly reference_business: string
  readonly amount: string
}

export interface ShownWithdrawal {
  readonly state: 'open' | 'sent' | 'failed'
  /** What the customer is out of pocket for it. */
  readonly taken: number
  readonly withdrawal?: string
}

/** A merchant without a known mistake. The others differ from it by one each. */
export class Merchant {
  readonly orders = new Map<string, Order>()
  protected readonly service: Service
  #count = 0

  constructor(service: Service) {
    this.service = service
  }

  async order(amount: number, phone = '0241234567'): Promise<Order> {
    const reference = this.newReference()
    const order: Order = { reference, amount, status: 'open', credited: 0, transactionId: null }
    this.orders.set(reference, order)
    await this.charge(order, phone)
    return order
  }

  async receive(request: Request): Promise<Response> {
    const raw = await request.text()
    if (!this.isSigned(raw, request)) return new Response('bad signature', { status: 401 })
    const record = readJson(raw)
    if (record === null) return new Response('not JSON', { status: 400 })
    const order = this.orders.get(record.reference_business)
    if (order === undefined) return new Response(null, { status: (await this.learnOther(record)) ? 200 : 404 })
    const checked = await this.checked(order, record)
    if (checked === null) return new Response('try again', { status: 503 })
    await this.learn(order, checked, request)
    return new Response(null, { status: 200 })
  }

  async askOpen(): Promise<void> {
    for (const order of this.orders.values()) if (order.status === 'open') await this.ask(order)
  }

  /** What all customers' accounts were credited. */
  get balance(): number {
    return [...this.orders.values()].reduce((sum, { credited }) => sum + credited, 0)
  }

  /** The balance of the wallet with a number; without one there is no such wallet. */
  balanceOf(_number: string): number | undefined {
    return this.balance
  }

  shown(reference: string) {
    const order = this.orders.get(reference)
    return order && { status: order.status, credited: order.credited }
  }

  /** `key`: the customer's own name for it, if he gives one. */
  async withdraw(_amount: number, _key = ''): Promise<{ readonly reference: string }> {
    throw new Error('This merchant pays nothing out')
  }

  shownWithdrawal(_reference: string): ShownWithdrawal | undefined {
    return undefined
  }

  /** Takes a webhook that is about no order. Returns false if it is about nothing that is known. */
  protected async learnOther(_record: TransactionRecord): Promise<boolean> {
    return false
  }

  protected newReference(): string {
    return `order-${++this.#count}`
  }

  /** Asks the customer to pay. A reply that does not come says nothing, so the call is repeated under the same reference. */
  protected async charge(order: Order, phone: string): Promise<void> {
    const reply = await this.create(order, phone).catch(() => null)
    if (reply === null) return this.lostReply(order, phone)
    if (reply.ok) await this.created(order, (await reply.json()) as TransactionRecord)
    else if (!(await reply.text()).includes('Duplicate reference')) order.status = 'failed'
  }

  protected async lostReply(order: Order, phone: string): Promise<void> {
    await this.charge(order, phone)
  }

  protected async created(order: Order, { id }: TransactionRecord): Promise<void> {
    order.transactionId = id
  }

  protected create({ reference, amount }: Order, phone: string): Promise<Response> {
    const { callbackUrl } = this.service
    const body = {
      amount,
      currency: 'GHS',
      network: 'MTN',
      reason: 'Order',
      reference,
      accountName: 'Ama Mensah',
      accountNumber: phone,
      ...(callbackUrl === undefined ? {} : { callbackURL: callbackUrl }),
    }
    return this.call('/collections/mobilemoney', { method: 'POST', body: JSON.stringify(body) })
  }

  protected async ask(order: Order): Promise<void> {
    if (order.transactionId === null) return
    const record = await this.answered(order)
    if (record !== null) await this.learn(order, record)
  }

  /** If a webhook names another sum than the price, the service has the right one. Returns null if it does not answer. */
  protected async checked(order: Order, record: TransactionRecord): Promise<TransactionRecord | null> {
    if (Number(record.amount) === order.amount) return record
    order.transactionId = record.id
    return this.answered(order)
  }

  protected async answered(order: Order): Promise<TransactionRecord | null> {
    const reply = await this.query(order).catch(() => null)
    return reply?.ok ? ((await reply.json()) as TransactionRecord) : null
  }

  protected query(order: Order): Promise<Response> {
    return this.call(`/payments/${order.transactionId}`, { method: 'GET' })
  }

  /** Takes a final status: credits once, in one step. */
  protected async learn(order: Order, { status, amount, id }: TransactionRecord, _webhook?: Request): Promise<void> {
    order.transactionId = id
    if (order.status !== 'open') return
    if (status === 'FAILED') order.status = 'failed'
    if (status !== 'COMPLETED') return
    order.status = 'paid'
    order.credited += Number(amount)
  }

  protected isSigned(raw: string, request: Request): boolean {
    return this.isSignatureOf(raw, request)
  }

  protected isSignatureOf(bytes: string, request: Request): boolean {
    const signature = Buffer.from(request.headers.get('x-webhook-signature') ?? '')
    const right = Buffer.from(createHmac('sha512', this.service.secret).update(bytes).digest('hex'))
    return signature.length === right.length && timingSafeEqual(signature, right)
  }

  protected call(path: string, init: RequestInit): Promise<Response> {
    const headers = { authorization: this.service.apiKey, 'content-type': 'application/json' }
    return this.service.fetch(path, { ...init, headers })
  }
}

function readJson(raw: string): TransactionRecord | null {
  try {
    return JSON.parse(raw) as TransactionRecord
  } catch {
    return null
  }
}
