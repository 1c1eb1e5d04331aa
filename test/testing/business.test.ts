import { expect, test } from 'vitest'
import type { RunningSandbox } from '../../src/sandbox.ts'
import type { Report } from '../../src/testing/index.ts'
import { call } from '../support/call.ts'
import { folderWith } from '../support/cli.ts'
import { collect, generate, started } from '../support/started-sandbox.ts'

const noon = { clock: '2026-01-31T12:00:00Z' }

test('every business has a key of its own, which the service accepts', async () => {
  const sandbox = await started()
  const shops = [await sandbox.business(), await sandbox.business(), await sandbox.business()]
  expect(new Set(shops.map(({ apiKey }) => apiKey)).size).toBe(3)
  for (const shop of shops) expect((await collect(sandbox, shop)).status).toBe(200)
})

test('a key, a callback address and settings can be given', async () => {
  const sandbox = await started(noon)
  const merchant = await sandbox.receiver()
  const shop = await sandbox.business({
    key: 'test_shop',
    callbackUrl: merchant.url,
    bearFee: 'business',
    retry: ['1s'],
  })
  expect(shop.apiKey).toBe('test_shop')
  merchant.reply(503)
  expect((await collect(sandbox, shop)).body.bear_fee).toBe('business')
  await shop.runUntilIdle()
  expect(merchant.webhooks.map(({ attempt }) => attempt)).toEqual([1, 2])
})

test('settings and keys that are wrong are refused', async () => {
  const sandbox = await started()
  await expect(sandbox.business({ callbackUrl: 'nonsense' })).rejects.toThrow('is not an http or https URL')
  // @ts-expect-error: a list where text belongs
  await expect(sandbox.business({ bearFee: ['business'] })).rejects.toThrow(
    'bearFee: is a list; write one of customer, business',
  )
  // @ts-expect-error: a number where a key belongs
  await expect(sandbox.business({ key: 5 })).rejects.toThrow('a key is test_ and 1 to 250 visible ASCII characters')
  // @ts-expect-error: the key stands alone
  await expect(sandbox.business('test_shop')).rejects.toThrow(
    "business(): 'test_shop' is not an object of options; write for example { key: 'test_shop' }",
  )
  // @ts-expect-error: JavaScript may hand on what it does not have
  expect((await sandbox.business({ key: undefined })).apiKey).toMatch(/^test_business_\d+$/)
})

test('the webhook secret is the API key, or the setting', async () => {
  const sandbox = await started()
  expect((await sandbox.business({ key: 'test_shop' })).webhookSecret).toBe('test_shop')
  expect((await sandbox.business({ webhookSecret: 's3cret' })).webhookSecret).toBe('s3cret')
})

test('webhook waits, in real time, until one was answered 2xx', async () => {
  const sandbox = await started()
  const merchant = await sandbox.receiver()
  const shop = await sandbox.business({ callbackUrl: merchant.url })
  const waiting = shop.webhook({ reference: 'scn:paid-at-once:1' })
  const { id } = (await collect(sandbox, shop, { reference: 'scn:paid-at-once:1' })).body
  expect(await waiting).toMatchObject({
    transactionId: id,
    reference: 'scn:paid-at-once:1',
    url: merchant.url,
    status: 'delivered',
    body: { id, status: 'COMPLETED' },
    attempts: [{ number: 1, sent: true, response: { status: 200 }, error: null }],
  })
})

test('webhook finds an earlier one, by reference and status', async () => {
  const sandbox = await started(noon)
  const merchant = await sandbox.receiver()
  const shop = await sandbox.business({ callbackUrl: merchant.url })
  await collect(sandbox, shop)
  await collect(sandbox, shop, { reference: 'scn:switch-error:1' })
  await shop.advance('1m')
  expect(await shop.webhook({ status: 'FAILED' })).toMatchObject({ reference: 'scn:switch-error:1' })
  expect(await shop.webhook({ reference: 'order-1', status: 'COMPLETED' })).toMatchObject({ reference: 'order-1' })
  // @ts-expect-error: JavaScript may hand on what it does not have
  expect(await shop.webhook({ reference: 'order-1', status: undefined })).toMatchObject({ reference: 'order-1' })
})

test('a transaction that is not there is an error that names it', async () => {
  const sandbox = await started()
  const shop = await sandbox.business()
  await expect(shop.transaction({ reference: 'order-9' })).rejects.toThrow('No transaction with reference order-9')
  await expect(shop.transaction({ id: 'x/y?z' })).rejects.toThrow(`No transaction x/y?z in the business ${shop.apiKey}`)
  await expect(shop.transaction({})).rejects.toThrow('transaction() needs an id or a reference')
})

test('pay transfers what is due, or an amount, and gives the transaction as it is then', async () => {
  const sandbox = await started(noon)
  const merchant = await sandbox.receiver()
  const shop = await sandbox.business({ callbackUrl: merchant.url, partialPayments: 'hold' })
  const account = shop.virtualAccount(await generate(sandbox, shop))
  expect(await account.pay(5000)).toMatchObject({ status: 'INITIATED' })
  const paid = await account.pay(undefined, { senderName: 'Ngozi Adeyemi' })
  expect(paid).toMatchObject({ status: 'COMPLETED', amount: '5000.5', reference_business: 'invoice-7' })
  expect(paid.steps.filter(({ kind, at }) => kind === 'transfer_received' && at)).toMatchObject([
    { amount: 5000 },
    { amount: 0.5, senderName: 'Ngozi Adeyemi' },
  ])
  await shop.webhook({ reference: 'invoice-7' })
  expect(merchant.webhooks.map(({ body }) => body.status)).toEqual(['COMPLETED'])
})

test('a PIN that is typed into a phone gives the transaction as it is then', async () => {
  const sandbox = await started(noon)
  const merchant = await sandbox.receiver()
  const shop = await sandbox.business({ callbackUrl: merchant.url, pin: '4321' })
  const ids: string[] = []
  for (const reference of ['order-1', 'order-2']) ids.push((await collect(sandbox, shop, { reference })).body.id)
  const [older = '', newer] = ids
  const phone = shop.phone('+233 24 123 4567')
  const declined = await phone.enterPin('0000', { transactionId: older })
  expect(declined).toMatchObject({ id: older, status: 'FAILED', reference_business: 'order-1' })
  expect(declined.steps.find(({ kind }) => kind === 'action')).toMatchObject({ action: 'pin' })
  expect(await phone.enterPin('4321')).toMatchObject({ id: newer, status: 'COMPLETED' })
  await shop.webhook({ reference: 'order-1', status: 'FAILED' })
  await shop.webhook({ reference: 'order-2', status: 'COMPLETED' })
  expect(merchant.webhooks).toHaveLength(2)
  await expect(phone.enterPin('4321')).rejects.toThrow('No open prompt on +233 24 123 4567')
})

test('the OTP of a phone is waited for, and is the one that goes on with the payment', async () => {
  const sandbox = await started(noon)
  const shop = await sandbox.business({ smsOtp: ['MTN'] })
  const phone = shop.phone('024/123 4567')
  const waiting = phone.otp()
  await expect(phone.otp({ wait: '10ms' })).rejects.toThrow('No open OTP for 024/123 4567 within 10ms')
  const { id } = (await collect(sandbox, shop)).body
  const otp = await waiting
  expect(otp).toMatch(/^\d{6}$/)
  expect(await phone.otp({ wait: '0s' })).toBe(otp)
  const { body } = await call(sandbox.url, '/collections/otp', { key: shop.apiKey, body: { id, otp } })
  expect(body).toMatchObject({ id, status: 'PENDING' })
  expect(await phone.enterPin('0000')).toMatchObject({ id, status: 'COMPLETED' })
})

test('options that do not exist are refused by name, and so is what is not an object of options', async () => {
  const sandbox = await started(noon)
  const shop = await sandbox.business()
  // @ts-expect-error: a typing error in JavaScript
  await expect(shop.use('wrong-pin', { time: 2 })).rejects.toThrow('use(): time: unknown option; did you mean times?')
  // @ts-expect-error: a typing error in JavaScript
  await expect(shop.webhook({ ref: 'order-1' })).rejects.toThrow(
    'webhook(): ref: unknown option; write one of reference, status, timeout',
  )
  // @ts-expect-error: the reference stands alone
  await expect(shop.webhook('order-1')).rejects.toThrow(
    "webhook(): 'order-1' is not an object of options; write { reference, status, timeout }, or some of them",
  )
  // @ts-expect-error: a typing error in JavaScript
  await expect(shop.transaction({ refrence: 'order-1' })).rejects.toThrow('did you mean reference?')
  const phone = shop.phone('0241234567')
  // @ts-expect-error: a typing error in JavaScript
  await expect(phone.otp({ wiat: '1s' })).rejects.toThrow('otp(): wiat: unknown option; did you mean wait?')
  // @ts-expect-error: a typing error in JavaScript
  await expect(phone.enterPin('0000', { id: 'x' })).rejects.toThrow('enterPin(): id: unknown option')
  // @ts-expect-error: a typing error in JavaScript
  await expect(shop.virtualAccount('0123456789').pay(1, { sender: 'Ada' })).rejects.toThrow('pay(): sender: unknown')
  expect((await shop.report()).unused).toEqual([])
})

test('time stops and runs on, also faster', async () => {
  const sandbox = await started()
  const shop = await sandbox.business()
  const clock = async () => (await call(sandbox.url, '/_sandbox/clock', { key: shop.apiKey })).body
  await shop.freeze()
  const { now } = await clock()
  expect(await clock()).toEqual({ now, mode: 'frozen', rate: 1 })
  await shop.resume(60)
  expect(await clock()).toMatchObject({ mode: 'real', rate: 60 })
  await shop.resume()
  expect(await clock()).toMatchObject({ mode: 'real', rate: 60 })
})

type Judged = Awaited<ReturnType<RunningSandbox['report']>>
/** Both ways: what a test reads and what the sandbox reports are of one type, though each is written where it is read. */
const sameType = { read: (report: Report): Judged => report, written: (report: Judged): Report => report }

test('report tells how the business stands: expectations, what is unused, findings and situations', async () => {
  const watched =
    'version: 1\nscenarios:\n  watched: { match: { reference: "watched-*" }, expect: { statusQueries: 1 } }\n'
  const sandbox = await started({ ...noon, scenarios: folderWith({ 'watched.yaml': watched }) })
  const [shop, other] = [await sandbox.business(), await sandbox.business()]
  const { id } = (await collect(sandbox, shop, { reference: 'watched-1' })).body
  await shop.runUntilIdle()
  await shop.use('wrong-pin')
  const { situations, findings, ...report } = sameType.written(sameType.read(await shop.report()))
  const expectation = {
    business: shop.apiKey,
    scenario: 'watched',
    transactionId: id,
    reference: 'watched-1',
    status: 'COMPLETED',
    expect: { statusQueries: 1 },
    actual: { statusQueries: 0 },
    unmet: ['statusQueries'],
    webhooksPending: 0,
    ok: false,
  }
  const unused = [{ business: shop.apiKey, use: 'wrong-pin', remaining: 1 }]
  expect(report).toEqual({ ok: false, others: [], expectations: [expectation], unjudged: [], unused })
  expect(findings).toMatchObject([{ rule: 'no-callback-address', business: shop.apiKey, transactionId: id }])
  expect(situations.map(({ flow }) => flow)).toContain('mobile-money')
  await collect(sandbox, shop)
  await call(sandbox.url, `/payments/${id}`, { key: shop.apiKey })
  expect(await shop.report()).toMatchObject({ ok: true, expectations: [{ ok: true }], unused: [] })
  expect(await other.report()).toMatchObject({ ok: true, expectations: [], findings: [] })
})

test('a business is put back to a snapshot of its own', async () => {
  const sandbox = await started(noon)
  const [shop, other] = [await sandbox.business(), await sandbox.business()]
  await collect(sandbox, shop)
  await shop.snapshot('open')
  await shop.runUntilIdle()
  await shop.reset()
  await shop.restore('open')
  expect(await shop.transaction({ reference: 'order-1' })).toMatchObject({ status: 'INITIATED' })
  await expect(shop.restore('payd')).rejects.toThrow(`The business ${shop.apiKey} has no snapshot payd`)
  await expect(other.restore('open')).rejects.toThrow('has no snapshot open')
  await expect(shop.snapshot('after payment')).rejects.toThrow('"after payment" is not a name for a snapshot')
})
