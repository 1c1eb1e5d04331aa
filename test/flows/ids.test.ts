import { expect, onTestFinished, test } from 'vitest'
import { startSandbox } from '../../src/testing/index.ts'
import { openShop, start } from '../support/shop.ts'

const references = ['order-1', 'order-2', 'order-3']

async function open(seed: number, key = 'test_shop') {
  const sandbox = await startSandbox({ seed, clock: start })
  onTestFinished(() => sandbox.stop())
  return openShop(sandbox, { key })
}

async function answersOf(shop: Awaited<ReturnType<typeof open>>, order: readonly string[]) {
  const texts: Record<string, string> = {}
  for (const reference of order) {
    texts[reference] = (await shop.collect({ reference })).text
    texts[`va ${reference}`] = (await shop.generate({ reference: `va ${reference}` })).text
  }
  return texts
}

test('the same requests in the same seed get the same answers, in any order', async () => {
  const one = await answersOf(await open(7), references)
  expect(await answersOf(await open(7), references.toReversed())).toEqual(one)
  expect(new Set(Object.values(one).map((text) => JSON.parse(text).id)).size).toBe(6)
})

test('the same requests get the same answers after a reset, and the same webhooks', async () => {
  const sandbox = await startSandbox({ clock: start })
  onTestFinished(() => sandbox.stop())
  const receiver = await sandbox.receiver()
  const shop = await openShop(sandbox, { callbackUrl: receiver.url })
  const one = await answersOf(shop, references)
  await shop.runUntilIdle()
  // Webhooks that are due at one moment arrive in any order.
  const sentSince = (count: number) =>
    receiver.webhooks
      .slice(count)
      .map(({ raw, headers }) => `${headers['x-sandbox-delivery']} ${raw}`)
      .sort()
  const sent = sentSince(0)
  expect(sent).toHaveLength(6)
  await shop.reset()
  expect((await shop.find(JSON.parse(one['order-1'] ?? '{}').id)).status).toBe(404)
  expect(await answersOf(shop, references)).toEqual(one)
  await shop.runUntilIdle()
  expect(sentSince(6)).toEqual(sent)
})

test('another seed, another key and another reference give other ids and account numbers', async () => {
  const [first, otherSeed, otherKey] = [await open(1), await open(2), await open(1, 'test_other')]
  const bodies = [
    (await first.generate()).body,
    (await otherSeed.generate()).body,
    (await otherKey.generate()).body,
    (await first.generate({ reference: 'another' })).body,
  ]
  expect(new Set(bodies.map(({ id }) => id)).size).toBe(4)
  expect(new Set(bodies.map(({ virtual_account }) => virtual_account.account_number)).size).toBe(4)
})

test('a request that was refused before does not change the id', async () => {
  const [calm, busy] = [await open(1), await open(1)]
  await busy.collect({ reason: '' })
  await busy.collect({}, { 'x-sandbox-scenario': 'not-there' })
  const { text } = await busy.collect()
  await busy.collect()
  expect(text).toBe((await calm.collect()).text)
})
