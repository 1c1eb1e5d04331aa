import { createHmac } from 'node:crypto'

/** How a service behaves where the specification leaves a choice. The usual one chooses as the specification reads. */
export interface Conduct {
  readonly createdStatus: number
  readonly amount: (value: number, form: Form) => unknown
  readonly phone: (form: Form) => string
  readonly fieldErrors: (messages: readonly string[]) => unknown
  readonly feePercent: Readonly<Record<'momo' | 'account' | 'bank', number>>
  readonly bearFee: string
  readonly collectionId: (number: number) => string
  readonly payoutId: (number: number) => string
  readonly time: (ms: number) => string
  readonly openMessage: string
  readonly accountNumber: string
  readonly accountLifeMs: number
  readonly signatureHeader: string
  readonly retriesMs: readonly number[]
  readonly unauthorised: string
  readonly duplicate: string
  readonly instructions: string | null
  /** code, source, text, telco_response and provider_message. */
  readonly results: Readonly<Record<'approved' | 'pin' | 'float' | 'expired' | 'network', Result>>
  /** Whether a number of another network fails, or is not noticed. */
  readonly failsOtherNetwork: boolean
  /** Changes a record before it is sent. */
  readonly last: (record: Fields, form: Form) => Fields
}

type Form = 'answer' | 'webhook'
type Fields = Readonly<Record<string, unknown>>
type Result = readonly [code: string, source: string, text: string, telco: string | null, provider: string]

const decimal = (value: number) => String(Math.round(value * 100) / 100)

export const usual: Conduct = {
  createdStatus: 200,
  amount: (value, form) => (form === 'answer' ? value : decimal(value)),
  phone: (form) => (form === 'answer' ? '233241234567' : '0241234567'),
  fieldErrors: (message) => ({ statusCode: 400, error: 'Bad Request', message }),
  feePercent: { momo: 1.5, account: 1, bank: 1 },
  bearFee: 'customer',
  collectionId: (number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
  payoutId: (number) => `p${String(number).padStart(19, '0')}`,
  time: (ms) => new Date(ms).toISOString(),
  openMessage: 'Pending',
  accountNumber: '9912345678',
  accountLifeMs: 30 * 60_000,
  signatureHeader: 'x-webhook-signature',
  retriesMs: [5_000, 30_000],
  unauthorised: 'Authentication failed due to invalid api_key',
  duplicate: 'Duplicate reference',
  instructions:
    "If no prompt appeared on your phone, open your network's mobile money menu, choose My Approvals, and approve the pending payment with your PIN.",
  results: {
    approved: ['0000', 'Switch', 'Approved', 'APPROVED', 'Success'],
    pin: ['4200', 'Customer', 'Wrong PIN, or no answer to the prompt in time', null, 'Failed'],
    float: ['6400', 'Provider', "The provider's float at the switch is too low", null, 'Failed'],
    expired: ['4200', 'Customer', 'No transfer arrived in time, or not all of the sum', null, 'Expired'],
    network: ['5100', 'Merchant', 'Customer not registered, inactive, or on another network', null, 'Failed'],
  },
  failsOtherNetwork: true,
  last: (record) => record,
}

const key = 'test_foreign'
const begin = Date.parse('2026-04-01T08:00:00.000Z')

/** A day at a service of this conduct, as a proxy before it records it: calls and webhooks of every flow. */
export function recordForeign(conduct: Conduct): object[] {
  const service = new Foreign(conduct)
  const { entries } = service
  const paid = service.collect('a')
  service.after(10_000, () => service.end(paid, 'approved', [200]))
  service.after(1_000, () => service.query(paid))
  service.refuse(
    '/collections/mobilemoney',
    { ...momo('a') },
    { statusCode: 400, message: conduct.duplicate, error: 'Bad Request' },
  )
  const { amount: _, ...without } = momo('bad')
  for (const reference of ['bad', 'bad too']) {
    service.refuse(
      '/collections/mobilemoney',
      { ...without, reference },
      conduct.fieldErrors(['amount is required', 'amount must be a valid number', 'amount must be greater than 0']),
    )
  }
  service.refuse(
    '/collections/mobilemoney',
    momo('c'),
    { statusCode: 401, error: 'Unauthorized', message: conduct.unauthorised },
    { status: 401, authorization: `Bearer ${key}` },
  )
  // One alone shows no setting: it could have been ended by hand.
  for (const reference of ['b', 'b too']) {
    const declined = service.collect(reference)
    service.after(8_000, () => service.end(declined, 'pin', [500, 500, 200]))
    service.after(300_000, () => {})
  }
  for (const reference of ['other', 'other too']) {
    const other = service.collect(reference, { network: 'VOD' })
    service.after(2_000, () => service.end(other, conduct.failsOtherNetwork ? 'network' : 'approved', [200]))
  }
  for (const unpaid of [service.account('unpaid'), service.account('unpaid too')]) {
    service.after(service.until(unpaid, conduct.accountLifeMs), () => service.end(unpaid, 'expired', [200]))
  }
  const account = service.account('account')
  service.after(60_000, () => service.end(account, 'approved', [200]))
  const payout = service.payBank('payout')
  service.after(5_000, () => service.end(payout, 'approved', [200]))
  for (const reference of ['failing', 'failing too']) {
    const failing = service.payBank(reference)
    service.after(5_000, () => service.end(failing, 'float', [200]))
    service.after(3_600_000, () => service.query(failing))
  }
  return entries
}

function momo(reference: string): Fields {
  return {
    amount: 100.5,
    currency: 'GHS',
    network: 'MTN',
    accountName: 'Ama Mensah',
    accountNumber: '0241234567',
    reason: 'Order',
    reference,
    callbackURL: 'https://shop.example/hooks',
  }
}

interface Payment {
  readonly flow: 'momo' | 'account' | 'bank'
  readonly id: string
  readonly asked: Fields
  readonly created: number
  record: Fields | null
}

class Foreign {
  readonly entries: object[] = []
  readonly #conduct: Conduct
  #now = begin
  #count = 0

  constructor(conduct: Conduct) {
    this.#conduct = conduct
  }

  after(ms: number, happens: () => void): void {
    this.#now += ms
    happens()
  }

  /** How long it takes until a payment is so old. */
  until({ created }: Payment, ms: number): number {
    return created + ms - this.#now
  }

  collect(reference: string, changes: Fields = {}): Payment {
    return this.#create('momo', '/collections/mobilemoney', { ...momo(reference), ...changes })
  }

  account(reference: string): Payment {
    const asked = { ...momo(reference), amount: 5000, currency: 'NGN', network: '058', accountNumber: '08031234567' }
    return this.#create('account', '/collections/virtual-account', asked)
  }

  payBank(reference: string): Payment {
    const recipient = {
      amount: 20.5,
      currency: 'GHS',
      bank: 'GCB',
      accountName: 'Ama Mensah',
      accountNumber: '1234567890',
    }
    const asked = {
      senderName: 'Shop',
      recipients: [recipient],
      reference,
      reason: 'Salary',
      callbackURL: 'https://shop.example/hooks',
    }
    return this.#create('bank', '/disbursements/bank', asked)
  }

  refuse(path: string, asked: Fields, answer: unknown, { status = 400, authorization = key } = {}): void {
    this.#write('POST', path, { asked, answer, status, authorization })
  }

  query(payment: Payment): void {
    this.#write('GET', `/payments/${payment.id}`, {
      answer: payment.record ?? this.#record(payment, 'webhook', null),
      status: 200,
    })
  }

  /** Sends the webhook until the shop accepts it; `statuses` are what the shop answers. */
  end(payment: Payment, result: keyof Conduct['results'], statuses: readonly number[]): void {
    payment.record = this.#record(payment, 'webhook', result)
    const text = JSON.stringify(payment.record)
    for (const [index, status] of statuses.entries()) {
      if (index > 0) this.#now += this.#conduct.retriesMs[index - 1] ?? 0
      const signature = createHmac('sha512', key).update(text).digest('hex')
      const headers = listed({ 'content-type': 'application/json', [this.#conduct.signatureHeader]: signature })
      const request = { method: 'POST', url: 'https://shop.example/hooks', headers, postData: { text } }
      this.entries.push({
        startedDateTime: this.#iso(),
        time: 0,
        _webhook: true,
        request,
        response: { status, headers: [], content: { text: '' } },
      })
    }
  }

  #create(flow: Payment['flow'], path: string, asked: Fields): Payment {
    const number = ++this.#count
    const id = flow === 'bank' ? this.#conduct.payoutId(number) : this.#conduct.collectionId(number)
    const payment = { flow, id, asked, created: this.#now, record: null }
    const record = this.#record(payment, 'answer', null)
    this.#write('POST', path, {
      asked,
      answer: flow === 'bank' ? [record] : record,
      status: this.#conduct.createdStatus,
    })
    return payment
  }

  #record({ flow, id, asked, created }: Payment, form: Form, name: keyof Conduct['results'] | null): Fields {
    const { amount, feePercent, bearFee, phone, time, openMessage, accountNumber, results, last, instructions } =
      this.#conduct
    const result = name === null ? null : results[name]
    const isFailed = result !== null && name !== 'approved'
    const [recipient = asked] = Array.isArray(asked.recipients) ? (asked.recipients as Fields[]) : []
    const sum = Number(recipient.amount)
    const fee = isFailed ? 0 : Math.round(sum * feePercent[flow]) / 100
    const holder = {
      accountName: recipient.accountName,
      accountNumber: flow === 'momo' ? phone(form) : recipient.accountNumber,
    }
    const head = { id, amount: amount(sum, form), currency: recipient.currency }
    const shown = { fee: amount(fee, form) }
    const kind = {
      status: result === null ? 'INITIATED' : isFailed ? 'FAILED' : 'COMPLETED',
      channel: flow === 'momo' ? 'MOMO' : 'BANK',
      type: flow === 'bank' ? 'CREDIT' : 'DEBIT',
    }
    const sent = { sender_name: asked.senderName, currency_source: recipient.currency, currency_destination: null }
    const paid = flow === 'bank' && result !== null && !isFailed
    const metadata =
      flow === 'account'
        ? {}
        : flow === 'momo'
          ? { smsFee: 0 }
          : {
              smsFee: 0,
              ...(paid ? { transactionAmount: sum } : {}),
              ...sent,
              ...(paid ? { rate: 1, rate_amount: sum } : {}),
            }
    const said = {
      message: result === null ? null : result.slice(0, 3).join(' | '),
      telco_response: result === null ? null : result[3],
    }
    const provider = { provider_message: result === null ? (flow === 'bank' ? '' : openMessage) : result[4] }
    const reference = { reference_business: asked.reference }
    const times = { created_at: time(created), updated_at: time(this.#now) }
    const words = { reason: asked.reason, network: recipient.network ?? recipient.bank }
    const virtual_account =
      flow === 'account' ? { bank_name: 'Guaranty Trust Bank', account_name: 'x', account_number: accountNumber } : null
    const customer = flow === 'bank' && form === 'answer' ? { ...holder, email: '' } : holder
    if (form === 'webhook') {
      const { amount: first, ...rest } = head
      const { id: identity, currency } = rest
      const end =
        flow === 'bank'
          ? { instructions: null }
          : {
              bear_fee: bearFee,
              ...(isFailed ? { instructions: flow === 'momo' && name === 'pin' ? instructions : null } : {}),
            }
      const shownMetadata = flow === 'bank' && isFailed ? null : metadata
      return last(
        {
          id: identity,
          amount: first,
          ...shown,
          currency,
          ...kind,
          ...words,
          customer,
          metadata: shownMetadata,
          ...times,
          checkout_url: null,
          ...said,
          virtual_account,
          ...provider,
          ...reference,
          ...end,
        },
        form,
      )
    }
    if (flow === 'momo')
      return last(
        {
          id,
          amount: head.amount,
          ...shown,
          currency: head.currency,
          ...kind,
          customer,
          metadata,
          ...words,
          checkout_url: null,
          ...provider,
          ...reference,
          ...times,
          virtual_account,
          ...said,
          bear_fee: bearFee,
        },
        form,
      )
    if (flow === 'bank')
      return last(
        {
          ...head,
          ...kind,
          customer,
          metadata,
          ...words,
          checkout_url: null,
          ...reference,
          ...provider,
          virtual_account,
          ...shown,
          ...times,
        },
        form,
      )
    return last(
      {
        ...head,
        ...kind,
        ...shown,
        callback_url: asked.callbackURL,
        reference: asked.reference,
        network: words.network,
        api_key: 'test',
        opening_balance: 500,
        closing_balance: 500,
        virtual_account,
        customer,
        metadata,
        reason: words.reason,
        checkout_url: null,
        ...provider,
        ...said,
        ...reference,
        bear_fee: bearFee,
        ...times,
      },
      form,
    )
  }

  #write(
    method: string,
    path: string,
    {
      asked,
      answer,
      status,
      authorization = key,
    }: { asked?: Fields; answer: unknown; status: number; authorization?: string },
  ): void {
    const body = asked === undefined ? {} : { postData: { text: JSON.stringify(asked) } }
    const request = {
      method,
      url: `https://api.foreign.example${path}`,
      headers: listed({ authorization, 'content-type': 'application/json' }),
      ...body,
    }
    const response = {
      status,
      headers: listed({ 'content-type': 'application/json' }),
      content: { text: JSON.stringify(answer) },
    }
    this.entries.push({ startedDateTime: this.#iso(), time: 80, request, response })
    this.#now += 100
  }

  #iso(): string {
    return new Date(this.#now).toISOString()
  }
}

function listed(headers: Readonly<Record<string, string>>) {
  return Object.entries(headers).map(([name, value]) => ({ name, value }))
}
