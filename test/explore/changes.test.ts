import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { ChangeName } from '../../src/explore/changes.ts'
import type { Business, ExploreContext } from '../../src/testing/index.ts'
import { mobileMoney, virtualAccount } from '../support/requests.ts'
import { playSchedule } from '../support/scheduled-shop.ts'

/** A merchant in this process that writes down what it sees, in order. */
async function watchingShop({ sandbox }: ExploreContext) {
  const seen: string[] = []
  let inHandler = 0
  const shop = await sandbox.business({
    async receive(request) {
      const { reference_business: reference, status } = (await request.json()) as Record<string, string>
      seen.push(`${reference} ${status}${++inHandler > 1 ? ' at once' : ''}`)
      await setImmediate()
      inHandler--
      return new Response(null, { status: 200 })
    },
  })
  const headers = { authorization: shop.apiKey, 'content-type': 'application/json' }
  const post = (path: string, body: unknown) =>
    sandbox.fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
  return {
    seen,
    shop,
    async collect(reference = 'order-1') {
      const reply = await post('/collections/mobilemoney', mobileMoney({ reference })).catch(() => null)
      seen.push(reply === null ? 'no reply' : `reply ${reply.status}`)
      return reply === null ? '' : ((await reply.json()) as { id: string }).id
    },
    async ask(id: string) {
      const reply = await sandbox.fetch(`/payments/${id}`, { headers })
      const { status, message, fee } = (await reply.json()) as Record<string, string>
      seen.push(`asked ${status}`)
      return { status, message, fee }
    },
    post,
  }
}

async function clockOf({ sandbox }: ExploreContext, { apiKey }: Business): Promise<number> {
  const reply = await sandbox.fetch('/_sandbox/clock', { headers: { authorization: apiKey } })
  return Date.parse(((await reply.json()) as { now: string }).now)
}

const done = 'order-1 COMPLETED'

test.each<[ChangeName, readonly string[], passedMs: number]>([
  ['webhook-twice', ['reply 200', done, done], 3000],
  ['webhook-twice-at-once', ['reply 200', done, `${done} at once`], 3000],
  ['webhook-again-later', ['reply 200', done, done], 24 * 3_600_000 + 3000],
  ['webhook-before-reply', [done, 'reply 200'], 3000],
  ['webhook-late', ['reply 200', done], 3_600_000 + 3000],
  ['lost-reply', ['no reply', done], 3000],
  ['slow-reply', [done, 'reply 200'], 6000],
])('%s: what the merchant sees of a call and an advance of 3s', async (change, wanted, passedMs) => {
  const played = await playSchedule(
    [{ order: 1, change }],
    async (context) => {
      const merchant = await watchingShop(context)
      const before = await clockOf(context, merchant.shop)
      await merchant.collect()
      await merchant.shop.advance('3s')
      return { seen: [...merchant.seen], passedMs: (await clockOf(context, merchant.shop)) - before }
    },
    { listen: false },
  )
  expect(played).toEqual({ seen: wanted, passedMs })
})

test('lost-ack: the webhook that was acknowledged comes again', async () => {
  const seen = await playSchedule([{ order: 1, change: 'lost-ack' }], async (context) => {
    const merchant = await watchingShop(context)
    await merchant.collect()
    await merchant.shop.runUntilIdle()
    return merchant.seen
  })
  expect(seen).toEqual(['reply 200', done, done])
})

test('pending-first: the first status query answers PENDING as before the end, and the clock goes on by itself', async () => {
  const played = await playSchedule([{ order: 1, change: 'pending-first' }], async (context) => {
    const merchant = await watchingShop(context)
    const id = await merchant.collect()
    const before = await merchant.ask(id)
    await merchant.shop.advance('3s')
    const first = await merchant.ask(id)
    const now = await clockOf(context, merchant.shop)
    await merchant.shop.advance('0s')
    return { before, first, second: await merchant.ask(id), passedMs: (await clockOf(context, merchant.shop)) - now }
  })
  expect(played.first).toEqual({ ...played.before, status: 'PENDING' })
  expect(played.second).toMatchObject({ status: 'COMPLETED' })
})

test('reversed: the webhooks of two transactions come in reverse, and alone the first comes when the run goes idle', async () => {
  const reversed = [{ order: 1, change: 'reversed' }] as const
  const both = await playSchedule(reversed, async (context) => {
    const merchant = await watchingShop(context)
    await merchant.collect('order-1')
    await merchant.collect('order-2')
    await merchant.shop.advance('3s')
    return [...merchant.seen]
  })
  expect(both).toEqual(['reply 200', 'reply 200', 'order-2 COMPLETED', 'order-1 COMPLETED'])
  const alone = await playSchedule(reversed, async (context) => {
    const merchant = await watchingShop(context)
    await merchant.collect()
    await merchant.shop.advance('3s')
    const early = [...merchant.seen]
    await merchant.shop.runUntilIdle()
    return { early, seen: merchant.seen }
  })
  expect(alone).toEqual({ early: ['reply 200'], seen: ['reply 200', done] })
})

test('the clock does not move by itself over the end of another transaction', async () => {
  const played = await playSchedule([{ order: 2, change: 'webhook-late' }], async (context) => {
    const merchant = await watchingShop(context)
    await merchant.shop.use('by-hand')
    await merchant.post('/collections/virtual-account', virtualAccount())
    const before = await clockOf(context, merchant.shop)
    await merchant.collect()
    await merchant.shop.advance('3s')
    return { seen: [...merchant.seen], passedMs: (await clockOf(context, merchant.shop)) - before }
  })
  expect(played).toEqual({ seen: ['reply 200'], passedMs: 3000 })
})
