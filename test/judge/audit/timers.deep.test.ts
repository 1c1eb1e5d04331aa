import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { auditRows } from '../../support/audit-rows.ts'
import { order, probe } from '../../support/audited.ts'
import { Merchant, type Order, type TransactionRecord } from '../../support/merchants/merchant.ts'
import * as timed from '../../support/merchants/timed-merchants.ts'
import { RemembersBeforeTheCheck } from '../../support/merchants/wrong-merchants.ts'

const payout = `payout: { post: SHOP/withdrawals, body: { amount: 5 }, reference: /reference }
probe: { payouts: { get: "SHOP/withdrawals/{reference}", state: { at: /state, sent: sent, failed: failed, open: open }, taken: /taken } }
`
const ask = 'ask: SHOP/cron\n'
const forgeries = [
  'no signature',
  'another secret',
  'signature over other bytes',
  'another amount under a real signature',
  'unknown reference',
  'COMPLETED for one that FAILED',
  'no JSON',
  '1 MB',
]
const byTimer = 'not checked (if a timer does it, name it in `ask`)'

test('a shop that only notes a webhook passes every forgery if the plan names its timer', async () => {
  const orders = await auditRows(timed.NotesTheWebhook, order + probe + ask, forgeries)
  expect(orders).toEqual(['approved', ...forgeries].map((check) => `${check}: ok`))
  const payouts = await auditRows(timed.NotesThePayout, payout + ask, forgeries)
  expect(payouts).toEqual(['paid out', ...forgeries].map((check) => `${check}: ok`))
})

test('a shop that credits a forged webhook by its timer is found', async () => {
  const rows = await auditRows(timed.NotesForgedWebhooks, order + probe + ask, ['no signature'])
  expect(rows[1]).toMatch(/^no signature: FAILED \(answered 200; the probe answered before: .*; and after: /)
})

test('without the name of the timer the audit says so at its first row, and ends', async () => {
  expect(await auditRows(timed.NotesTheWebhook, order + probe, forgeries)).toEqual([`approved: ${byTimer}`])
  expect(await auditRows(timed.NotesThePayout, payout, forgeries)).toEqual([`paid out: ${byTimer}`])
})

test('a shop that does not do the work when it is asked FAILED', async () => {
  const [approved] = await auditRows(timed.ForgetsTheNotes, order + probe + ask, [])
  expect(approved).toMatch(/^approved: FAILED \(order-1 is not paid and was credited 0 GHS; /)
})

test('a timer that comes within ten seconds is waited for, in every row', async () => {
  const rows = await auditRows(timed.WorksAfterThreeSeconds, order + probe, ['webhook-twice', 'no signature'])
  expect(rows).toEqual(['approved: ok', 'webhook-twice: ok', 'no signature: ok'])
})

test('money that comes back within ten seconds is waited for', async () => {
  const checks = ['failed', 'failed with three webhooks', 'lost-ack, payout that FAILED']
  const rows = await auditRows(timed.GivesBackAfterThreeSeconds, payout, checks)
  expect(rows).toEqual(['paid out', ...checks].map((check) => `${check}: ok`))
})

test('an order that a forged webhook locks out FAILED if nothing mends it when asked, else a timer may', async () => {
  const rows = (plan: string) => auditRows(RemembersBeforeTheCheck, plan, ['no signature'])
  expect((await rows(order + probe + ask))[1]).toMatch(
    /^no signature: FAILED \(answered 401; then the genuine webhook came: /,
  )
  expect((await rows(order + probe))[1]).toBe(`no signature: ${byTimer}`)
})

/** Asks by a timer, a second later, for the sum of a webhook that is not the price. */
class AsksLaterForTheSum extends Merchant {
  protected override async checked(placed: Order, record: TransactionRecord): Promise<TransactionRecord | null> {
    if (Number(record.amount) === placed.amount) return record
    void setTimeout(1000, null, { ref: false }).then(async () => {
      const asked = await super.checked(placed, record)
      if (asked !== null) await this.learn(placed, asked)
    })
    return { ...record, status: 'PENDING' }
  }
}

test('a timer that asks later for the right sum of a webhook is waited for', async () => {
  const check = 'another sum in a rightly signed webhook'
  const plan = `${order}probe:
  orders: { get: "SHOP/orders/{reference}", paid: { at: /status, is: paid }, credited: /credited }
  balance: { get: "SHOP/wallets/{customer}", at: /balance }
`
  const [, row] = await auditRows(AsksLaterForTheSum, plan, [check], { seen: true })
  expect(row).toBe(
    `${check}: ok (the balance of 233241234567 rose by 10.5 GHS; the transactions of this customer come to 10.5 GHS or 0 GHS)`,
  )
})

/** Credits the second order together with the third. */
class CreditsTheSecondLater extends Merchant {
  protected override async learn(...[order, record]: Parameters<Merchant['learn']>): Promise<void> {
    const [, second, third] = this.orders.values()
    if (order === second && third === undefined) return
    if (order === third && second?.status === 'open') {
      await super.learn(second, { ...record, id: second.transactionId ?? '' })
    }
    await super.learn(order, record)
  }
}
const wallet = `${order}probe:
  orders: { get: "SHOP/orders/{reference}", paid: { at: /status, is: paid }, credited: /credited }
  balance: { get: "SHOP/wallets/{customer}", at: /balance }
`

test('what a timer credits in a later row is not a wrong balance of that row', async () => {
  expect(await auditRows(CreditsTheSecondLater, wallet, ['webhook-twice', 'webhook-late', 'lost-ack'])).toEqual([
    'approved: ok',
    `webhook-twice: ${byTimer}`,
    'webhook-late: not checked (a timer may have credited an order of an earlier row: name it in `ask`)',
    'lost-ack: ok',
  ])
})
