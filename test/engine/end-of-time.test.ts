import { performance } from 'node:perf_hooks'
import { expect, test } from 'vitest'
import { openSandbox } from '../support/opened-sandbox.ts'
import { startMerchant } from '../support/start-merchant.ts'

/** Two seconds before the end: a collection settles after three. */
const clock = '9999-12-31T23:59:58.000Z'
const never = '(never: the clock ends with the year 9999)'

test('work past the year 9999 has no due time, and words say why', async () => {
  const shop = (await openSandbox({ clock })).shop()
  const { id } = (await shop.collect()).body
  const job = {
    dueAt: null,
    kind: 'act',
    transactionId: id,
    what: `settle as approved ${never}`,
    brings: 'settled',
    result: 'approved',
  }
  expect((await shop.get('/_sandbox/jobs')).body).toEqual([job])
  const { body, text } = await shop.get(`/_sandbox/transactions/${id}`)
  expect(body.next).toEqual(job)
  expect(text).not.toContain('+010000')
  const waited = await shop.get('/_sandbox/webhooks/wait?reference=order-1&timeout=10ms')
  expect(waited.body.error.hint).toContain('nothing will happen: settle as approved is past the end of the clock')
  expect((await shop.post('/_sandbox/clock/run-until-idle', {})).body).toMatchObject({ now: clock, events: [] })
})

test('a webhook or a retry past the year 9999 has no due time', async () => {
  const shop = (await openSandbox({ clock })).shop()
  const merchant = await startMerchant(() => 500)
  const { id } = (await shop.collect({ reference: 'scn:paid-at-once:1', callbackURL: merchant.url })).body
  await shop.advance('1s')
  const { steps } = (await shop.get(`/_sandbox/transactions/${id}`)).body
  expect(steps).toContainEqual(
    expect.objectContaining({ kind: 'webhook_attempted', came: expect.objectContaining({ retryAt: null }) }),
  )
})

test('a clock that runs at its end lets the process rest', async () => {
  const shop = (await openSandbox({ clock })).shop()
  await shop.collect()
  await shop.post('/_sandbox/clock/resume', { rate: 1000 })
  await expect.poll(() => shop.now()).toBe('9999-12-31T23:59:59.999Z')
  const before = performance.eventLoopUtilization()
  await shop.get('/_sandbox/webhooks/wait?timeout=100ms')
  expect(performance.eventLoopUtilization(before).idle).toBeGreaterThan(0)
})
