import { expect, test } from 'vitest'
import { auditRows } from '../../support/audit-rows.ts'
import { order, probe } from '../../support/audited.ts'
import { Merchant, type Order, type TransactionRecord } from '../../support/merchants/merchant.ts'
import { AsksAboutEachWebhook } from '../../support/merchants/right-merchants.ts'
import { NotesTheWebhook } from '../../support/merchants/timed-merchants.ts'
import { BelievesTheSum, WithoutDedupe } from '../../support/merchants/wrong-merchants.ts'

const ask = 'ask: SHOP/cron\n'
const silent = ['paid without a webhook', 'webhook-late', 'pending-first']
const byTimer = 'not checked (if a timer does it, name it in `ask`)'

test.each([
  ['when it is asked', order + probe + ask, false],
  ['when its books are read', order + probe, true],
])('a shop that asks for the status %s passes what no webhook ends', async (_when, plan, asksWhenSeen) => {
  const rows = await auditRows(Merchant, plan, silent, { asksWhenSeen })
  expect(rows).toEqual(['approved', ...silent].map((check) => `${check}: ok`))
})

test('a shop that asks about each webhook is also seen to ask while it is open', async () => {
  const rows = await auditRows(AsksAboutEachWebhook, order + probe + ask, ['webhook-before-status-reply'])
  expect(rows).toEqual(['approved: ok', 'webhook-before-status-reply: ok'])
})

/** Its job that asks for the status ends the order, and leaves the credit to the webhook. */
class EndsWithoutCredit extends Merchant {
  protected override async learn(placed: Order, record: TransactionRecord, webhook?: Request): Promise<void> {
    const before = placed.credited
    await super.learn(placed, record)
    if (webhook === undefined) placed.credited = before
  }
}

test.each([
  [order + probe + ask, false],
  [order + probe, true],
])('a poll that ends the order without crediting it FAILED in each of them: %#', async (plan, asksWhenSeen) => {
  const rows = await auditRows(EndsWithoutCredit, plan, silent, { asksWhenSeen })
  expect(rows.map((row) => row.replace(/order-\d+ .*/, ''))).toEqual([
    'approved: ok',
    ...silent.map((check) => `${check}: FAILED (`),
  ])
  expect(rows[1]).toContain('was credited 0 GHS; its transaction is COMPLETED with 10.5 GHS')
})

/** Takes any answer to its query but COMPLETED for a failure, once the customer had the time to pay. */
class TakesPendingForFailed extends Merchant {
  protected override async ask(placed: Order): Promise<void> {
    const isFirst = placed.transactionId !== null && !this.#asked.has(placed.reference)
    this.#asked.add(placed.reference)
    await super.ask(placed)
    if (!isFirst && placed.status === 'open') placed.status = 'failed'
  }

  readonly #asked = new Set<string>()
}

test('a shop that gives up while the status is PENDING FAILED', async () => {
  const [, pending] = await auditRows(TakesPendingForFailed, order + probe + ask, ['pending-first'])
  expect(pending).toMatch(/^pending-first: FAILED \(order-\d+ is not paid and was credited 0 GHS; /)
})

test('a shop whose `ask` never asks for the status loses a payment without a webhook', async () => {
  const rows = await auditRows(NotesTheWebhook, order + probe + ask, silent)
  expect(rows[1]).toMatch(/^paid without a webhook: FAILED \(order-\d+ is not paid and was credited 0 GHS; /)
  expect(rows.slice(2)).toEqual([
    'webhook-late: ok',
    'pending-first: not checked (the shop did not ask for the status)',
  ])
})

const wallet = `${order}probe:
  orders: { get: "SHOP/orders/{reference}", paid: { at: /status, is: paid } }
  balance: { get: "SHOP/wallets/{customer}", at: /balance }
`

test('a shop that never asks is not accused, and later rows judge its balance all the same', async () => {
  const checks = ['paid without a webhook', 'webhook-twice', 'pending-first', 'lost-ack']
  const noQuery = 'not checked (the shop did not ask for the status)'
  const right = await auditRows(Merchant, wallet, checks)
  expect(right).toEqual([
    'approved: ok',
    `paid without a webhook: ${byTimer}`,
    'webhook-twice: ok',
    'lost-ack: ok',
    `pending-first: ${noQuery}`,
  ])
  const twice = await auditRows(WithoutDedupe, wallet, checks)
  expect(twice.map((row) => row.split(' (')[0])).toEqual([
    'approved: ok',
    'paid without a webhook: not checked',
    'webhook-twice: FAILED',
    'lost-ack: FAILED',
    'pending-first: not checked',
  ])
})

test('another sum in a rightly signed webhook of mobile money is never credited', async () => {
  const check = 'another sum in a rightly signed webhook'
  expect(await auditRows(Merchant, order + probe, [check])).toEqual(['approved: ok', `${check}: ok`])
  const [, believed] = await auditRows(BelievesTheSum, order + probe, [check])
  expect(believed).toMatch(
    /^another sum .*: FAILED \(order-\d+ was credited 105 GHS; its transaction is COMPLETED with 10.5 GHS/,
  )
})
