import { bankPayout, mobileMoneyPayout } from './payout-requests.ts'
import type { Stage } from './recorded-sandbox.ts'
import { mobileMoney, virtualAccount } from './requests.ts'

const byHand = { 'x-sandbox-scenario': 'by-hand' }

/** Calls of every flow, each of which ends in another way. */
export async function varied({ call, control, advance, answerWith, hook }: Stage): Promise<void> {
  const collect = async (changes = {}, headers = {}) => {
    const created = await call(
      'POST',
      '/collections/mobilemoney',
      mobileMoney({ callbackURL: hook, ...changes }),
      headers,
    )
    if (created.status < 300) await confirm(created.body.id)
    return created.body
  }
  /** Types a wrong password, then the right one, if the collection waits for it. */
  const confirm = async (id: string) => {
    const { otp } = (await control('GET', `/transactions/${id}`)).body
    if (otp === null) return
    await call('POST', '/collections/otp', { id, otp: otp === '123456' ? '654321' : '123456' })
    await call('POST', '/collections/otp', { id, otp })
  }
  const act = (id: string, action: string, body = {}) => control('POST', `/transactions/${id}/${action}`, body)
  await call('GET', '/balance')
  const paid = await collect({ reference: 'paid' })
  await collect({ reference: 'paid' })
  await collect({ reference: 'bad', amount: 'x', currency: 'ABC' })
  await collect({ reference: 'fine', amount: 10.123 })
  await call('GET', `/payments/${paid.id}`)
  await advance('10s')
  await call('GET', `/payments/${paid.id}`)
  const declined = await collect({ reference: 'declined', metadata: { cart: 7 } }, byHand)
  await advance('4s')
  await act(declined.id, 'decline')
  await advance('1s')
  for (const [reference, ...statuses] of [
    ['failed', 500, 503, 200],
    ['failed too', 0, 200],
    ['late', 0, 200],
  ] as const) {
    const failed = await collect({ reference }, byHand)
    answerWith(...statuses)
    await act(failed.id, 'fail', { result: reference === 'late' ? 'switch_error' : 'provider_busy' })
    await advance('5m')
  }
  for (const reference of ['other', 'other too']) await collect({ reference, network: 'VOD' })
  for (const reference of ['vod', 'vod too']) await collect({ reference, network: 'VOD', accountNumber: '0201234567' })
  for (const reference of ['at', 'at too']) await collect({ reference, network: 'ATM', accountNumber: '0261234567' })
  // This number can be one of four countries.
  for (const reference of ['shared', 'shared too']) {
    await collect({ reference, currency: 'XOF', amount: 500, network: 'MOOV', accountNumber: '70123456' })
  }
  await advance('5s')
  await call('POST', '/collections/mobilemoney', '{"a":')
  await call('GET', '/collections/mobilemoney')
  await call('GET', '/payments/unknown')
  const account = (await call('POST', '/collections/virtual-account', virtualAccount({ callbackURL: hook }))).body
  await advance('1m')
  await call('GET', `/payments/${account.id}`)
  const open = async (reference: string, headers: Readonly<Record<string, string>>) => {
    const asked = virtualAccount({ reference, callbackURL: hook })
    return (await call('POST', '/collections/virtual-account', asked, headers)).body.virtual_account.account_number
  }
  const pay = (account: string, amount = 5000.5) =>
    control('POST', `/virtual-accounts/${account}/transfers`, { amount })
  // One alone could have been ended by hand.
  for (const reference of ['part', 'part too']) await pay(await open(reference, byHand), 100)
  const unpaid: string[] = []
  for (const reference of ['unpaid', 'unpaid too']) {
    unpaid.push(await open(reference, { 'x-sandbox-scenario': 'va-expiry' }))
  }
  await call('POST', '/disbursements/bank', bankPayout({}, { callbackURL: hook }))
  await call('POST', '/disbursements/mobilemoney', mobileMoneyPayout({}, { reference: 'momo', callbackURL: hook }))
  await call('POST', '/disbursements/mobilemoney', mobileMoneyPayout({ amount: 9e9 }, { reference: 'much' }))
  await advance('20s')
  await call('GET', '/balance')
  await call('GET', '/rates?source=GHS&destination=USD&amount=100')
  await call('GET', '/accountquery?currency=GHS&accountCode=MTN&accountNumber=0241234567')
  await call('POST', '/collections/mobilemoney', mobileMoney(), { authorization: 'Bearer test_recorded' })
  await advance('40m')
  for (const account of unpaid) await pay(account)
  await advance('1m')
}
