import { expect, test } from 'vitest'
import { closedGate } from '../support/gate.ts'
import { at, openSandbox } from '../support/opened-sandbox.ts'
import { startMerchant } from '../support/start-merchant.ts'

test('webhooks that are due at one moment leave together, and their results are stored in the order of their jobs', async () => {
  const sandbox = await openSandbox()
  const { opened, open } = closedGate()
  // The first is answered last.
  const merchant = await startMerchant(({ body }) =>
    body.reference_business === 'order-1' ? opened.then(() => 200) : 200,
  )
  const shop = sandbox.shop({ callbackUrl: merchant.url })
  const references = ['order-1', 'order-2', 'order-3']
  for (const reference of references) await shop.collect({ reference })
  await shop.collect({ reference: 'later', accountNumber: '0240009112' })
  const advanced = shop.post('/_sandbox/clock/advance', { by: '1m' })
  await merchant.received(3)
  expect((await shop.get('/_sandbox/clock')).body.now).toBe(at(3000))
  open()
  const { events } = (await advanced).body
  const attempted = events.flatMap((one: { event: string; reference: string }) =>
    one.event === 'webhook_attempted' ? one.reference : [],
  )
  expect(attempted).toEqual([...references, 'later'])
})

test('a retry goes alone: it waits for the answers of what is due at its moment before it', async () => {
  const sandbox = await openSandbox()
  const open: number[] = []
  const merchant = await startMerchant(() => {
    open.push(merchant.open)
    return open.length <= 2 ? 500 : 200
  })
  const shop = sandbox.shop({ callbackUrl: merchant.url, retry: ['10s'] })
  for (const reference of ['order-1', 'order-2']) await shop.collect({ reference })
  await shop.advance('1m')
  expect(open).toHaveLength(4)
  expect(open.slice(2)).toEqual([1, 1])
})
