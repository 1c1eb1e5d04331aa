import { expect, test } from 'vitest'
import { openShop, openShopWithReceiver } from '../support/shop.ts'
import { startedForFile } from '../support/started-sandbox.ts'

const sandbox = await startedForFile()

test('a transfer cancelled by expiring the account never arrives, in any order of the turn', async () => {
  for (let round = 0; round < 20; round++) {
    const shop = await openShop(sandbox, { lateTransfers: 'accept' })
    const { id } = (await shop.generate()).body
    await shop.advance('2s999ms')
    const [expired] = await Promise.all([shop.post(`/_sandbox/transactions/${id}/expire`, {}), shop.advance('1ms')])
    await shop.advance('1h')
    const { status } = (await shop.find(id)).body
    expect(status).toBe(expired.status === 200 ? 'FAILED' : 'COMPLETED')
  }
})

test('a replay whose business is reset meanwhile is answered at once, and says so', async () => {
  const { shop, receiver } = await openShopWithReceiver(sandbox)
  await shop.collect()
  await shop.advance('3s')
  const [{ id }] = (await shop.get('/_sandbox/webhooks')).body.data
  receiver.reply('hang')
  const replay = shop.post(`/_sandbox/webhooks/${id}/replay`, {})
  while (receiver.webhooks.length < 2) await new Promise((resolve) => setImmediate(resolve))
  await shop.reset()
  expect((await replay).status).toBe(404)
})
