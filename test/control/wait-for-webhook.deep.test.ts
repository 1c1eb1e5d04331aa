import { expect, test } from 'vitest'
import { closedGate } from '../support/gate.ts'
import { at, openSharedSandbox } from '../support/opened-sandbox.ts'
import { startMerchant } from '../support/start-merchant.ts'

const sandbox = await openSharedSandbox()
const wait = '/_sandbox/webhooks/wait'

test('a webhook that was delivered before is found, the newest of several', async () => {
  const merchant = await startMerchant()
  const shop = sandbox.shop({ callbackUrl: merchant.url })
  for (const reference of ['order-1', 'order-2', 'scn:switch-error:1']) await shop.collect({ reference })
  await shop.post('/_sandbox/clock/advance', { by: '5s' })
  const found = async (query: string) => (await shop.get(`${wait}?timeout=0s${query}`)).body.reference
  expect(await found('')).toBe('scn:switch-error:1')
  expect(await found('&status=COMPLETED')).toBe('order-2')
  expect(await found('&reference=order-1')).toBe('order-1')
  expect(await found('&reference=order-1&status=COMPLETED')).toBe('order-1')
  const { data } = (await shop.get('/_sandbox/webhooks?reference=order-1')).body
  expect((await shop.get(`${wait}?timeout=0s&reference=order-1`)).body).toEqual(data[0])
})

test('a webhook is waited for until it is answered 2xx, however often it failed before', async () => {
  let answers = 0
  const merchant = await startMerchant(() => (answers++ < 2 ? 500 : 200))
  const shop = sandbox.shop({ callbackUrl: merchant.url })
  const waiting = shop.get(`${wait}?reference=scn:paid-at-once:1`)
  const elsewhere = shop.get(`${wait}?reference=scn:paid-at-once:2&timeout=100ms`)
  await shop.collect({ reference: 'scn:paid-at-once:1' })
  expect((await elsewhere).status).toBe(408)
  await shop.post('/_sandbox/clock/advance', { by: '1m' })
  expect((await waiting).body).toMatchObject({
    reference: 'scn:paid-at-once:1',
    status: 'delivered',
    attempts: { length: 3 },
  })
})

const timeout = (message: string, hint: string) => ({
  status: 408,
  body: { error: { code: 'timeout', message, hint } },
})
const frozen = (job: string) => `the clock is frozen at ${at(0)}; advance it: next is due at ${job}`

test('a wait that times out says that nothing was seen', async () => {
  expect(await sandbox.shop().get(`${wait}?timeout=50ms`)).toMatchObject(
    timeout('No webhook was answered 2xx within 50ms. Seen: nothing', 'no work is waiting'),
  )
  expect(await sandbox.shop().get(`${wait}?timeout=0s&reference=order-9&status=FAILED`)).toMatchObject(
    timeout(
      'No webhook for order-9 with status FAILED was answered 2xx within 0s. Seen: no transaction with reference order-9',
      'no work is waiting',
    ),
  )
})

test('a wait that times out for one reference names its own job, not of the business’s first', async () => {
  const shop = sandbox.shop()
  await shop.collect({ reference: 'order-1' })
  await shop.collect({ reference: 'order-2', accountNumber: '0240009110' })
  const { data } = (await shop.get('/_sandbox/transactions?reference=order-2')).body
  const jobs = (await shop.get('/_sandbox/jobs')).body
  const own = jobs.find((job: { transactionId: string }) => job.transactionId === data[0].id)
  expect([own.dueAt, jobs[0].dueAt]).toEqual([at(5000), at(3000)])
  expect(await shop.get(`${wait}?timeout=0s&reference=order-2`)).toMatchObject(
    timeout(
      'No webhook for order-2 was answered 2xx within 0s. Seen: order-2 is INITIATED',
      frozen(`${own.dueAt}: ${own.what}`),
    ),
  )
  const { body } = await shop.get(`${wait}?timeout=0s&reference=order-9`)
  expect(body.error.hint).toBe(
    `the clock is frozen at ${at(0)}; no work is waiting for order-9; of others the next is due at ${jobs[0].dueAt}: ${jobs[0].what}`,
  )
})

test('a wait that times out names webhooks that were tried, and webhooks with another status', async () => {
  let answers = 0
  const merchant = await startMerchant(() => (answers++ === 0 ? 418 : 200))
  const shop = sandbox.shop({ callbackUrl: merchant.url, retry: ['1h'] })
  await shop.collect({ reference: 'scn:paid-at-once:1' })
  await shop.get(`${wait}?timeout=0s`)
  await merchant.received(1)
  await shop.post('/_sandbox/clock/advance', { by: '0s' })
  const { dueAt, what } = (await shop.get('/_sandbox/jobs')).body[0]
  const seen = (status: string, outcome: string) =>
    `scn:paid-at-once:1 is COMPLETED; webhook COMPLETED of scn:paid-at-once:1 to ${merchant.url} is ${status} (${outcome})`
  expect(await shop.get(`${wait}?timeout=0s&reference=scn:paid-at-once:1`)).toMatchObject(
    timeout(
      `No webhook for scn:paid-at-once:1 was answered 2xx within 0s. Seen: ${seen('pending', 'last answer 418')}`,
      frozen(`${dueAt}: ${what}`),
    ),
  )
  await shop.post('/_sandbox/clock/advance', { by: '1h' })
  expect(await shop.get(`${wait}?timeout=0s&reference=scn:paid-at-once:1&status=FAILED`)).toMatchObject(
    timeout(
      `No webhook for scn:paid-at-once:1 with status FAILED was answered 2xx within 0s. Seen: ${seen('delivered', 'last answer 200')}`,
      'no work is waiting',
    ),
  )
})

test('a wait that times out names an address that does not answer', async () => {
  const shop = sandbox.shop({ callbackUrl: 'http://127.0.0.1:9/hook', retry: [] })
  await shop.collect()
  await shop.post('/_sandbox/clock/advance', { by: '3s' })
  const { message } = (await shop.get(`${wait}?timeout=0s&reference=order-1`)).body.error
  expect(message).toMatch(/is COMPLETED; webhook COMPLETED of order-1 to http:.* is exhausted \(.*refused.*\)$/)
})

// D37
test('a wait that times out names a webhook that was skipped for want of an address', async () => {
  const shop = sandbox.shop()
  await shop.collect({ reference: 'scn:paid-at-once:1' })
  expect(await shop.get(`${wait}?timeout=0s&reference=scn:paid-at-once:1`)).toMatchObject(
    timeout(
      'No webhook for scn:paid-at-once:1 was answered 2xx within 0s. Seen: scn:paid-at-once:1 is COMPLETED, and its webhook was skipped: ' +
        'the request has no callbackURL and the business no callbackUrl',
      'no work is waiting',
    ),
  )
})

const still = ', and half a second passed without any movement. Seen: '

test('on a frozen clock with nothing due now, a wait ends after half a second without any movement', async () => {
  const shop = sandbox.shop()
  await shop.collect()
  expect(await shop.get(`${wait}?timeout=1h&reference=order-1`)).toMatchObject(
    timeout(
      `No webhook for order-1 was answered 2xx${still}order-1 is INITIATED`,
      frozen(`${at(3000)}: settle as approved`),
    ),
  )
  expect(await shop.get(`${wait}?timeout=1h&status=FAILED`)).toMatchObject(
    timeout(`No webhook with status FAILED was answered 2xx${still}nothing`, frozen(`${at(3000)}: settle as approved`)),
  )
})

test.each([
  ['that is under way', 'scn:paid-at-once:1', null],
  ['that an advance sends', 'order-1', '3s'],
])('a wait goes on while a webhook %s is not answered yet', async (_which, reference, by) => {
  const { opened, open } = closedGate()
  const merchant = await startMerchant(async () => {
    await opened
    return 200
  })
  const [shop, idle] = [sandbox.shop({ callbackUrl: merchant.url }), sandbox.shop()]
  const waiting = shop.get(`${wait}?timeout=1h`)
  await shop.collect({ reference })
  const moving = by === null ? null : shop.post('/_sandbox/clock/advance', { by })
  await merchant.received(1)
  // Each takes the half second after which the first would have ended.
  for (const _ of [1, 2]) expect((await idle.get(`${wait}?timeout=1h`)).status).toBe(408)
  open()
  expect((await waiting).body).toMatchObject({ reference, status: 'delivered' })
  await moving
})
