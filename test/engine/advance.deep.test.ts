import { expect, test } from 'vitest'
import { at, openSharedSandbox, type ShownEvent } from '../support/opened-sandbox.ts'
import { startMerchant } from '../support/start-merchant.ts'

const sandbox = await openSharedSandbox()

test('250 pending chains settle in order, as many as one advance shows the events of', {
  timeout: 60_000,
}, async () => {
  const merchant = await startMerchant()
  const shop = sandbox.shop({ callbackUrl: merchant.url })
  const ids = await Promise.all(
    Array.from(
      { length: 250 },
      async (_, index) => (await shop.collect({ reference: `scn:slow-approval:${index}` })).body.id,
    ),
  )
  const due = (await shop.get('/_sandbox/jobs?limit=1000')).body.map((job: ShownEvent) => job.transactionId)
  expect(due).toHaveLength(ids.length)
  const { now, events, eventsTotal } = await shop.advance('7d')
  expect(events).toHaveLength(eventsTotal)
  expect(now).toBe(at(7 * 86_400_000))
  expect(events.filter(({ event }) => event === 'settled').map(({ transactionId }) => transactionId)).toEqual(due)
  expect(merchant.webhooks.map(({ body }) => body.id)).toEqual(
    events.filter(({ event }) => event === 'webhook_delivered').map(({ transactionId }) => transactionId),
  )
  expect(new Set(merchant.webhooks.map(({ body }) => body.id)).size).toBe(250)
  const times = events.map((event) => event.at)
  expect(times).toEqual([...times].sort())
})
