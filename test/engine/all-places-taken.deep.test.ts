import { expect, test } from 'vitest'
import { closedGate } from '../support/gate.ts'
import { at, openSandbox, openSharedSandbox } from '../support/opened-sandbox.ts'
import { startMerchant } from '../support/start-merchant.ts'

const sandbox = await openSharedSandbox({ inFlight: 2 })

test('businesses that advance wait for a place, and no webhook loses time by that', async () => {
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
  // Longer than the deadline, which must not begin before the webhook has a place.
  await expect.poll(() => Date.now() - asked, { timeout: 3000 }).toBeGreaterThan(1200)
  open()
  expect((await moving).events.at(-1)).toMatchObject({ event: 'webhook_delivered', attempts: 1 })
  await Promise.all(holding)
})

test('an advance takes back its webhooks that wait for a place, and sends them itself', async () => {
  const { opened, open } = closedGate()
  const merchant = await startMerchant(async ({ body }) => {
    if (body.reference_business === 'scn:paid-at-once:other') await opened
    return 200
  })
  const others = [1, 2].map(() => sandbox.shop({ callbackUrl: merchant.url }))
  for (const other of others) await other.collect({ reference: 'scn:paid-at-once:other' })
  await merchant.received(2)
  const mine = sandbox.shop({ callbackUrl: merchant.url })
  await mine.collect({ reference: 'scn:paid-at-once:mine' })
  const moving = mine.advance('1s')
  open()
  expect(await moving).toMatchObject({ now: at(1000) })
  await merchant.received(3)
  expect(merchant.webhooks.filter(({ body }) => body.reference_business === 'scn:paid-at-once:mine')).toHaveLength(1)
})

async function openWithoutPlace() {
  const own = await openSandbox({ inFlight: 1 })
  const merchant = await startMerchant(() => 'hang')
  const settings = { callbackUrl: merchant.url, timeout: '60s' }
  const [other, shop] = [own.shop(settings), own.shop(settings)]
  await other.collect({ reference: 'scn:paid-at-once:1' })
  await merchant.received(1)
  return { merchant, other, shop }
}

test('a reset does not wait for a place', async () => {
  const { merchant, other, shop } = await openWithoutPlace()
  await shop.collect({ reference: 'scn:paid-at-once:1' })
  expect((await shop.post('/_sandbox/reset')).body).toMatchObject({ transactions: 0 })
  expect((await shop.get('/_sandbox/webhooks')).body).toEqual({ data: [], more: false })
  // The same request again gives the same ids; the webhook of the old world does not stand in for the new one's.
  await shop.collect({ reference: 'scn:paid-at-once:1' })
  await other.post('/_sandbox/reset')
  await merchant.received(2)
  expect((await shop.get('/_sandbox/webhooks')).body.data).toMatchObject([{ attempts: [{ number: 1 }] }])
})

test('a reset during an advance does not wait for a place', async () => {
  const { merchant, other, shop } = await openWithoutPlace()
  await shop.collect({ reference: 'plain' })
  const moving = shop.post('/_sandbox/clock/advance', { by: '3s' })
  await expect.poll(() => shop.now()).toBe(at(3000))
  expect((await shop.post('/_sandbox/reset')).status).toBe(200)
  expect((await moving).status).toBe(409)
  await other.post('/_sandbox/reset')
  await shop.advance('1h')
  expect(merchant.webhooks).toHaveLength(1)
})
