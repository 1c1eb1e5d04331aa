import { afterAll, expect, test } from 'vitest'
import { startSandbox } from '../../src/testing/index.ts'
import { type Body, virtualAccount } from '../support/requests.ts'
import { openShopWithReceiver, start } from '../support/shop.ts'

const sandbox = await startSandbox({ clock: start })
afterAll(() => sandbox.stop())

/** Names in a text, in their order. */
const keys = (text: string) => text.trim().split(/\s+/)

// The lists of spec 4.1, 4.3, 4.4 and 6.2, copied; what no list has stands last (D38).
const mobileMoneyCreated =
  keys(`id amount fee currency status channel type customer metadata reason network checkout_url
  provider_message reference_business created_at updated_at virtual_account message telco_response bear_fee`)
const virtualAccountCreated = keys(`id amount currency status channel type fee callback_url reference network api_key
  opening_balance closing_balance virtual_account
  customer metadata reason checkout_url provider_message message telco_response reference_business bear_fee created_at updated_at`)
const payoutCreated = keys(`id amount currency status channel type customer metadata reason network checkout_url
  reference_business provider_message virtual_account fee created_at updated_at`)
const final = keys(`id amount fee currency status channel type reason network customer metadata created_at updated_at
  checkout_url message telco_response virtual_account provider_message reference_business`)
const holder = keys('accountName accountNumber')
const account = keys('bank_name account_name account_number')

/** How a flow is begun, and what its records are made of. */
const flows = [
  {
    flow: 'mobile-money',
    path: '/collections/mobilemoney',
    request: {
      amount: 100.5,
      currency: 'GHS',
      network: 'MTN',
      accountName: 'Ama',
      accountNumber: '0241234567',
      reason: 'R',
    },
    created: mobileMoneyCreated,
    createdCustomer: holder,
    completed: [...final, 'bear_fee'],
    failed: [...final, 'bear_fee', 'instructions'],
    metadata: { created: ['smsFee'], completed: ['smsFee'], failed: ['smsFee'] },
    virtualAccount: null,
  },
  {
    flow: 'virtual-account',
    path: '/collections/virtual-account',
    request: virtualAccount(),
    created: virtualAccountCreated,
    createdCustomer: holder,
    completed: [...final, 'bear_fee'],
    failed: [...final, 'bear_fee', 'instructions'],
    metadata: { created: [], completed: [], failed: [] },
    virtualAccount: account,
  },
  {
    flow: 'bank-payout',
    path: '/disbursements/bank',
    request: {
      senderName: 'Kofi Ltd',
      recipients: [{ amount: 5, currency: 'GHS', bank: 'GCB', accountName: 'Ama', accountNumber: '123' }],
    },
    created: payoutCreated,
    createdCustomer: [...holder, 'email'],
    completed: [...final, 'instructions'],
    failed: [...final, 'instructions'],
    metadata: {
      created: keys('smsFee sender_name currency_source currency_destination'),
      completed: keys('smsFee transactionAmount sender_name currency_source currency_destination rate rate_amount'),
      failed: null,
    },
    virtualAccount: null,
  },
  {
    flow: 'mobile-money-payout',
    path: '/disbursements/mobilemoney',
    request: {
      recipients: [{ amount: 5, currency: 'GHS', network: 'MTN', accountName: 'Ama', accountNumber: '0241234567' }],
    },
    created: payoutCreated,
    createdCustomer: holder,
    completed: [...final, 'instructions'],
    failed: [...final, 'instructions'],
    metadata: {
      created: keys('smsFee currency_source currency_destination'),
      completed: keys('smsFee transactionAmount currency_source currency_destination rate rate_amount'),
      failed: null,
    },
    virtualAccount: null,
  },
] as const

/** Creates a transaction that a scenario plays with; gives the record of the answer. */
async function begun({ path, request }: (typeof flows)[number], scenario: string) {
  const { shop, sent } = await openShopWithReceiver(sandbox)
  const answer = await shop.post(path, { ...request, reference: `scn:${scenario}:1` })
  const [record] = [answer.body].flat()
  return { shop, sent, record, query: async () => (await shop.find(record.id)).body }
}

const keysOf = (value: unknown) => (value === null ? null : Object.keys(Object(value)))

/** The keys of a record and of the objects in it. */
function keysIn(record: Body) {
  const { customer, metadata, virtual_account } = record
  return {
    record: Object.keys(record),
    customer: keysOf(customer),
    metadata: keysOf(metadata),
    account: keysOf(virtual_account),
  }
}

test.each(flows)('$flow: the keys of the answer to a create call', async (flow) => {
  const { record } = await begun(flow, 'approve')
  expect(keysIn(record)).toEqual({
    record: flow.created,
    customer: flow.createdCustomer,
    metadata: flow.metadata.created,
    account: flow.virtualAccount,
  })
})

test.each(flows)('$flow: the keys of a status query while it is open', async (flow) => {
  const { query } = await begun(flow, 'approve')
  expect(keysIn(await query())).toEqual({
    record: flow.completed,
    customer: holder,
    metadata: flow.metadata.created,
    account: flow.virtualAccount,
  })
})

test.each(flows)('$flow: the keys of a status query and of the webhook, COMPLETED', async (flow) => {
  const { shop, sent, query } = await begun(flow, 'approve')
  await shop.runUntilIdle()
  const record = await query()
  expect([record.status, sent()]).toEqual(['COMPLETED', [JSON.stringify(record)]])
  expect(keysIn(record)).toEqual({
    record: flow.completed,
    customer: holder,
    metadata: flow.metadata.completed,
    account: flow.virtualAccount,
  })
})

test.each(flows)('$flow: the keys of a status query and of the webhook, FAILED', async (flow) => {
  const { shop, sent, query } = await begun(flow, 'provider-error')
  await shop.runUntilIdle()
  const record = await query()
  expect([record.status, sent()]).toEqual(['FAILED', [JSON.stringify(record)]])
  expect(keysIn(record)).toEqual({
    record: flow.failed,
    customer: holder,
    metadata: flow.metadata.failed,
    account: flow.virtualAccount,
  })
})

const [collection] = flows

test.each(['pending-first', 'paid-at-once'])('%s: the keys of a create call that is answered so', async (scenario) => {
  const { record } = await begun(collection, scenario)
  expect(record.status).not.toBe('INITIATED')
  expect(Object.keys(record)).toEqual(mobileMoneyCreated)
})

test('an accepted OTP: the keys of the answer are those of the create call', async () => {
  const { shop, record } = await begun(collection, 'otp-known')
  const { body } = await shop.post('/collections/otp', { id: record.id, otp: '123456' })
  expect([body.status, Object.keys(body)]).toEqual(['PENDING', mobileMoneyCreated])
})

test('an expired virtual account: the keys of the webhook', async () => {
  const { shop, query } = await begun(flows[1], 'va-expiry')
  await shop.runUntilIdle()
  const record = await query()
  expect([record.provider_message, Object.keys(record)]).toEqual(['Expired', flows[1].failed])
})

test('provider downtime: the keys of the refusal and of what the provider said', async () => {
  const { shop } = await openShopWithReceiver(sandbox)
  const { body } = await shop.generate({}, { 'x-sandbox-scenario': 'provider-downtime' })
  expect(Object.keys(body)).toEqual(['statusCode', 'message', 'error', 'provider_hook_response'])
  expect(Object.keys(body.provider_hook_response)).toEqual(['status', 'message'])
})

test("the merchant's metadata comes before the service's keys, which win over the merchant's of the same name", async () => {
  const { shop } = await openShopWithReceiver(sandbox)
  const { body } = await shop.collect({ metadata: { smsFee: 5, order: 7, basket: [] } })
  expect(JSON.stringify(body.metadata)).toBe('{"order":7,"basket":[],"smsFee":0}')
})
