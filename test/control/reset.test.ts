import { expect, test } from 'vitest'
import { openSandbox, openSharedSandbox, startTime } from '../support/opened-sandbox.ts'
import { startMerchant } from '../support/start-merchant.ts'

const sandbox = await openSharedSandbox()

test('after a reset a business is as it was at the start', async () => {
  const merchant = await startMerchant(() => 500)
  const shop = sandbox.shop({ callbackUrl: merchant.url })
  const { id } = (await shop.collect({ reference: 'scn:paid-at-once:1' })).body
  await shop.generate({ reference: 'scn:va-expiry:1' })
  await shop.post('/_sandbox/clock/advance', { by: '1m' })
  await shop.post('/_sandbox/clock/resume', { rate: 60 })
  const clock = { now: startTime, mode: 'frozen', rate: 1 }
  expect(await shop.post('/_sandbox/reset')).toMatchObject({
    status: 200,
    body: { key: shop.key, transactions: 0, clock },
  })
  expect((await shop.get('/_sandbox/clock')).body).toEqual(clock)
  expect((await shop.get('/_sandbox/transactions')).body).toEqual({ data: [], next: null })
  expect((await shop.get('/_sandbox/webhooks')).body).toEqual({ data: [], more: false })
  expect((await shop.get('/_sandbox/jobs')).body).toEqual([])
  expect((await shop.get(`/_sandbox/transactions/${id}`)).status).toBe(404)
  expect((await shop.get(`/payments/${id}`)).status).toBe(404)
})

test('with a running clock a reset goes back to the time of the machine', async () => {
  const real = await openSandbox({ clock: 'real' })
  const shop = real.shop()
  const before = Date.parse((await shop.get('/_sandbox/clock')).body.now)
  await shop.post('/_sandbox/clock/advance', { by: '30d' })
  await shop.post('/_sandbox/clock/freeze')
  const { clock } = (await shop.post('/_sandbox/reset')).body
  expect(clock).toMatchObject({ mode: 'real', rate: 1 })
  expect(Date.parse(clock.now)).toBeGreaterThanOrEqual(before)
  expect(Date.parse(clock.now)).toBeLessThan(before + 86_400_000)
})
