import { expect, test } from 'vitest'
import type { Answer } from '../support/call.ts'
import { at, openSharedSandbox, type Shop } from '../support/opened-sandbox.ts'
import { startMerchant } from '../support/start-merchant.ts'

const sandbox = await openSharedSandbox()

const accountNumberOf = ({ body }: Answer): string => body.virtual_account.account_number
const pay = (shop: Shop, accountNumber: string, body: object = {}) =>
  shop.post(`/_sandbox/virtual-accounts/${accountNumber}/transfers`, body)
const transfersIn = ({ body }: Answer) =>
  body.steps.filter(({ kind, at }: { kind: string; at?: string }) => kind === 'transfer_received' && at)

test('a transfer without an amount pays what is due, and answers with the steps so far', async () => {
  const merchant = await startMerchant()
  const shop = sandbox.shop({ callbackUrl: merchant.url })
  const created = await shop.generate()
  await shop.post('/_sandbox/clock/advance', { by: '1s' })
  const paid = await pay(shop, accountNumberOf(created))
  expect(paid).toMatchObject({
    status: 200,
    body: { id: created.body.id, status: 'COMPLETED', amount: '5000', fee: '50', flow: 'virtual-account' },
  })
  expect(transfersIn(paid)).toMatchObject([
    {
      at: at(1000),
      kind: 'transfer_received',
      amount: 5000,
      senderName: expect.stringMatching(/\w+ \w+/),
      cause: { by: 'transfer' },
    },
  ])
  await merchant.received(1)
  await shop.post('/_sandbox/clock/advance', { by: '0s' })
  expect((await shop.get(`/_sandbox/transactions/${created.body.id}`)).body).toMatchObject({
    deliveries: [{ status: 'delivered', attempts: [{ at: at(1000) }] }],
  })
})

test('the sender and the amount are as they were given', async () => {
  const shop = sandbox.shop()
  const accountNumber = accountNumberOf(await shop.generate())
  const paid = await pay(shop, accountNumber, { amount: 4999.99, senderName: 'Chidi Obi' })
  expect(paid.body).toMatchObject({ status: 'COMPLETED', amount: '4999.99' })
  expect(transfersIn(paid)).toMatchObject([
    { at: at(0), kind: 'transfer_received', amount: 4999.99, senderName: 'Chidi Obi', cause: { by: 'transfer' } },
  ])
})

test('an amount that the currency cannot hold is refused, and nothing is received', async () => {
  const shop = sandbox.shop()
  const created = await shop.generate()
  const inexact = (amount: number) => `amount: ${amount} is not an amount of NGN that the minor unit can hold`
  const tooLarge = (amount: number) => `amount: ${amount} is too large; pay at most 10000000000000 at once`
  const refused = [
    ...[0.001, 5000.005, 1e-7].map((amount) => [amount, inexact(amount)]),
    ...[10_000_000_000_000.01, 1e15, 1e300].map((amount) => [amount, tooLarge(amount)]),
  ]
  for (const [amount, message] of refused) {
    expect(await pay(shop, accountNumberOf(created), { amount })).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid', message } },
    })
  }
  expect(transfersIn(await shop.get(`/_sandbox/transactions/${created.body.id}`))).toEqual([])
})

test('two transfers at once are two transfers, and the sum is received once', async () => {
  const shop = sandbox.shop()
  const accountNumber = accountNumberOf(await shop.generate())
  await Promise.all([pay(shop, accountNumber), pay(shop, accountNumber)])
  const { id } = (await shop.get('/_sandbox/transactions')).body.data[0]
  const scenario = await shop.get(`/_sandbox/transactions/${id}`)
  expect(scenario.body).toMatchObject({ status: 'COMPLETED', amount: '5000' })
  expect(transfersIn(scenario)).toMatchObject([{ amount: 5000 }, { amount: 5000, note: expect.any(String) }])
})

test('virtual accounts are listed with what has arrived, what is due and what they take, newest first', async () => {
  const shop = sandbox.shop({ partialPayments: 'hold', lateTransfers: 'accept', accountLifetime: '10m' })
  expect((await shop.get('/_sandbox/virtual-accounts')).body).toEqual({ data: [], next: null })
  const first = await shop.generate({ reference: 'invoice-1' })
  await shop.collect()
  await shop.advance('1s')
  const second = await shop.generate({ reference: 'invoice-2', amount: 1000.5 })
  await pay(shop, accountNumberOf(first), { amount: 2000 })
  const { data } = (await shop.get('/_sandbox/virtual-accounts')).body
  expect(data).toEqual([
    {
      accountNumber: accountNumberOf(second),
      bankName: second.body.virtual_account.bank_name,
      accountName: second.body.virtual_account.account_name,
      transactionId: second.body.id,
      reference: 'invoice-2',
      customerName: 'Ngozi Okafor',
      status: 'INITIATED',
      currency: 'NGN',
      asked: 1000.5,
      received: 0,
      due: 1000.5,
      expiresAt: at(601_000),
      expired: false,
      partialPayments: 'hold',
      lateTransfers: 'accept',
    },
    expect.objectContaining({ reference: 'invoice-1', asked: 5000, received: 2000, due: 3000, expiresAt: at(600_000) }),
  ])
  expect((await shop.get('/_sandbox/virtual-accounts?limit=1')).body.data).toEqual([data[0]])
  await shop.post(`/_sandbox/transactions/${second.body.id}/expire`)
  const [expired] = (await shop.get('/_sandbox/virtual-accounts')).body.data
  expect(expired).toMatchObject({ status: 'FAILED', expired: true })
})
