import { expect, test } from 'vitest'
import { monotonicMs } from '../../src/time.ts'
import { openSandbox } from '../support/opened-sandbox.ts'
import { startMerchant } from '../support/start-merchant.ts'

test('with 500 webhooks for a merchant that hangs, those to another arrive within a second', async () => {
  const sandbox = await openSandbox({ clock: 'real' })
  const hanging = await startMerchant(() => 'hang')
  const created = new Map<string, number>()
  const tookMs: number[] = []
  const merchant = await startMerchant(({ body }) => {
    tookMs.push(monotonicMs() - (created.get(body.reference_business) ?? 0))
    return 200
  })
  const dead = sandbox.shop({ callbackUrl: hanging.url })
  const shop = sandbox.shop({ callbackUrl: merchant.url })
  await Promise.all(Array.from({ length: 500 }, (_, index) => dead.collect({ reference: `fast-dead-${index}` })))
  await hanging.received(4)
  for (let index = 0; index < 100; index += 1) {
    created.set(`scn:paid-at-once:${index}`, monotonicMs())
    await shop.collect({ reference: `scn:paid-at-once:${index}` })
  }
  await merchant.received(100)
  tookMs.sort((a, b) => a - b)
  expect(tookMs[94]).toBeLessThanOrEqual(1000)
  expect(hanging).toMatchObject({ webhooks: { length: 4 }, open: 4 })
  expect((await dead.get('/_sandbox/jobs?limit=1000')).body).toHaveLength(500)
})
