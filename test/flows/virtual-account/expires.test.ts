import { expect, test } from 'vitest'
import { expiredRecord, openRecord, paidRecord } from '../../support/account-records.ts'
import { startWithScenarios } from '../../support/own-scenarios.ts'
import { at, expectRecord, openShop } from '../../support/shop.ts'
import { startedForFile } from '../../support/started-sandbox.ts'

const sandbox = await startedForFile()

const halfHour = 1_800_000

async function openAccount(reference: string, settings = {}) {
  const receiver = await sandbox.receiver()
  const shop = await openShop(sandbox, { callbackUrl: receiver.url, ...settings })
  const created = (await shop.generate({ reference })).body
  const pay = (amount?: number) => shop.virtualAccount(created.virtual_account.account_number).pay(amount)
  const sent = () => receiver.webhooks.map(({ raw }) => raw.toString())
  const shown = async () => (await shop.find(created.id)).text
  return { shop, created, pay, sent, shown, receiver }
}

test('an unpaid account lives 30 minutes to the millisecond, then fails as Expired', async () => {
  const { shop, created, shown, sent } = await openAccount('scn:va-expiry:1')
  await shop.advance('29m59s999ms')
  expectRecord(await shown(), openRecord(created))
  expect(sent()).toEqual([])
  await shop.advance('1ms')
  const record = expiredRecord(created, halfHour)
  expectRecord(await shown(), record)
  expect(sent()).toEqual([JSON.stringify(record)])
})

test('a business gives its accounts another lifetime', async () => {
  const { shop, created, sent, shown } = await openAccount('scn:va-expiry:1', { accountLifetime: '90s' })
  await shop.advance('1m29s999ms')
  expectRecord(await shown(), openRecord(created))
  await shop.advance('1ms')
  expect(sent()).toEqual([JSON.stringify(expiredRecord(created, 90_000))])
})

test('a late transfer is ignored, and noted in the steps', async () => {
  const { shop, created, sent, shown } = await openAccount('scn:va-incomplete:1')
  await shop.runUntilIdle()
  const record = expiredRecord(created, halfHour)
  expectRecord(await shown(), record)
  expect(sent()).toEqual([JSON.stringify(record)])
  const { steps } = await shop.transaction({ id: created.id })
  expect(steps.findLast(({ kind }) => kind === 'transfer_received')).toMatchObject({
    at: at(halfHour + 60_000),
    kind: 'transfer_received',
    amount: 2000.2,
    senderName: 'Ngozi Okafor',
    note: 'account_expired',
    cause: { by: 'step', step: 2 },
  })
  expect((await shop.generate()).body.opening_balance).toBe(1_000_000)
})

test('a late transfer that is accepted completes the payment with a second webhook', async () => {
  const { shop, created, sent, shown, receiver } = await openAccount('scn:va-late:1')
  await shop.runUntilIdle()
  const expired = expiredRecord(created, halfHour)
  const paid = paidRecord(created, halfHour + 60_000)
  expectRecord(await shown(), paid)
  expect(sent()).toEqual([JSON.stringify(expired), JSON.stringify(paid)])
  expect(new Set(receiver.webhooks.map(({ headers }) => headers['x-sandbox-delivery'])).size).toBe(2)
  expect(receiver.webhooks.every((webhook) => receiver.verify(webhook))).toBe(true)
  expect((await shop.webhook({ reference: 'scn:va-late:1', status: 'FAILED' })).body).toEqual(expired)
  expect((await shop.webhook({ reference: 'scn:va-late:1', status: 'COMPLETED' })).body).toEqual(paid)
  expect((await shop.generate()).body.opening_balance).toBe(1_005_000.5)
})

test('a transfer at the very moment of expiry is in time', async () => {
  const own = await startWithScenarios(`
version: 1
scenarios:
  last-moment: { expires: 10m, transfers: [{ pay: "100%", after: 10m }] }
`)
  const shop = await openShop(own)
  const created = (await shop.generate({ reference: 'scn:last-moment:1' })).body
  await shop.runUntilIdle()
  expectRecord((await shop.find(created.id)).text, paidRecord(created, 600_000))
})
