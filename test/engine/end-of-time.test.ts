import { performance } from 'node:perf_hooks'
import { expect, test } from 'vitest'
import { openSandbox, type Shop } from '../support/opened-sandbox.ts'
import { startMerchant } from '../support/start-merchant.ts'

/** Two seconds before the end: a webhook that is refused is sent again after five. */
const late = '9999-12-31T23:59:58.000Z'

/** A collection whose webhook was refused, two seconds before the end. */
async function openLate(shop: Shop): Promise<string> {
  const merchant = await startMerchant(() => 500)
  const { id } = (await shop.collect({ reference: 'scn:by-hand:1', callbackURL: merchant.url })).body
  await shop.advance('2h59m58s')
  await shop.post(`/_sandbox/transactions/${id}/approve`)
  await shop.advance('1s')
  return id
}

const openEarly = async () => (await openSandbox({ clock: '9999-12-31T21:00:00.000Z' })).shop()

test('a create call is refused in words if the year 9999 has no time for all of its life', async () => {
  const shop = (await openSandbox({ clock: late })).shop()
  const refused = await shop.collect()
  expect([refused.status, refused.body, refused.headers['x-sandbox-hint']]).toEqual([
    400,
    { statusCode: 400, message: 'Sorry, We can not process this transaction now', error: 'Bad Request' },
    'the clock of this business is too near to the end of the year 9999: a reset sets it back',
  ])
  expect((await shop.get('/_sandbox/transactions')).body.data).toEqual([])
  const early = await openEarly()
  const { status, headers } = await early.collect()
  expect([status, headers['x-sandbox-hint']]).toEqual([200, undefined])
  await early.advance('2h')
  expect((await early.collect({ reference: 'order-2' })).status).toBe(400)
})

test('work past the year 9999 has no due time, and words say why', async () => {
  const shop = await openEarly()
  const id = await openLate(shop)
  const job = {
    dueAt: null,
    kind: 'deliver',
    transactionId: id,
    what: expect.stringMatching(/^send webhook \w+ to http:\S+ \(never: the clock ends with the year 9999\)$/),
    brings: 'webhook_attempted',
  }
  expect((await shop.get('/_sandbox/jobs')).body).toEqual([job])
  const { body, text } = await shop.get(`/_sandbox/transactions/${id}`)
  expect(body.next).toEqual(job)
  expect(text).not.toContain('+010000')
  expect(body.steps).toContainEqual(
    expect.objectContaining({ kind: 'webhook_attempted', came: expect.objectContaining({ retryAt: null }) }),
  )
  const waited = await shop.get('/_sandbox/webhooks/wait?status=FAILED&timeout=10ms')
  expect(waited.body.error.hint).toContain('is past the end of the clock')
  expect((await shop.post('/_sandbox/clock/run-until-idle', {})).body).toMatchObject({ events: [] })
})

test('a clock that runs at its end lets the process rest', async () => {
  const shop = await openEarly()
  await openLate(shop)
  await shop.post('/_sandbox/clock/resume', { rate: 1000 })
  await expect.poll(() => shop.now()).toBe('9999-12-31T23:59:59.999Z')
  const before = performance.eventLoopUtilization()
  await shop.get('/_sandbox/webhooks/wait?timeout=100ms')
  expect(performance.eventLoopUtilization(before).idle).toBeGreaterThan(0)
})
