import { expect, test } from 'vitest'
import { at, openSandbox, type Shop } from '../support/opened-sandbox.ts'
import { type Merchant, startMerchant } from '../support/start-merchant.ts'

/** The most places that one business takes of 64. */
const most = 24

/** Four webhooks of a business to each of so many origins, none of which answers. */
async function hang(shop: Shop, origins: number): Promise<Merchant> {
  const hanging = await startMerchant(() => 'hang')
  for (let index = 0; index < 4 * origins; index += 1) {
    const callbackURL = hanging.url.replace('127.0.0.1', `shop-${index % origins}.localhost`)
    await shop.collect({ reference: `scn:paid-at-once:${index}`, callbackURL })
  }
  await hanging.received(Math.min(4 * origins, most))
  return hanging
}

test.each([1, 5, 12, 40])(
  'while %i receivers of one business hang, another advances and gets its webhooks',
  async (origins) => {
    const sandbox = await openSandbox()
    const hanging = await hang(sandbox.shop(), origins)
    const merchant = await startMerchant()
    const shop = sandbox.shop({ callbackUrl: merchant.url })
    await shop.collect({ reference: 'plain' })
    await shop.collect({ reference: 'scn:paid-at-once:1' })
    await merchant.received(1)
    expect(await shop.advance('3s')).toMatchObject({ now: at(3000) })
    expect(merchant.webhooks).toHaveLength(2)
    expect(hanging.open).toBe(Math.min(4 * origins, most))
  },
)

test('webhooks of one business that hang at a receiver do not delay those of another to the same receiver', async () => {
  const sandbox = await openSandbox()
  const [other, shop] = [sandbox.shop(), sandbox.shop()]
  const merchant = await startMerchant(({ body }) => (body.reference_business === 'plain' ? 200 : 'hang'))
  for (let count = 1; count <= 8; count += 1) {
    await other.collect({ reference: `scn:paid-at-once:${count}`, callbackURL: merchant.url })
  }
  await merchant.received(4)
  await shop.collect({ reference: 'plain', callbackURL: merchant.url })
  expect((await shop.advance('3s')).events.at(-1)).toMatchObject({ event: 'webhook_delivered' })
  expect(merchant).toMatchObject({ open: 4, webhooks: { length: 5 } })
})
