import { expect, test } from 'vitest'
import { closedGate } from '../support/gate.ts'
import { at, openSharedSandbox } from '../support/opened-sandbox.ts'
import { startMerchant } from '../support/start-merchant.ts'

const sandbox = await openSharedSandbox()

test('a second advance waits for the first', async () => {
  const { opened, open } = closedGate()
  const merchant = await startMerchant(() => opened.then(() => 200))
  const shop = sandbox.shop({ callbackUrl: merchant.url })
  await shop.collect({ reference: 'one' })
  const first = shop.advance('4s')
  await merchant.received(1)
  const second = shop.advance('10s')
  const third = shop.post('/_sandbox/clock/run-until-idle')
  expect(await shop.now()).toBe(at(3000))
  await shop.collect({ reference: 'two' })
  await shop.collect({ reference: 'scn:switch-error:1' })
  open()
  expect(await first).toMatchObject({ now: at(4000), events: { length: 8 } })
  const { now, events } = await second
  expect(now).toBe(at(14_000))
  expect(events.map((event) => [event.at, event.event])).toEqual([
    [at(6000), 'settled'],
    [at(6000), 'webhook_queued'],
    [at(6000), 'webhook_attempted'],
    [at(6000), 'webhook_delivered'],
    [at(8000), 'settled'],
    [at(8000), 'webhook_queued'],
    [at(8000), 'webhook_attempted'],
    [at(8000), 'webhook_delivered'],
  ])
  expect((await third).body).toEqual({ now: at(14_000), events: [], eventsTotal: 0 })
})

test('two businesses advance side by side', async () => {
  const { opened, open } = closedGate()
  const slow = await startMerchant(() => opened.then(() => 200))
  const quick = await startMerchant()
  const [held, free] = [sandbox.shop({ callbackUrl: slow.url }), sandbox.shop({ callbackUrl: quick.url })]
  await held.collect()
  await free.collect()
  const holding = held.advance('1h')
  await slow.received(1)
  expect(await free.advance('2h')).toMatchObject({ now: at(7_200_000), events: { length: 4 } })
  expect(await held.now()).toBe(at(3000))
  open()
  expect(await holding).toMatchObject({ now: at(3_600_000), events: { length: 4 } })
})

test('freeze and resume during an advance say what the clock goes back to', async () => {
  const { opened, open } = closedGate()
  const merchant = await startMerchant(() => opened.then(() => 200))
  const shop = sandbox.shop({ callbackUrl: merchant.url })
  await shop.collect()
  const moving = shop.advance('1h')
  await merchant.received(1)
  expect((await shop.post('/_sandbox/clock/resume', { rate: 2 })).body).toEqual({
    now: at(3000),
    mode: 'real',
    rate: 2,
  })
  expect(await shop.now()).toBe(at(3000))
  expect((await shop.post('/_sandbox/clock/freeze')).body).toEqual({ now: at(3000), mode: 'frozen', rate: 2 })
  open()
  await moving
  expect((await shop.get('/_sandbox/clock')).body).toEqual({ now: at(3_600_000), mode: 'frozen', rate: 2 })
})
