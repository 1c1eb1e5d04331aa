import { expect, test } from 'vitest'
import { openSandbox } from '../support/opened-sandbox.ts'
import { longestBlockMs } from '../support/spent.ts'
import { startMerchant } from '../support/start-merchant.ts'

const lists = ['requests', 'jobs', 'transactions', 'webhooks']

test('no list of 1,000 holds other calls for 50 ms of processor time, be every webhook refused', async () => {
  const sandbox = await openSandbox()
  const merchant = await startMerchant(() => 401)
  const shop = sandbox.shop({ callbackUrl: merchant.url })
  for (let count = 0; count < 60; count++) {
    await Promise.all(Array.from({ length: 20 }, (_, n) => shop.collect({ reference: `order-${count}-${n}` })))
  }
  await shop.advance('1h')
  const headers = { authorization: shop.key }
  for (const list of lists) {
    const call = () => sandbox.fetch(`/_sandbox/${list}?limit=1000`, { headers })
    // The first call loads what it needs; of the others the best is not another process's turn.
    await call()
    const turns = []
    for (let play = 0; play < 5; play++) turns.push(await longestBlockMs(call))
    expect(Math.min(...turns), list).toBeLessThan(50)
  }
  const { body } = await shop.get('/_sandbox/webhooks?limit=1000')
  expect(body.more).toBe(true)
  const at = body.data.map(({ createdAt }: { createdAt: string }) => createdAt)
  expect([at.length, new Set(body.data.map(({ id }: { id: string }) => id)).size]).toEqual([1000, 1000])
  expect(at).toEqual(at.toSorted())
})
