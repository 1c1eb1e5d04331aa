import { expect, test } from 'vitest'
import type { ReceivedCall } from '../../src/dashboard/api/live-event.ts'
import type { Delivery } from '../../src/dashboard/state/transaction.ts'
import {
  filterLog,
  inTimeOrder,
  type Part,
  type Parts,
  pathOf,
  withChanged,
  withNewer,
  withOlder,
} from '../../src/dashboard/traffic/log.ts'
import { replayWords } from '../../src/dashboard/transaction/delivery-words.ts'
import { openSandbox, type Shop } from '../support/opened-sandbox.ts'
import { startMerchant } from '../support/start-merchant.ts'

async function partsOf(shop: Shop): Promise<Parts> {
  const calls = (await shop.get('/_sandbox/requests')).body.data
  const webhooks = (await shop.get('/_sandbox/webhooks')).body.data.toReversed()
  return { calls: { loaded: calls, more: false }, webhooks: { loaded: webhooks, more: false } }
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
  return shop
}

function named(rows: ReturnType<typeof inTimeOrder>['rows']) {
  return rows.map(({ call, delivery }) => (call ? `call ${call.reference}` : `webhook ${delivery?.reference}`))
}

test('calls and webhooks are in one order, the newest first, and no further than both are loaded', async () => {
  const parts = await partsOf(await openRetried())
  const order = ['webhook second', 'call second', 'webhook first', 'call first']
  expect(named(inTimeOrder(parts).rows)).toEqual(order)
  expect(inTimeOrder(parts).missing).toBe(null)
  const short = { ...parts, webhooks: { loaded: parts.webhooks.loaded.slice(0, 1), more: true } }
  expect(named(inTimeOrder(short).rows)).toEqual(order.slice(0, 1))
  expect(inTimeOrder(short).missing).toBe('webhooks')
  const none = { ...parts, calls: { loaded: [], more: true } }
  expect(inTimeOrder(none)).toEqual({ rows: [], missing: 'calls' })
})

test('rows are filtered by kind, state and answer', async () => {
  const shop = await openRetried()
  await shop.collect({ reference: 'third', amount: -1 })
  const { rows } = inTimeOrder(await partsOf(shop))
  const found = (show: string, answer = '') => named(filterLog(rows, { show, answer }))
  expect(found('refused')).toEqual(['call third'])
  expect(found('calls', '2')).toEqual(['call second', 'call first'])
  expect(found('failing')).toEqual(['webhook first'])
  expect(found('failed', '5')).toEqual(['webhook first'])
  expect(found('webhooks', '2')).toEqual(['webhook second'])
  expect(found('exhausted')).toEqual([])
  expect(found('unsent')).toEqual([])
  expect(found('', 'none')).toEqual([])
})

test('the path of an address is what a server gets of it', () => {
  for (const url of [
    'http://127.0.0.1:80/hook?a=/b',
    'https://a.example',
    'https://a.example/',
    'http://a.example/x#y',
  ]) {
    const { pathname, search } = new URL(url)
    expect([url, pathOf(url)]).toEqual([url, pathname + search])
  }
})

test('what is new stands on top once, and a webhook that was tried again in its place', async () => {
  const shop = await openRetried()
  const before = await partsOf(shop)
  await shop.advance('2m')
  await shop.collect({ reference: 'third' })
  await shop.advance('20s')
  const now = await partsOf(shop)
  const calls: Part<ReceivedCall> = withNewer(before.calls, now.calls.loaded)
  expect(calls.loaded.map(({ reference }) => reference)).toEqual(['third', 'second', 'first'])
  expect(withNewer(calls, now.calls.loaded)).toBe(calls)
  const { loaded } = withChanged(before.webhooks, now.webhooks.loaded.toReversed())
  expect(loaded.map(({ reference, attempts }) => [reference, attempts.length])).toEqual([
    ['third', 1],
    ['second', 1],
    ['first', 2],
  ])
})

test('a call that comes while a page of calls is loaded is there once', async () => {
  const { loaded } = (await partsOf(await openRetried())).calls
  const shown = withNewer({ loaded: [], more: true }, loaded.slice(0, 1))
  expect(withOlder(shown, loaded, false)).toEqual({ loaded, more: false })
})

test('replays that were refused are not said to be delivered', async () => {
  const shop = await openRetried()
  const again = async (id: string): Promise<Delivery> => (await shop.post(`/_sandbox/webhooks/${id}/replay`)).body
  const [second, first] = (await partsOf(shop)).webhooks.loaded
  const replayed = [await again(first?.id ?? ''), await again(second?.id ?? '')]
  expect(replayWords(replayed)).toBe('2 sent again: 1 answered 2xx, 1 not delivered: answered 500')
  expect(replayWords(replayed.slice(0, 1))).toBe('Not delivered: answered 500')
  expect(replayWords(replayed.slice(1))).toBe('1 sent again and answered 2xx')
  expect(replayWords([])).toBe('No webhook here has failed')
})
