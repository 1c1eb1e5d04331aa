import { expect, test } from 'vitest'
import { at, collection, openSharedSandbox, type Shop } from '../support/opened-sandbox.ts'
import { startMerchant } from '../support/start-merchant.ts'

const sandbox = await openSharedSandbox()

async function page(shop: Shop, query = ''): Promise<{ references: string[]; next: string | null }> {
  const { body } = await shop.get(`/_sandbox/transactions?${query}`)
  return { references: body.data.map((one: { reference_business: string }) => one.reference_business), next: body.next }
}

const cause = { by: 'step', step: 0 }

/** A step that happened when it was planned. */
function past(ms: number, text: string, facts: object) {
  const time = { at: at(ms), planned: at(ms), actual: at(ms) }
  return { ...facts, ...time, text, event: text, state: 'happened', why: null }
}

test('a transaction shows its record, its steps so far and its webhooks', async () => {
  const merchant = await startMerchant(() => 201)
  const shop = sandbox.shop({ callbackUrl: merchant.url })
  const metadata = { order: { lines: [1, 2] } }
  const created = await shop.collect({ metadata, merchantName: 'Ama’s', email: 'ama@example.com' })
  const { id } = created.body
  await shop.post('/_sandbox/clock/advance', { by: '10s' })
  const record = {
    id,
    amount: '100',
    fee: '1.5',
    currency: 'GHS',
    status: 'COMPLETED',
    channel: 'MOMO',
    type: 'DEBIT',
    customer: { accountName: 'Ama Mensah', accountNumber: '0241234567' },
    metadata: { ...metadata, smsFee: 0 },
    reason: 'Order 1',
    network: 'MTN',
    checkout_url: null,
    provider_message: 'Success',
    message: '0000 | Switch | Approved',
    telco_response: 'APPROVED',
    reference_business: 'order-1',
    bear_fee: 'customer',
    virtual_account: null,
    created_at: at(0),
    updated_at: at(3000),
  }
  const deliveryId = merchant.webhooks[0]?.headers['x-sandbox-delivery']
  expect((await shop.get(`/_sandbox/transactions/${id}`)).body).toEqual({
    ...record,
    flow: 'mobile-money',
    scenario: { name: 'approve', by: 'file' },
    bankName: null,
    callbackUrl: merchant.url,
    request: { merchantName: 'Ama’s', email: 'ama@example.com' },
    webhook: { status: 'delivered', attempts: 1, answered: 201 },
    next: null,
    failure: null,
    waitsFor: null,
    transfers: null,
    otp: null,
    createCall: {
      path: '/collections/mobilemoney',
      headers: {},
      body: {
        ...collection,
        accountNumber: '233241234567',
        callbackURL: merchant.url,
        metadata,
        merchantName: 'Ama’s',
        email: 'ama@example.com',
      },
    },
    actions: [],
    failures: [],
    hint: null,
    scenarioLoaded: true,
    steps: [
      past(0, 'created, with the scenario approve', { kind: 'created', scenario: 'approve', by: 'file' }),
      past(0, 'the create call answers INITIATED', { kind: 'answered', status: 'INITIATED' }),
      past(0, 'the customer is asked for the PIN', { kind: 'prompt_sent', accountNumber: '233241234567' }),
      past(3000, 'the customer types the PIN', { kind: 'prompt_answered', answer: 'right_pin', cause }),
      past(3000, 'COMPLETED', { kind: 'settled', status: 'COMPLETED', result: 'approved', cause }),
      past(3000, 'webhook attempt 1: answered 201', {
        kind: 'webhook_attempted',
        deliveryId,
        attempt: 1,
        came: { status: 201, error: null, durationMs: expect.any(Number) },
      }),
    ],
    deliveries: [
      {
        id: deliveryId,
        transactionId: id,
        reference: 'order-1',
        url: merchant.url,
        status: 'delivered',
        createdAt: at(3000),
        body: record,
        attempts: [
          {
            number: 1,
            at: at(3000),
            sent: true,
            headers: expect.objectContaining({ 'x-sandbox-attempt': '1', 'x-sandbox-delivery': deliveryId }),
            response: { status: 201, body: '' },
            error: null,
            durationMs: expect.any(Number),
          },
        ],
      },
    ],
  })
})

test('the list is newest first, each as it is shown alone but for its steps', async () => {
  const shop = sandbox.shop()
  await shop.collect({ reference: 'a' })
  await shop.generate({ reference: 'b' })
  const { data, next } = (await shop.get('/_sandbox/transactions')).body
  expect(next).toBeNull()
  expect(data.map(({ flow }: { flow: string }) => flow)).toEqual(['virtual-account', 'mobile-money'])
  expect(data[0].bankName).toBe('Guaranty Trust Bank')
  for (const listed of data) {
    const { deliveries, steps, actions, failures, hint, scenarioLoaded, otp, createCall, ...alone } = (
      await shop.get(`/_sandbox/transactions/${listed.id}`)
    ).body
    expect(listed).toEqual(alone)
    expect([steps.length > 0, deliveries]).toEqual([true, []])
    expect([steps.length > 0, actions.includes('fail'), failures.length > 0]).toEqual([true, true, true])
    expect([hint, scenarioLoaded, otp]).toEqual([null, true, null])
    expect(createCall.body.reference).toBe(listed.reference_business)
  }
})

test('transactions can be asked for by their ids, each with what is due of it next', async () => {
  const shop = sandbox.shop()
  const { id: first } = (await shop.collect({ reference: 'a' })).body
  await shop.advance('10s')
  const { id: second } = (await shop.generate({ reference: 'b' })).body
  const { body } = await shop.get(`/_sandbox/transactions?id=${second},none,${first}`)
  const transfer = {
    dueAt: at(13_000),
    kind: 'act',
    transactionId: second,
    what: 'a transfer arrives',
    brings: 'transfer_received',
  }
  expect(body.data.map(({ id, next }: { id: string; next: unknown }) => [id, next])).toEqual([
    [second, transfer],
    [first, null],
  ])
  const tooMany = await shop.get(`/_sandbox/transactions?id=${Array(101).fill(first)}`)
  expect([tooMany.status, tooMany.body.error.message]).toEqual([400, 'id: names more than 100 transactions'])
})

test('pages follow each other without a gap, also when transactions come in between', async () => {
  const shop = sandbox.shop()
  for (const reference of ['1', '2', '3', '4', '5']) await shop.collect({ reference })
  const first = await page(shop, 'limit=2')
  expect(first).toEqual({ references: ['5', '4'], next: expect.any(String) })
  await shop.collect({ reference: '6' })
  const second = await page(shop, `limit=2&after=${first.next}`)
  expect(second).toEqual({ references: ['3', '2'], next: expect.any(String) })
  expect(await page(shop, `limit=2&after=${second.next}`)).toEqual({ references: ['1'], next: null })
  expect(await page(shop, 'limit=6')).toEqual({ references: ['6', '5', '4', '3', '2', '1'], next: null })
  expect(await page(shop, 'limit=1000')).toMatchObject({ next: null })
})

test('a page holds a hundred where no limit is given', async () => {
  const shop = sandbox.shop()
  await Promise.all(Array.from({ length: 101 }, (_, index) => shop.collect({ reference: `many-${index}` })))
  const { references, next } = await page(shop)
  expect(references).toHaveLength(100)
  expect((await page(shop, `after=${next}`)).references).toHaveLength(1)
})

test('filters of reference, status and flow go together, also over pages', async () => {
  const shop = sandbox.shop()
  for (const reference of [
    'scn:paid-at-once:1',
    'scn:pending-first:1',
    'scn:switch-error:1',
    'scn:switch-error:2',
    'plain-1',
  ])
    await shop.collect({ reference })
  await shop.generate({ reference: 'account-1' })
  await shop.generate({ reference: 'scn:switch-error:3' })
  expect((await page(shop, 'status=PENDING')).references).toEqual(['scn:pending-first:1'])
  await shop.post('/_sandbox/clock/advance', { by: '5s' })
  expect((await page(shop, 'reference=scn:switch-error:2')).references).toEqual(['scn:switch-error:2'])
  expect((await page(shop, 'reference=switch')).references).toEqual([])
  expect((await page(shop, 'status=FAILED')).references).toEqual([
    'scn:switch-error:3',
    'scn:switch-error:2',
    'scn:switch-error:1',
  ])
  expect((await page(shop, 'flow=virtual-account')).references).toEqual(['scn:switch-error:3', 'account-1'])
  expect((await page(shop, 'flow=mobile-money&status=COMPLETED')).references).toEqual([
    'plain-1',
    'scn:pending-first:1',
    'scn:paid-at-once:1',
  ])
  expect((await page(shop, 'flow=bank-payout')).references).toEqual([])
  const { next } = await page(shop, 'status=FAILED&limit=1')
  expect((await page(shop, `status=FAILED&limit=5&after=${next}`)).references).toEqual([
    'scn:switch-error:2',
    'scn:switch-error:1',
  ])
})

test('a list shows what became of the last webhook, and can be narrowed to it', async () => {
  const merchant = await startMerchant(() => 503)
  const shop = sandbox.shop({ callbackUrl: merchant.url, retry: ['10s'] })
  await shop.collect({ reference: 'given-up' })
  await shop.collect({ reference: 'scn:dropped-webhook:1' })
  await shop.advance('1m')
  await shop.collect({ reference: 'tried' })
  await shop.advance('4s')
  await shop.collect({ reference: 'open' })
  const { data } = (await shop.get('/_sandbox/transactions')).body
  const shown = data.map((one: { reference_business: string; webhook: unknown }) => [
    one.reference_business,
    one.webhook,
  ])
  expect(shown).toEqual([
    ['open', null],
    ['tried', { status: 'pending', attempts: 1, answered: 503 }],
    ['scn:dropped-webhook:1', { status: 'dropped', attempts: 0, answered: null }],
    ['given-up', { status: 'exhausted', attempts: 2, answered: 503 }],
  ])
  expect((await page(shop, 'webhook=exhausted')).references).toEqual(['given-up'])
  expect((await page(shop, 'webhook=dropped&status=COMPLETED')).references).toEqual(['scn:dropped-webhook:1'])
  expect((await page(shop, 'webhook=delivered')).references).toEqual([])
  const unknown = await shop.get('/_sandbox/transactions?webhook=failed')
  expect(unknown.status).toBe(400)
})

const everything = {
  callbackURL: 'http://127.0.0.1:9/webhooks',
  metadata: { order: { lines: [1, 2] }, note: '<b>' },
  email: 'ama@example.com',
  failureCallbackURL: 'anything',
}
const bankRecipient = {
  amount: 7.5,
  currency: 'GHS',
  bank: 'GCB',
  accountName: 'Yaw',
  accountNumber: '0123',
  destination: 'NGN',
}
const phoneRecipient = { amount: 7.5, currency: 'GHS', network: 'MTN', accountName: 'Yaw', accountNumber: '0241234567' }

test.each([
  ['/collections/mobilemoney', { ...collection, ...everything, merchantName: 'Ama’s', channel: 'BANK' }],
  ['/collections/mobilemoney', { ...collection, currency: 'XOF', network: 'ORANGE', accountNumber: '771234567' }],
  ['/collections/virtual-account', { ...collection, ...everything, currency: 'NGN', network: '058' }],
  ['/disbursements/bank', { senderName: 'Shop', recipients: [bankRecipient], reference: 'out', reason: 'Wages' }],
  [
    '/disbursements/bank',
    { senderName: 'Shop', recipients: [{ ...bankRecipient, channel: 'MOMO' }], reference: 'out' },
  ],
  [
    '/disbursements/mobilemoney',
    { recipients: [phoneRecipient], reference: 'out', callbackURL: everything.callbackURL },
  ],
])('the create call of a transaction can be made again from what is stored: %s %j', async (path, body) => {
  const create = async (shop: Shop, to: string, sent: object, headers = {}) => {
    const answer = await shop.call(to, { body: sent, headers })
    expect([answer.status, answer.body.message ?? null]).toEqual([200, null])
    const [{ id }] = [answer.body].flat()
    return (await shop.get(`/_sandbox/transactions/${id}`)).body
  }
  const first = await create(sandbox.shop(), path, body, { 'x-sandbox-scenario': 'switch-error' })
  const { path: again, body: stored, headers } = first.createCall
  expect([again, headers]).toEqual([path, { 'x-sandbox-scenario': 'switch-error' }])
  const second = await create(sandbox.shop(), again, stored, headers)
  const { id, virtual_account: account, next, failures, ...same } = first
  expect(second).toMatchObject(same)
})

test('an unknown query parameter is refused, not passed over', async () => {
  const shop = sandbox.shop()
  const answer = await shop.get('/_sandbox/transactions?ref=order-1')
  expect([answer.status, answer.body.error.message]).toEqual([
    400,
    'ref: unknown key; write one of id, reference, status, flow, webhook, search, after, limit',
  ])
})
