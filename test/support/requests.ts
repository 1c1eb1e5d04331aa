export type Body = Readonly<Record<string, unknown>>

/** A valid body of POST /collections/mobilemoney, but for what a test changes. */
export function mobileMoney(changes: Body = {}): Body {
  return {
    amount: 100.5,
    currency: 'GHS',
    network: 'MTN',
    accountName: 'Ama Mensah',
    accountNumber: '024 123 4567',
    reason: 'Order 1',
    reference: 'order-1',
    ...changes,
  }
}

/** A valid body of POST /collections/virtual-account, but for what a test changes. */
export function virtualAccount(changes: Body = {}): Body {
  return {
    amount: 5000.5,
    currency: 'NGN',
    network: '058',
    accountName: 'Ngozi Okafor',
    accountNumber: '+234 803 123 4567',
    reason: 'Invoice 7',
    reference: 'invoice-7',
    ...changes,
  }
}

export function without(body: Body, ...names: readonly string[]): Body {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)))
}
