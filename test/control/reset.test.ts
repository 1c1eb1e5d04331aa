import { expect, test } from 'vitest'
import { at, openSandbox, openSharedSandbox, startTime } from '../support/opened-sandbox.ts'
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

test('the same requests after a reset give the same answers, ids and balances included', async () => {
  const merchant = await startMerchant()
  const shop = sandbox.shop({ callbackUrl: merchant.url })
  const round = async () => {
    const answers = [
      await shop.collect({ reference: 'scn:paid-at-once:1' }),
      await shop.generate(),
      await shop.generate(),
    ]
    await shop.post('/_sandbox/clock/run-until-idle')
    answers.push(await shop.generate({ reference: 'invoice-8' }))
    return answers.map(({ status, body }) => ({ status, body }))
  }
  const first = await round()
  await shop.post('/_sandbox/reset')
  expect(await round()).toEqual(first)
  expect(first[3]?.body.opening_balance).toBeGreaterThan(1_000_000)
})

test('a reset of a business without a write is nothing', async () => {
  const empty = await openSandbox()
  const shop = empty.shop()
  expect((await shop.post('/_sandbox/reset')).body).toMatchObject({ transactions: 0 })
  expect((await shop.get('/_sandbox/businesses')).body).toEqual([])
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

test('settings that were declared stay', async () => {
  const shop = sandbox.shop({ accountLifetime: '5m' })
  await shop.post('/_sandbox/reset')
  await shop.generate({ reference: 'scn:va-expiry:1' })
  expect((await shop.get('/_sandbox/jobs')).body).toMatchObject([{ dueAt: at(300_000) }])
})
