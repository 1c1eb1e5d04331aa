import { expect, test } from 'vitest'
import { closedGate } from '../support/gate.ts'
import { at, openSharedSandbox } from '../support/opened-sandbox.ts'
import { startMerchant } from '../support/start-merchant.ts'

const sandbox = await openSharedSandbox({ perOrigin: 2 })

test('businesses that advance against one receiver wait for room there, and no webhook loses time by that', async () => {
  const { opened, open } = closedGate()
  const merchant = await startMerchant(async ({ body }) => {
    if (body.reference_business === 'slow') await opened
    return 200
  })
  const slow = [1, 2].map(() => sandbox.shop({ callbackUrl: merchant.url }))
  for (const shop of slow) await shop.collect({ reference: 'slow' })
  const holding = slow.map((shop) => shop.advance('4s'))
  await merchant.received(2)
  const quick = sandbox.shop({ callbackUrl: merchant.url, timeout: '1s' })
  await quick.collect({ reference: 'quick' })
  const asked = Date.now()
  const moving = quick.advance('4s')
  // Longer than the deadline, which must not begin before the webhook has a connection.
  await expect.poll(() => Date.now() - asked, { timeout: 3000 }).toBeGreaterThan(1200)
  open()
  expect((await moving).events.at(-1)).toMatchObject({ event: 'webhook_delivered', attempts: 1 })
  await Promise.all(holding)
})

test('an advance takes back its webhooks that wait behind others, and sends them itself', async () => {
  const { opened, open } = closedGate()
  const merchant = await startMerchant(async ({ body }) => {
    if (body.reference_business.startsWith('scn:paid-at-once:other')) await opened
    return 200
  })
  const other = sandbox.shop({ callbackUrl: merchant.url })
  for (const n of [1, 2, 3]) await other.collect({ reference: `scn:paid-at-once:other-${n}` })
  await merchant.received(2)
  const mine = sandbox.shop({ callbackUrl: merchant.url })
  await mine.collect({ reference: 'scn:paid-at-once:mine' })
  const moving = mine.advance('1s')
  open()
  expect(await moving).toMatchObject({ now: at(1000) })
  await merchant.received(4)
  expect(merchant.webhooks.filter(({ body }) => body.reference_business === 'scn:paid-at-once:mine')).toHaveLength(1)
})
