import { expect, test } from 'vitest'
import { startWithScenarios } from '../support/own-scenarios.ts'
import { openShop, openShopWithReceiver } from '../support/shop.ts'

async function openWith(expects: string, scenario = 'outcome: approved') {
  const yaml = `version: 1\ndefaults: { scenario: mine }\nscenarios: { mine: { ${scenario}, expect: ${expects} } }`
  const opened = await openShopWithReceiver(await startWithScenarios(yaml))
  const report = async () => (await opened.shop.get('/_sandbox/report')).body
  const judged = async () => {
    const { ok, expectations } = await report()
    expect(expectations.every((one: { ok: boolean }) => one.ok)).toBe(ok)
    return expectations.map(({ actual, ok }: { actual: object; ok: boolean }) => ({ actual, ok }))
  }
  return { ...opened, report, judged }
}

test('a scenario without expectations is not judged, and its report is fine', async () => {
  const sandbox = await startWithScenarios('version: 1\nscenarios: { mine: { outcome: approved } }')
  const shop = await openShop(sandbox)
  await shop.collect()
  expect((await shop.get('/_sandbox/report')).body).toMatchObject({ ok: true, expectations: [], unused: [] })
})

test('each transaction of a scenario is judged, by what its file says, and shown with what came', async () => {
  const { shop, report } = await openWith('{ deliveries: 2, duplicateCreates: 0 }', 'webhook: { copies: 2 }')
  const { id } = (await shop.collect({ reference: 'order-1' })).body
  const judged = {
    business: shop.apiKey,
    scenario: 'mine',
    transactionId: id,
    reference: 'order-1',
    expect: { deliveries: 2, duplicateCreates: 0 },
  }
  expect(await report()).toMatchObject({
    ok: false,
    expectations: [
      {
        ...judged,
        status: 'INITIATED',
        actual: { deliveries: 0, duplicateCreates: 0 },
        unmet: ['deliveries'],
        webhooksPending: 0,
        ok: false,
      },
    ],
  })
  await shop.advance('3s')
  expect(await report()).toMatchObject({
    ok: true,
    expectations: [
      { ...judged, status: 'COMPLETED', actual: { deliveries: 2, duplicateCreates: 0 }, unmet: [], ok: true },
    ],
  })
})

test('deliveries counts what reached the receiver: no pretended answer, but one whose answer was lost', async () => {
  const webhook = 'webhook: { answers: [503, timeout, lost-ack, real] }'
  const { shop, judged } = await openWith('{ deliveries: 2 }', webhook)
  await shop.collect()
  await shop.runUntilIdle()
  expect(await judged()).toEqual([{ actual: { deliveries: 2 }, ok: true }])
})

test('a receiver that is not there was reached by nothing, one that refuses was reached each time', async () => {
  const { shop, receiver, judged } = await openWith('{ deliveries: 2 }', 'webhook: { retry: [5s] }')
  receiver.reply(503)
  await shop.collect({ reference: 'refused' })
  await shop.collect({ reference: 'unreachable', callbackURL: 'http://127.0.0.1:9/' })
  await shop.runUntilIdle()
  expect(await judged()).toEqual([
    { actual: { deliveries: 2 }, ok: true },
    { actual: { deliveries: 0 }, ok: false },
  ])
})

test.each([
  ['{ gte: 1 }', true],
  ['{ gte: 2 }', false],
  ['{ lte: 1 }', true],
  ['{ lte: 0 }', false],
  ['{ gte: 1, lte: 3 }', true],
  ['1', true],
  ['0', false],
])('one delivery where %s is expected: %s', async (bounds, ok) => {
  const { shop, judged } = await openWith(`{ deliveries: ${bounds} }`)
  await shop.collect()
  await shop.advance('3s')
  expect(await judged()).toEqual([{ actual: { deliveries: 1 }, ok }])
})

test('statusQueries counts queries of the final transaction, at least so many', async () => {
  const { shop, judged } = await openWith('{ statusQueries: 2 }')
  const { id } = (await shop.collect()).body
  await shop.find(id)
  await shop.advance('3s')
  await shop.find(id)
  expect(await judged()).toEqual([{ actual: { statusQueries: 1 }, ok: false }])
  await shop.find(id)
  await shop.find(id)
  expect(await judged()).toEqual([{ actual: { statusQueries: 3 }, ok: true }])
})

test('duplicateCreates counts calls that came again with the reference, for any reason', async () => {
  const { shop, judged } = await openWith('{ duplicateCreates: 1 }')
  await shop.collect({ reference: 'order-1' })
  expect(await judged()).toEqual([{ actual: { duplicateCreates: 0 }, ok: true }])
  await shop.collect({ reference: 'order-1' })
  expect(await judged()).toEqual([{ actual: { duplicateCreates: 1 }, ok: true }])
  await shop.payBank({}, { reference: 'order-1' })
  await shop.collect({ reference: 'order-1' }, { 'x-sandbox-scenario': 'server-error' })
  await shop.collect({ reference: 'order-1' }, { 'x-sandbox-scenario': 'no-such-scenario' })
  expect(await judged()).toEqual([{ actual: { duplicateCreates: 4 }, ok: false }])
})

test('ackedWithin is the slowest 2xx in real time; a webhook that was never answered 2xx does not do', async () => {
  const { shop, receiver, report } = await openWith('{ ackedWithin: 1m }', 'webhook: { retry: [] }')
  receiver.reply(503, { times: 1 })
  await shop.collect({ reference: 'refused' })
  await shop.advance('3s')
  await shop.collect({ reference: 'taken' })
  await shop.advance('3s')
  const [refused, taken] = (await report()).expectations
  expect(refused).toMatchObject({ expect: { ackedWithin: '1m' }, actual: { ackedWithin: null }, ok: false })
  expect(taken).toMatchObject({ actual: { ackedWithin: expect.stringMatching(/^\d+m?s/) }, ok: true })
})

test('an answer slower than ackedWithin is shown with its time', async () => {
  const { shop, report } = await openWith('{ ackedWithin: 1ms }')
  await shop.collect()
  await shop.advance('3s')
  const [{ actual, ok }] = (await report()).expectations
  // A call over a socket takes longer than a millisecond, or just as long.
  expect([actual.ackedWithin === '1ms', ok]).toEqual(actual.ackedWithin === '1ms' ? [true, true] : [false, false])
})

test('a business that is started again has nothing to answer for', async () => {
  const { shop, judged } = await openWith('{ deliveries: 1 }')
  await shop.collect()
  await shop.advance('3s')
  await shop.reset()
  expect(await judged()).toEqual([])
})

test('webhooks that are still to come are shown beside what is not met', async () => {
  const { shop, judged } = await openWith('{ deliveries: 2 }', 'webhook: { copies: 2, spacing: 10m }')
  await shop.collect({ reference: 'order-1' })
  await shop.advance('3s')
  expect(await judged()).toEqual([{ actual: { deliveries: 1 }, ok: false }])
  expect((await shop.get('/_sandbox/report')).body.expectations[0].webhooksPending).toBe(1)
  const { text } = await shop.get('/_sandbox/report?format=text')
  expect(text).toContain('deliveries should be 2 and was 1 (1 more webhook still to come)')
})
