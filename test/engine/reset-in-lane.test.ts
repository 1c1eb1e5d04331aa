import { expect, test } from 'vitest'
import { at, openSandbox } from '../support/opened-sandbox.ts'
import { startMerchant } from '../support/start-merchant.ts'

// The lanes of an origin are shared: others' webhooks may hang there for as long as their time-out.
test('a reset during an advance does not wait for webhooks of other businesses to the same origin', async () => {
  const own = await openSandbox()
  const merchant = await startMerchant(() => 'hang')
  const [other, shop] = [own.shop({ timeout: '1h' }), own.shop({ timeout: '1h' })]
  for (let count = 1; count <= 4; count += 1) {
    await other.collect({ reference: `scn:paid-at-once:${count}`, callbackURL: merchant.url })
  }
  await merchant.received(4)
  await shop.collect({ reference: 'plain', callbackURL: merchant.url })
  const moving = shop.post('/_sandbox/clock/advance', { by: '3s' })
  await expect.poll(() => shop.now()).toBe(at(3000))
  expect((await shop.post('/_sandbox/reset')).status).toBe(200)
  expect((await moving).status).toBe(409)
  await other.post('/_sandbox/reset')
  await shop.advance('1h')
  expect(merchant.webhooks).toHaveLength(4)
})
