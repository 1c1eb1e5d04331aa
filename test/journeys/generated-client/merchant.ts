// A merchant's code as it would be written against docs/openapi.json. The test generates ./service.ts from the
// document beside a copy of this file, compiles both, and runs this with the address of a sandbox.
import createClient from 'openapi-fetch'
import type { components, paths } from './service.ts'

type Transaction = components['schemas']['Transaction']

const [baseUrl = '', apiKey = ''] = process.argv.slice(2)
const client = createClient<paths>({ baseUrl, headers: { Authorization: apiKey } })

const ended = [await collect(), await collectWithOtp(), await sellByTransfer(), await payOut()]
process.stdout.write(JSON.stringify(ended.map(summaryOf)))

async function collect(): Promise<Transaction> {
  const { data: created, error } = await client.POST('/collections/mobilemoney', {
    body: {
      amount: 100.5,
      currency: 'GHS',
      network: 'MTN',
      accountName: 'Ama Mensah',
      accountNumber: '0241234567',
      reason: 'Order 1',
      reference: 'order-1',
      metadata: { cart: 'c-17' },
    },
  })
  if (created === undefined) throw new Error(JSON.stringify(error))
  const smsFee: number = created.metadata.smsFee
  if (smsFee !== 0) throw new Error('An SMS was paid for that was not asked for')
  await client.POST('/_sandbox/phones/{number}/pin', {
    params: { path: { number: '0241234567' } },
    body: { pin: '0000' },
  })
  return find(created.id)
}

async function collectWithOtp(): Promise<Transaction> {
  const number = '0247654321'
  const { data: created, error } = await client.POST('/collections/mobilemoney', {
    params: { header: { 'x-sandbox-scenario': 'otp' } },
    body: {
      amount: 20,
      currency: 'GHS',
      network: 'MTN',
      accountName: 'Kofi Mensah',
      accountNumber: number,
      reason: 'Order 2',
      reference: 'order-2',
    },
  })
  if (created === undefined) throw new Error(JSON.stringify(error))
  const sms = await client.GET('/_sandbox/phones/{number}/otp', { params: { path: { number }, query: { wait: '5s' } } })
  if (sms.data === undefined) throw new Error(sms.error.error.message)
  const { data: debited } = await client.POST('/collections/otp', { body: { id: created.id, otp: sms.data.otp } })
  if (debited?.status !== 'PENDING') throw new Error(`The OTP was not accepted: ${debited?.status}`)
  await advance('10s')
  return find(created.id)
}

async function sellByTransfer(): Promise<Transaction> {
  const { data: created, error } = await client.POST('/collections/virtual-account', {
    body: {
      amount: 5000,
      currency: 'NGN',
      network: '058',
      accountName: 'Ngozi Okafor',
      accountNumber: '08031234567',
      reason: 'Invoice 7',
      reference: 'invoice-7',
    },
  })
  if (created === undefined) throw new Error(JSON.stringify(error))
  const accountNumber: string = created.virtual_account.account_number
  await client.POST('/_sandbox/virtual-accounts/{accountNumber}/transfers', {
    params: { path: { accountNumber } },
    body: { amount: 5000 },
  })
  return find(created.id)
}

async function payOut(): Promise<Transaction> {
  const { data: created, error } = await client.POST('/disbursements/bank', {
    body: {
      senderName: 'Kofi Ltd',
      recipients: [
        { amount: 250.5, currency: 'GHS', bank: 'GCB', accountName: 'Ama Mensah', accountNumber: '1234567890123' },
      ],
      reference: 'payout-1',
    },
  })
  const [payout] = created ?? []
  if (payout === undefined) throw new Error(JSON.stringify(error))
  await advance('10s')
  return find(payout.id)
}

async function advance(by: string): Promise<void> {
  const { error } = await client.POST('/_sandbox/clock/advance', { body: { by } })
  if (error !== undefined) throw new Error(error.error.message)
}

async function find(id: string): Promise<Transaction> {
  const { data, error } = await client.GET('/payments/{id}', { params: { path: { id } } })
  if (data === undefined) throw new Error(JSON.stringify(error))
  return data
}

function summaryOf({ reference_business: reference, status, amount, message }: Transaction) {
  return { reference, status, amount, message }
}

/** What the generated types must refuse: the compiler complains where one of these lines is not an error. */
export function refused(record: Transaction): void {
  // @ts-expect-error: an OTP is text, so that leading zeros survive
  client.POST('/collections/otp', { body: { id: record.id, otp: 123456 } })
  // @ts-expect-error: a rate needs a destination
  client.GET('/rates', { params: { query: { source: 'GHS', amount: '1' } } })
  // @ts-expect-error: there is no such endpoint
  client.GET('/collections/mobilemoney')
  // @ts-expect-error: a status is one of four
  record.status = 'DONE'
  // @ts-expect-error: a wrong currency
  record.currency = 'NAIRA'
}
