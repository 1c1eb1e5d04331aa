import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { openShopWithReceiver } from '../support/shop.ts'
import { startedForFile } from '../support/started-sandbox.ts'

const sandbox = await startedForFile()

test('a webhook is compact JSON, signed over its bytes with the API key', async () => {
  const { shop, receiver } = await openShopWithReceiver(sandbox)
  await shop.collect({ reason: 'Crème 🙂 </script> \u2028', metadata: { 2: 'b', 1: 'a', ключ: 1e21, tiny: 1e-7 } })
  await shop.runUntilIdle()
  const [webhook] = receiver.webhooks
  expect(webhook?.headers['content-type']).toBe('application/json')
  const text = webhook?.raw.toString() ?? ''
  expect(JSON.stringify(JSON.parse(text))).toBe(text)
  const signature = createHmac('sha512', shop.apiKey).update(JSON.stringify(webhook?.body)).digest('hex')
  expect(webhook?.headers['x-webhook-signature']).toBe(signature)
  expect(
    createHmac('sha512', shop.apiKey)
      .update(webhook?.raw ?? '')
      .digest('hex'),
  ).toBe(signature)
  expect(webhook && receiver.verify(webhook)).toBe(true)
})
