import { expect, test } from 'vitest'
import { type Change, record } from '../../src/domain/change.ts'
import { type Block, openEvents } from '../support/event-stream.ts'
import { openParts } from '../support/opened-parts.ts'
import { at, openSandbox, openSharedSandbox, type Shop, startTime } from '../support/opened-sandbox.ts'
import { insert, transactionOf } from '../support/opened-store.ts'
import { startMerchant } from '../support/start-merchant.ts'
import { until } from '../support/until.ts'

const sandbox = await openSharedSandbox()
const path = '/_sandbox/events'
const key = 'test_watched'

function follow(shop: Shop, query = '', headers: Readonly<Record<string, string>> = {}, url = sandbox.url) {
  return openEvents(url, `${path}${query}`, { authorization: shop.key, ...headers })
}

async function collectMany(shop: Shop, count: number, name = 'order'): Promise<void> {
  for (let first = 0; first < count; first += 50) {
    const some = Array.from({ length: Math.min(50, count - first) }, (_, index) => first + index)
    await Promise.all(some.map((index) => shop.collect({ reference: `${name}-${index}`, reason: 'x'.repeat(80) })))
  }
}

const ids = (blocks: readonly Block[]) => blocks.flatMap(({ id, event }) => (event === undefined ? [] : [Number(id)]))

test('what happens to a business is shown as it happens, each event with whose it is', async () => {
  const merchant = await startMerchant()
  const shop = sandbox.shop({ callbackUrl: merchant.url })
  const stream = await follow(shop)
  const { id: transactionId } = (await shop.collect()).body
  await stream.arrived(2)
  await shop.advance('3s')
  const blocks = await stream.arrived(6)
  const owner = { transactionId, reference: 'order-1', flow: 'mobile-money', amount: 100, currency: 'GHS' }
  const block = (index: number, ms: number, event: string, facts: object) => {
    return { event, data: { id: Number(blocks[index]?.id), at: at(ms), ...owner, event, kind: event, ...facts } }
  }
  const deliveryId = blocks[3]?.data.deliveryId
  expect(deliveryId).toEqual(expect.any(String))
  const outcome = { number: 1, status: 200, error: null, durationMs: expect.any(Number) }
  const numbers = blocks.map(({ id }) => Number(id))
  expect(numbers).toEqual(numbers.toSorted((one, other) => one - other))
  expect(blocks).toMatchObject([
    block(0, 0, 'created', { scenario: 'approve', by: 'file' }),
    block(1, 0, 'prompt_sent', { accountNumber: '233241234567' }),
    block(2, 3000, 'settled', { status: 'COMPLETED', result: 'approved', cause: { by: 'step', step: 0 } }),
    block(3, 3000, 'webhook_queued', { deliveryId, url: merchant.url, dueAt: at(3000) }),
    block(4, 3000, 'webhook_attempted', { deliveryId, url: merchant.url, ...outcome }),
    block(5, 3000, 'webhook_delivered', { deliveryId, attempts: 1 }),
  ])
})

test('a stream begins with a comment, how soon to come back, and the id to go on from', async () => {
  const shop = sandbox.shop()
  await shop.collect()
  const [last] = ids((await (await follow(shop, '?after=0')).arrived(2)).slice(-1))
  const stream = await follow(shop)
  expect(stream.blocks).toEqual([{ comment: 'connected', retry: '1000', id: String(last) }])
})

test('what happened before is not shown, unless it is asked for; of other businesses nothing is', async () => {
  const [shop, other] = [sandbox.shop(), sandbox.shop()]
  await shop.collect({ reference: 'before' })
  await other.collect({ reference: 'not-mine' })
  const fromNow = await follow(shop)
  const fromTheFirst = await follow(shop, '?after=0')
  await other.collect({ reference: 'nor-this' })
  await shop.collect({ reference: 'after' })
  const referencesOf = (blocks: readonly Block[]) => blocks.map(({ data }) => data.reference)
  expect(referencesOf(await fromNow.arrived(2))).toEqual(['after', 'after'])
  expect(referencesOf(await fromTheFirst.arrived(4))).toEqual(['before', 'before', 'after', 'after'])
})

test('the key may come in the query, for a browser', async () => {
  const shop = sandbox.shop()
  await shop.collect()
  const stream = await openEvents(sandbox.url, `${path}?after=0&key=${shop.key}`)
  expect((await stream.arrived(2))[0]?.data.reference).toBe('order-1')
})

test.each(['header', 'parameter'])(
  'a client that comes back with a %s misses nothing and gets nothing twice',
  async (how) => {
    const shop = sandbox.shop()
    const seen: number[] = []
    const making = collectMany(shop, 250)
    while (seen.length < 500) {
      const last = String(seen.at(-1) ?? 0)
      const stream = await (how === 'header'
        ? follow(shop, '?after=0', { 'last-event-id': last })
        : follow(shop, `?after=${last}`))
      await stream.arrived(1)
      stream.close()
      seen.push(...ids(stream.blocks))
    }
    await making
    const { length } = await follow(shop, '?after=0').then((stream) => stream.arrived(500))
    expect(length).toBe(500)
    expect(seen).toEqual([...new Set(seen)].sort((a, b) => a - b))
    expect(seen).toHaveLength(500)
  },
)

test.each(['-1', 'x', '1.5', ''])('the id %j is none', async (id) => {
  const wrong = { code: 'invalid', message: expect.stringMatching(/is not the id of an event: a whole number$/) }
  const inQuery = await sandbox.shop().get(`${path}?after=${id}`)
  expect(inQuery.status).toBe(400)
  expect(inQuery.body).toEqual({ error: wrong })
  if (id === '') return
  const inHeader = await sandbox.shop().call(path, { headers: { 'last-event-id': id } })
  expect(inHeader.status).toBe(400)
  expect(inHeader.body).toEqual({ error: { ...wrong, hint: 'leave it out to begin with what comes from now on' } })
})

test('a reset is shown, and the stream goes on', async () => {
  const shop = sandbox.shop()
  const stream = await follow(shop)
  await shop.collect({ reference: 'old' })
  await stream.arrived(2)
  await shop.post('/_sandbox/reset')
  await shop.collect({ reference: 'new' })
  const blocks = await stream.arrived(5)
  expect(blocks.map(({ event, data }) => `${event} ${data.reference ?? data.at}`)).toEqual([
    'created old',
    'prompt_sent old',
    `reset ${startTime}`,
    'created new',
    'prompt_sent new',
  ])
})

test('a restore is shown, and nothing that was shown before comes again', async () => {
  const shop = sandbox.shop()
  const stream = await follow(shop)
  await shop.collect({ reference: 'kept' })
  await shop.call('/_sandbox/snapshots/before', { method: 'PUT', body: {} })
  await shop.collect({ reference: 'undone' })
  await stream.arrived(4)
  await shop.post('/_sandbox/snapshots/before/restore')
  await shop.collect({ reference: 'after' })
  const shown = (await stream.arrived(7)).map(({ event, data }) => `${event} ${data.reference ?? data.at}`)
  expect(shown.filter((one) => !one.startsWith('prompt_sent'))).toEqual([
    'created kept',
    'created undone',
    `reset ${startTime}`,
    'created after',
  ])
})

test.each(['reset', 'restore'])('a client that comes back after a %s is shown of it once', async (how) => {
  const shop = sandbox.shop()
  await shop.call('/_sandbox/snapshots/empty', { method: 'PUT', body: {} })
  await shop.collect({ reference: 'old' })
  const before = await follow(shop, '?after=0')
  const lastId = String(ids(await before.arrived(2)).at(-1))
  before.close()
  await shop.post(how === 'reset' ? '/_sandbox/reset' : '/_sandbox/snapshots/empty/restore')
  await shop.collect({ reference: 'new' })
  const shown = await follow(shop, '', { 'last-event-id': lastId }).then((stream) => stream.arrived(3))
  expect(shown.map(({ event, data }) => `${event} ${data.reference ?? data.at}`)).toEqual([
    `reset ${startTime}`,
    'created new',
    'prompt_sent new',
  ])
  // The snapshot is empty: the business began again either way.
  expect(shown[0]?.data.restored).toBe(false)
  expect(ids(shown)).toEqual([...new Set(ids(shown))].sort((a, b) => a - b))
  const again = await follow(shop, '', { 'last-event-id': String(shown[0]?.id) }).then((stream) => stream.arrived(2))
  expect(again).toEqual(shown.slice(1))
})

test('a client that knew another world is shown, and gets what this one has', async () => {
  const shop = sandbox.shop()
  await shop.collect()
  const stream = await follow(shop, '?after=999999999999')
  const blocks = await stream.arrived(3)
  expect(blocks.map(({ event }) => event)).toEqual(['reset', 'created', 'prompt_sent'])
})

test('calls are shown where they are asked for, without an id', async () => {
  const shop = sandbox.shop()
  const [plain, stream] = [await follow(shop), await follow(shop, '?requests=true')]
  await shop.get('/balance')
  await sandbox.shop().get('/balance')
  await shop.collect()
  const blocks = await stream.arrived(4)
  expect(blocks.map(({ event, id }) => `${event}${id === undefined ? '' : ' with id'}`)).toEqual([
    'request',
    'created with id',
    'prompt_sent with id',
    'request',
  ])
  const { data } = (await shop.get('/_sandbox/requests')).body
  expect([blocks[3]?.data, blocks[0]?.data]).toEqual(data)
  expect((await plain.arrived(2)).map(({ event }) => event)).toEqual(['created', 'prompt_sent'])
})

test('a client that does not read holds nothing up: the sandbox reads on once there is room for more', async () => {
  const { url, store } = await openParts()
  const pages: number[] = []
  const { eventsSince } = store
  const observed: typeof eventsSince = (...which) => {
    const page = eventsSince(...which)
    if (page.length > 0) pages.push(page.length)
    return page
  }
  Object.assign(store, { eventsSince: observed })
  const transactionId = transactionOf('order-1').id
  const note = (action: string) => record(transactionId, { kind: 'action', action })
  const add = (...changes: readonly Change[]) => store.perform(key, {}, () => ({ result: undefined, changes }))
  await add(insert('order-1'))
  // Far more than the buffers of a connection take.
  await Promise.all(Array.from({ length: 1000 }, () => add(note('x'.repeat(20_000)))))
  const stream = await openEvents(url, `${path}?after=0`, { authorization: key })
  stream.pause()
  for (let more = 0; more < 10; more++) await add(note(`the last but ${9 - more}`))
  expect(pages.length).toBeLessThan(8)
  stream.resume()
  expect(ids(await stream.arrived(1010))).toEqual(Array.from({ length: 1010 }, (_, index) => index + 1))
  expect(pages.length).toBeGreaterThan(10)
})

test('a business has at most 100 open streams; one that ends makes room, also an unread one', async () => {
  const shop = sandbox.shop()
  const streams = await Promise.all(Array.from({ length: 100 }, () => follow(shop)))
  const refused = await shop.get(path)
  expect([refused.status, refused.body.error]).toEqual([
    429,
    {
      code: 'quota',
      message: 'This business has 100 open streams of events, the most that there may be',
      hint: 'close one that is no longer read',
    },
  ])
  await follow(sandbox.shop())
  streams[0]?.pause()
  await collectMany(shop, 50)
  streams[0]?.close()
  await until('there is room for another', async () => {
    const [head] = await Promise.all([
      fetch(new URL(path, sandbox.url), { method: 'HEAD', headers: { authorization: shop.key } }),
    ])
    return head.status === 200
  })
  await follow(shop)
})

test('a stopping sandbox ends its streams, also an unread one', async () => {
  const stopping = await openSandbox()
  const shop = stopping.shop()
  const streams = [
    await follow(shop, '', {}, stopping.url),
    await follow(shop, '?after=0&requests=true', {}, stopping.url),
  ]
  await collectMany(shop, 500)
  await stopping.close()
  await until('both have ended', () => streams.every(({ isOver }) => isOver))
})

test('the clock is shown at once and whenever it is set, where it is asked for', async () => {
  const shop = sandbox.shop()
  const stream = await follow(shop, '?clock=true')
  await stream.arrived(1)
  await shop.post('/_sandbox/clock/resume', { rate: 60 })
  await shop.post('/_sandbox/clock/freeze')
  const isFrozenAgain = ({ event, data }: Block) => event === 'clock' && data.mode === 'frozen' && data.rate === 60
  await stream.block(isFrozenAgain)
  const [first, ...more] = stream.blocks.filter(({ event }) => event === 'clock')
  expect(first).toEqual({ event: 'clock', data: { now: startTime, mode: 'frozen', rate: 1 } })
  expect(more.map(({ id }) => id)).toEqual(more.map(() => undefined))
  const plain = await follow(shop)
  await shop.post('/_sandbox/clock/resume', { rate: 60 })
  await shop.collect()
  await plain.arrived(1)
  expect(plain.blocks.map(({ event }) => event)).not.toContain('clock')
})

test('what changes beside transactions is said, if it is asked for', async () => {
  const shop = sandbox.shop()
  const stream = await follow(shop, '?changed=true')
  const plain = await follow(shop)
  const said = (what: string) => stream.block(({ event, data }) => event === 'changed' && data.what === what)
  await shop.post('/_sandbox/scenarios/queue', { use: 'wrong-pin' })
  await said('queue')
  await shop.call('/_sandbox/scenarios/default', { method: 'PUT', body: { use: 'wrong-pin' } })
  await said('default')
  await shop.call('/_sandbox/business', { method: 'PATCH', body: { pin: '1234' } })
  await said('settings')
  await shop.call('/_sandbox/wallets/GHS', { method: 'PUT', body: { balance: 7 } })
  await said('wallet')
  await shop.post('/_sandbox/seal')
  await said('seal')
  await shop.post('/_sandbox/unseal')
  await shop.collect()
  await plain.arrived(1)
  expect(plain.blocks.map(({ event }) => event)).not.toContain('changed')
  expect(stream.blocks.filter(({ event }) => event === 'changed').map(({ id }) => id)).not.toContain(expect.anything())
})
