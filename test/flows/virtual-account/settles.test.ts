import { expect, test } from 'vitest'
import { failedRecord, openRecord, paidRecord } from '../../support/account-records.ts'
import { expectRecord, openShop } from '../../support/shop.ts'
import { startedForFile } from '../../support/started-sandbox.ts'

const sandbox = await startedForFile()

const wrongSum = { message: '5210 | Merchant | Amount is not valid' }

/** A business, its receiver, and a virtual account of 5000.5 NGN that waits 30 minutes for a payment. */
async function openAccount(settings = {}, changes = {}) {
  const receiver = await sandbox.receiver()
  const shop = await openShop(sandbox, { callbackUrl: receiver.url, ...settings })
  const created = (await shop.generate({ reference: 'scn:va-expiry:1', ...changes })).body
  const pay = (amount?: number) => shop.virtualAccount(created.virtual_account.account_number).pay(amount)
  const sent = () => receiver.webhooks.map(({ raw }) => raw.toString())
  const shown = async () => (await shop.find(created.id)).text
  const notes = async () => {
    const { steps } = await shop.transaction({ id: created.id })
    return steps.flatMap((step) =>
      step.kind === 'transfer_received' && step.at !== undefined ? { amount: step.amount, note: step.note } : [],
    )
  }
  const wallet = async () => (await shop.generate({ reference: 'another' })).body.opening_balance
  return { shop, created, pay, sent, shown, notes, wallet }
}

test('a virtual account is paid in full after 3 seconds', async () => {
  const { shop, created, sent, shown, wallet } = await openAccount({}, { reference: 'invoice-7' })
  await shop.advance('2s999ms')
  expectRecord(await shown(), openRecord(created))
  await shop.advance('1ms')
  const record = paidRecord(created, 3000)
  expectRecord(await shown(), record)
  expect(sent()).toEqual([JSON.stringify(record)])
  expect(await wallet()).toBe(1_005_000.5)
})

test('a transfer of exactly the sum completes the payment when it arrives', async () => {
  for (const partialPayments of ['accept', 'hold', 'fail'] as const) {
    const { shop, created, pay, sent, shown } = await openAccount({ partialPayments })
    await shop.advance('10m')
    await pay()
    await shop.runUntilIdle()
    const record = paidRecord(created, 600_000)
    expectRecord(await shown(), record)
    expect(sent()).toEqual([JSON.stringify(record)])
  }
})

test.each([
  [3000, '3000', '30', 1_003_000],
  [0.01, '0.01', '0', 1_000_000.01],
  [6000.25, '6000.25', '60', 1_006_000.25],
])('accept takes %d for 5000.5: the record and the fee are those of %s', async (amount, shownAmount, fee, balance) => {
  const { shop, created, pay, sent, shown, wallet } = await openAccount()
  await pay(amount)
  await shop.runUntilIdle()
  const record = paidRecord(created, 0, { amount: shownAmount, fee })
  expectRecord(await shown(), record)
  expect(sent()).toEqual([JSON.stringify(record)])
  expect(await wallet()).toBe(balance)
})

test('hold waits until the sum is reached', async () => {
  const { shop, created, pay, sent, shown, wallet } = await openAccount({ partialPayments: 'hold' })
  await pay(3000)
  await shop.advance('1m')
  expectRecord(await shown(), openRecord(created))
  await pay(2000.49)
  await shop.advance('1m')
  expectRecord(await shown(), openRecord(created, 60_000))
  expect(sent()).toEqual([])
  await pay(0.01)
  await shop.runUntilIdle()
  expectRecord(await shown(), paidRecord(created, 120_000))
  expect(sent()).toEqual([JSON.stringify(paidRecord(created, 120_000))])
  expect(await wallet()).toBe(1_005_000.5)
})

test.each([5000.49, 5000.51, 0.01])('fail fails the payment of 5000.5 for a transfer of %d', async (amount) => {
  const { shop, created, pay, sent, shown, wallet } = await openAccount({ partialPayments: 'fail' })
  await pay(amount)
  await shop.runUntilIdle()
  const record = failedRecord(created, 0, wrongSum)
  expectRecord(await shown(), record)
  expect(sent()).toEqual([JSON.stringify(record)])
  expect(await wallet()).toBe(1_000_000)
})

test('a transfer is at most the largest amount of one transaction', async () => {
  const { shop, created, pay, shown } = await openAccount()
  const tooLarge = /is too large; pay at most 10000000000000 at once$/
  for (const amount of [10_000_000_000_000.01, 1e300]) await expect(pay(amount)).rejects.toThrow(tooLarge)
  await pay(10_000_000_000_000)
  await shop.runUntilIdle()
  expectRecord(await shown(), paidRecord(created, 0, { amount: '10000000000000', fee: '100000000000' }))
})

test('a business that bears the fee gets what was received less the fee on it', async () => {
  const { shop, pay, wallet } = await openAccount({ bearFee: 'business' })
  await pay(3000)
  await shop.runUntilIdle()
  expect(await wallet()).toBe(1_002_970)
})
