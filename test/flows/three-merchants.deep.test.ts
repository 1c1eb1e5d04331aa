import { expect, onTestFinished, test } from 'vitest'
import { openBadLine } from '../support/bad-line.ts'
import { call } from '../support/call.ts'
import { look } from '../support/cli.ts'
import { type OpenedSandbox, openSandbox } from '../support/opened-sandbox.ts'
import { bankPayout, mobileMoneyPayout } from '../support/payout-requests.ts'
import { type Body, mobileMoney, virtualAccount } from '../support/requests.ts'
import { Poller } from './merchants/poller.ts'
import { Retrier } from './merchants/retrier.ts'
import { WebhookReader } from './merchants/webhook-reader.ts'

const key = 'test_merchant'

/** Seeds of `variance`; null: every record as the sandbox usually shows it. */
const seeds = [null, 1, 2, 3, 4, 5, 6, 7]

async function startWith(variance: number | null): Promise<OpenedSandbox> {
  const sandbox = await openSandbox()
  await call(sandbox.url, '/_sandbox/business', { key, method: 'PATCH', body: { variance } })
  return sandbox
}

const advance = (sandbox: OpenedSandbox, by: string) =>
  call(sandbox.url, '/_sandbox/clock/advance', { key, body: { by } })

/** An order of each flow that succeeds and one that fails: where it goes, what is sent, and how it must end. */
function orders(callbackURL?: string): readonly (readonly [path: string, order: Body, status: string])[] {
  const to = callbackURL === undefined ? {} : { callbackURL }
  return [
    ['/collections/mobilemoney', mobileMoney({ ...to, reference: 'paid' }), 'COMPLETED'],
    ['/collections/mobilemoney', mobileMoney({ ...to, reference: 'pin', accountNumber: '0240009110' }), 'FAILED'],
    ['/collections/virtual-account', virtualAccount({ ...to, reference: 'account' }), 'COMPLETED'],
    ['/collections/virtual-account', virtualAccount({ ...to, reference: 'scn:va-expiry:1' }), 'FAILED'],
    ['/disbursements/bank', bankPayout({}, { ...to, reference: 'payout' }), 'COMPLETED'],
    ['/disbursements/bank', bankPayout({ accountNumber: '0000009310' }, { ...to, reference: 'returned' }), 'FAILED'],
    ['/disbursements/mobilemoney', mobileMoneyPayout({}, { ...to, reference: 'sent' }), 'COMPLETED'],
  ]
}

test.each(seeds)('a merchant who reads signed webhooks knows how every order ended (variance %s)', async (variance) => {
  const sandbox = await startWith(variance)
  const merchant = new WebhookReader(key)
  onTestFinished(() => merchant.close())
  const all = orders(await merchant.open())
  const ids = new Map<string, string>()
  for (const [path, order] of all) {
    const { body } = await call(sandbox.url, path, { key, body: order })
    ids.set(String(order.reference), (Array.isArray(body) ? body[0] : body).id)
  }
  await advance(sandbox, '3h')
  const expected = all.map(([, { reference }, status]) => [reference, { id: ids.get(String(reference)), status }])
  expect(Object.fromEntries(merchant.orders)).toEqual(Object.fromEntries(expected))
  expect(merchant.refused).toEqual([])
})

test.each(seeds)('a merchant who only polls sees every order end (variance %s)', async (variance) => {
  const sandbox = await startWith(variance)
  const merchant = new Poller(sandbox.url, key)
  const ended: Record<string, string> = {}
  const following = orders().map(async ([path, order]) => {
    const { id, error } = await merchant.pay(path, order)
    if (id === undefined) throw new Error(error)
    const { status, amount } = await merchant.follow(id, 5)
    ended[String(order.reference)] = status
    expect(amount).toBe(Array.isArray(order.recipients) ? order.recipients[0].amount : order.amount)
  })
  const allCreated = async () => (await look(sandbox, '/transactions', key)).data.length === orders().length
  while (!(await allCreated())) await new Promise((resolve) => setImmediate(resolve))
  await advance(sandbox, '3h')
  await Promise.all(following)
  expect(ended).toEqual(Object.fromEntries(orders().map(([, { reference }, status]) => [reference, status])))
  expect(await merchant.pay('/collections/mobilemoney', { amount: 1 })).toMatchObject({ error: expect.any(String) })
})

test('a merchant who sends an order again after a lost reply is debited and credited once', async () => {
  const sandbox = await startWith(null)
  const merchant = new Retrier(await openBadLine(sandbox.url, { lostReplies: 3 }), key)
  expect(await merchant.pay('/collections/mobilemoney', mobileMoney({ reference: 'once' }))).toBe('known already')
  expect(await merchant.pay('/disbursements/bank', bankPayout({}, { reference: 'payout-once' }))).toBe('accepted')
  expect(merchant.broken).toBe(3)
  const again = new Retrier(await openBadLine(sandbox.url, { lostReplies: 1 }), key)
  expect(await again.pay('/disbursements/bank', bankPayout({}, { reference: 'payout-twice' }))).toBe('known already')
  await advance(sandbox, '3h')
  const { data } = await look(sandbox, '/transactions', key)
  expect(data.map(({ reference_business }: Body) => reference_business).sort()).toEqual(
    ['once', 'payout-once', 'payout-twice'].sort(),
  )
  const wallets = await look(sandbox, '/wallets', key)
  const moved = wallets.flatMap(({ ledger }: Body) => (ledger as Body[]).map(({ why }) => why))
  expect(moved.sort()).toEqual(['collection', 'payout', 'payout'])
})
