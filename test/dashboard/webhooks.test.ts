import { expect, test } from 'vitest'
import type { Delivery } from '../../src/dashboard/state/transaction.ts'
import { filterSent, replayWords, sentOf, stateOf } from '../../src/dashboard/webhooks/sent.ts'
import { openSandbox, type Shop } from '../support/opened-sandbox.ts'
import { startMerchant } from '../support/start-merchant.ts'

async function webhooksOf(shop: Shop): Promise<readonly Delivery[]> {
  return (await shop.get('/_sandbox/webhooks')).body.data
}

/** A server that refuses its first webhooks; `first` is tried again after the only attempt of `second`. */
async function openRetried() {
  const answers = [503, 200, 500, 200]
  const merchant = await startMerchant(() => answers.shift() ?? 200)
  const sandbox = await openSandbox()
  const shop = sandbox.shop({ callbackUrl: merchant.url, retry: ['1m'] })
  await shop.collect({ reference: 'first' })
  await shop.advance('20s')
  await shop.collect({ reference: 'second' })
  await shop.advance('30s')
  return { shop, merchant }
}

test('attempts of all transactions are listed in the order in which the server got them', async () => {
  const { shop, merchant } = await openRetried()
  await shop.advance('2m')
  const received = merchant.webhooks.map(({ body }) => body.reference_business)
  const sent = sentOf(await webhooksOf(shop))
  expect(sent.map(({ delivery }) => delivery.reference).toReversed()).toEqual(received)
  expect(received).toEqual(['first', 'second', 'first'])
  expect(sent.map(({ attempt }) => attempt?.number)).toEqual([2, 1, 1])
})

test('webhooks are filtered by state, reference and path', async () => {
  const { shop } = await openRetried()
  const webhooks = await webhooksOf(shop)
  expect(webhooks.map(stateOf)).toEqual(['failing', 'delivered'])
  const found = (state: string, search: string) =>
    filterSent(sentOf(webhooks), state, search).map(({ delivery }) => delivery.reference)
  expect(found('failing', '')).toEqual(['first'])
  expect(found('', 'SECOND /hook')).toEqual(['second'])
  expect(found('', '/other')).toEqual([])
})

test('replays that were refused are not said to be delivered', async () => {
  const { shop } = await openRetried()
  const again = async (id: string): Promise<Delivery> => (await shop.post(`/_sandbox/webhooks/${id}/replay`)).body
  const [first, second] = await webhooksOf(shop)
  const replayed = [await again(first?.id ?? ''), await again(second?.id ?? '')]
  expect(replayWords(replayed)).toBe('2 sent again: 1 answered 2xx, 1 not delivered: answered 500')
  expect(replayWords(replayed.slice(0, 1))).toBe('Not delivered: answered 500')
  expect(replayWords(replayed.slice(1))).toBe('1 sent again and answered 2xx')
})
