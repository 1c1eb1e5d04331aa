import { expect, test } from 'vitest'
import { closedGate } from '../support/gate.ts'
import { at, openSandbox, openSharedSandbox } from '../support/opened-sandbox.ts'
import { startMerchant } from '../support/start-merchant.ts'

// A business that has a place waits for its next one; without any it never waits.
const sandbox = await openSharedSandbox({ inFlight: 1, perOrigin: 1 })

/** A merchant that answers the webhook of `first` when `open` is called. */
async function withHeldFirst(timeout: string) {
  const { opened, open } = closedGate()
  const merchant = await startMerchant(async ({ body }) => {
    if (body.reference_business === 'scn:paid-at-once:first') await opened
    return 200
  })
  const shop = sandbox.shop({ callbackUrl: merchant.url, timeout })
  return { merchant, shop, open }
}

test('a webhook waits for a place without losing time by that', async () => {
  const { merchant, shop, open } = await withHeldFirst('30s')
  await shop.collect({ reference: 'scn:paid-at-once:first' })
  await merchant.received(1)
  await shop.call('/_sandbox/business', { method: 'PATCH', body: { timeout: '1s' } })
  await shop.collect({ reference: 'scn:paid-at-once:quick' })
  const moving = shop.advance('1s')
  const asked = Date.now()
  // Longer than the deadline, which must not begin before the webhook has a place.
  await expect.poll(() => Date.now() - asked, { timeout: 3000 }).toBeGreaterThan(1500)
  open()
  expect((await moving).events.at(-1)).toMatchObject({ event: 'webhook_delivered', attempts: 1 })
})

test('an advance takes back its webhooks that wait for a place, and sends them itself', async () => {
  const { merchant, shop, open } = await withHeldFirst('30s')
  await shop.collect({ reference: 'scn:paid-at-once:first' })
  await merchant.received(1)
  await shop.collect({ reference: 'scn:paid-at-once:mine' })
  const moving = shop.advance('1s')
  open()
  expect(await moving).toMatchObject({ now: at(1000) })
  await merchant.received(2)
  expect(merchant.webhooks.filter(({ body }) => body.reference_business === 'scn:paid-at-once:mine')).toHaveLength(1)
})

async function openWithoutPlace() {
  const own = await openSandbox({ inFlight: 1 })
  const merchant = await startMerchant(() => 'hang')
  const shop = own.shop({ callbackUrl: merchant.url, timeout: '60s' })
  await shop.collect({ reference: 'scn:paid-at-once:1' })
  await merchant.received(1)
  return { merchant, shop }
}

test('a reset does not wait for a place', async () => {
  const { merchant, shop } = await openWithoutPlace()
  await shop.collect({ reference: 'scn:paid-at-once:2' })
  expect((await shop.post('/_sandbox/reset')).body).toMatchObject({ transactions: 0 })
  expect((await shop.get('/_sandbox/webhooks')).body).toEqual({ data: [], more: false })
  // The same request again gives the same ids; the webhook of the old world does not stand in for the new one's.
  await shop.collect({ reference: 'scn:paid-at-once:2' })
  await merchant.received(2)
  expect((await shop.get('/_sandbox/webhooks')).body.data).toMatchObject([{ attempts: [{ number: 1 }] }])
})
