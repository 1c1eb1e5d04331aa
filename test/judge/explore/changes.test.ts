import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type ChangeName, changeNames } from '../../../src/judge/explore/changes.ts'
import { type Business, type ExploreContext, explore } from '../../../src/testing/index.ts'
import { folderWith } from '../../support/cli.ts'
import { exploreBought } from '../../support/merchants/bought.ts'
import { PaysToBanks } from '../../support/merchants/paying-merchant.ts'
import { mobileMoney, virtualAccount } from '../../support/requests.ts'
import { playSchedule } from '../../support/scheduled-shop.ts'

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
  ['webhook-again-later', ['reply 200', done], 3000],
  ['webhook-before-reply', [done, 'reply 200'], 3000],
  ['webhook-late', ['reply 200'], 3000],
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

test('a webhook that comes during a status query does not come late too', async () => {
  const order = 1
  const schedule = [
    { order, change: 'webhook-before-status-reply' },
    { order, change: 'webhook-late' },
  ] as const
  const seen = await playSchedule(schedule, async (context) => {
    const merchant = await watchingShop(context)
    await merchant.ask(await merchant.collect())
    return merchant.seen
  })
  expect(seen).toEqual(['reply 200', done, 'asked COMPLETED'])
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

test.each<[ChangeName, readonly string[], passedMs: number]>([
  ['webhook-again-later', ['reply 200', done, done], 24 * 3_600_000 + 3000],
  ['webhook-late', ['reply 200', done], 3_600_000 + 3000],
])('%s: what it puts off comes when the test moves the time so far', async (change, wanted, passedMs) => {
  const played = await playSchedule([{ order: 1, change }], async (context) => {
    const merchant = await watchingShop(context)
    const before = await clockOf(context, merchant.shop)
    await merchant.collect()
    await merchant.shop.runUntilIdle()
    return { seen: [...merchant.seen], passedMs: (await clockOf(context, merchant.shop)) - before }
  })
  expect(played).toEqual({ seen: wanted, passedMs })
})

test('pending-first: status queries answer PENDING as before the end, for 30 s after it', async () => {
  const played = await playSchedule([{ order: 1, change: 'pending-first' }], async (context) => {
    const merchant = await watchingShop(context)
    const id = await merchant.collect()
    const before = await merchant.ask(id)
    await merchant.shop.advance('3s')
    const first = await merchant.ask(id)
    await merchant.shop.advance('29s')
    const last = await merchant.ask(id)
    await merchant.shop.advance('1s')
    return { before, first, last, afterwards: await merchant.ask(id) }
  })
  const pending = { ...played.before, status: 'PENDING' }
  expect(played).toMatchObject({ first: pending, last: pending, afterwards: { status: 'COMPLETED' } })
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

test('a failure while something late is still to come says nothing, and the change needs check or a probe', async () => {
  const impatient = async (context: ExploreContext) => {
    const merchant = await watchingShop(context)
    await merchant.collect()
    await merchant.shop.advance('3s')
    expect(merchant.seen).toContain(done)
  }
  const only = ['webhook-late', 'webhook-twice'] as const
  const alone = await explore(impatient, { only, found: folderWith({}) })
  expect(alone).toMatchObject({ notReached: ['webhook-late'], needsCheck: ['webhook-late'] })
  const judged = { body: impatient, check: () => {} }
  const atTheEnd = await explore(judged, { only, found: folderWith({}) })
  expect(atTheEnd).toMatchObject({ notReached: [], needsCheck: [] })
})

test('a mistake that shows when the late webhook has come is found by what judges the run at its end', async () => {
  const givesUp = {
    body: async (context: ExploreContext) => {
      const merchant = await watchingShop(context)
      await merchant.collect()
      await merchant.shop.advance('10m')
      return merchant.seen.includes(done) ? 'shipped' : 'cancelled'
    },
    check: (_: ExploreContext, order: string) => expect(order).toBe('shipped'),
  }
  const found = explore(givesUp, { only: ['webhook-late'], found: folderWith({}) })
  await expect(found).rejects.toThrow('fails when the webhook of transaction 1 comes an hour late')
})

test('lost-reply of a virtual account: its number is unknown, so no transfer comes and it expires; another one is paid', async () => {
  const seen = await playSchedule([{ order: 1, change: 'lost-reply' }], async (context) => {
    const merchant = await watchingShop(context)
    for (const reference of ['order-1', 'order-2']) {
      await merchant.post('/collections/virtual-account', virtualAccount({ reference })).catch(() => null)
    }
    await merchant.shop.runUntilIdle()
    return merchant.seen
  })
  expect(seen.toSorted()).toEqual(['order-1 FAILED', 'order-2 COMPLETED'])
})

test('a merchant without webhooks, who can only ask: its replies are not lost, and PENDING ends when the run goes idle', async () => {
  const asks = {
    async body({ sandbox }: ExploreContext) {
      const { apiKey, advance } = await sandbox.business()
      const headers = { authorization: apiKey, 'content-type': 'application/json' }
      const call = { method: 'POST', headers, body: JSON.stringify(mobileMoney()) }
      const reply = await sandbox.fetch('/collections/mobilemoney', call)
      const { id } = (await reply.json()) as { id: string }
      const ask = async () => {
        const answer = await sandbox.fetch(`/payments/${id}`, { headers })
        return ((await answer.json()) as { status: string }).status
      }
      await advance('3s')
      await ask()
      return ask
    },
    check: async (_: ExploreContext, ask: () => Promise<string>) => expect(await ask()).toBe('COMPLETED'),
  }
  expect(await explore(asks, { only: ['lost-reply', 'pending-first'], found: folderWith() })).toMatchObject({
    runs: 6,
    reached: { 'pending-first': 1 },
    notReached: ['lost-reply'],
  })
})

test('changes happen to payouts to bank accounts too, and a merchant without a mistake passes them all', async () => {
  const bought = { withdrawals: ['approve', 'approve'], asks: true }
  const { reached, untried } = await exploreBought(PaysToBanks, bought, { runs: 33, found: folderWith() })
  // A webhook that comes at its time leaves nothing to ask after the final status.
  expect([Object.keys(reached), untried]).toEqual([changeNames.filter((name) => name !== 'pending-first'), 0])
})
