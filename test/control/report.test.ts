import { expect, onTestFinished, test } from 'vitest'
import { call } from '../support/call.ts'
import { junitFaults } from '../support/junit.ts'
import { startWithScenarios } from '../support/own-scenarios.ts'
import { openShop, openShopWithReceiver, type Shop, start } from '../support/shop.ts'
import { started } from '../support/started-sandbox.ts'

async function eventful(): Promise<Shop> {
  const sandbox = await startWithScenarios(
    'version: 1\nscenarios: { strict: { expect: { deliveries: 2, statusQueries: 1, ackedWithin: 1m } } }',
  )
  const { shop } = await openShopWithReceiver(sandbox)
  await shop.collect({ reference: 'order-<1> & "\u202E\uFFFE' }, { 'x-sandbox-scenario': 'strict' })
  await shop.runUntilIdle()
  await shop.collect({ reference: 'order-2' }, { 'x-sandbox-scenario': 'timeout' })
  await shop.collect({ reference: 'order-3' }, { 'x-sandbox-scenario': 'never-final' })
  await shop.post('/_sandbox/scenarios/queue', { use: 'wrong-pin', times: 2 })
  onTestFinished(() => shop.reset())
  return shop
}

test('an unused queued scenario is shown with its business, and the report is not ok', async () => {
  const sandbox = await started({ clock: start })
  const shop = await openShop(sandbox)
  await shop.post('/_sandbox/scenarios/queue', { use: 'wrong-pin', times: 2 })
  await shop.collect()
  expect((await shop.get('/_sandbox/report')).body).toMatchObject({
    ok: false,
    unused: [{ business: shop.apiKey, use: 'wrong-pin', remaining: 1 }],
  })
  await shop.collect({ reference: 'order-2' })
  expect((await shop.get('/_sandbox/report')).body).toMatchObject({ ok: true, unused: [] })
})

test('the text tells people what is not met, unused and noticed, and the situations', async () => {
  const shop = await eventful()
  const { status, headers, text } = await shop.get('/_sandbox/report?format=text')
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  const [expectations, unmet, unused, queued, findings, open, ...shown] = text.trimEnd().split('\n')
  expect(expectations).toBe('expectations 0 of 1 met')
  expect(unmet).toMatch(
    /^ {2}not met {2}strict {2}order-.* of test_business_1 \(COMPLETED\): deliveries should be 2 and was 1, statusQueries should be at least 1 and was 0$/,
  )
  expect(unused).toBe('unused       1 queued scenario')
  expect(queued).toBe(`  unused   wrong-pin waited for 2 more requests of ${shop.apiKey}`)
  expect(findings).toBe('findings     1 info')
  expect(open).toBe(
    '  info     left-open: order-2 is still INITIATED (scenario timeout): wait, or move the time, until it is final [spec 3]',
  )
  const { situations } = (await shop.get('/_sandbox/report')).body
  expect(shown).toHaveLength(situations.length + 1)
  expect(shown[0]).toBe('situations   0 of 10 met')
  expect(shown[1]).toBe(
    "  not met  wrong-signature: asks whether your code refuses a webhook with a wrong signature, or without one; add: await shop.use('wrong-signature')",
  )
  expect(shown.at(-1)).toMatch(/^ {2}not met {2}slow-approval of mobile-money: /)
})

test('the JUnit form is right by its schema, with any reference, and counts what failed', async () => {
  const shop = await eventful()
  const { status, headers, text } = await shop.get('/_sandbox/report?format=junit')
  expect([status, headers['content-type']]).toEqual([200, 'application/xml; charset=utf-8'])
  expect(await junitFaults(text)).toEqual([])
  const suites = [...text.matchAll(/<testsuite name="(\w+)".*? tests="(\d+)" failures="(\d+)"/g)].map(([, ...of]) => of)
  expect(suites).toEqual([
    ['expectations', '1', '1'],
    ['queue', '1', '1'],
    ['findings', '1', '0'],
    ['situations', '10', '0'],
  ])
  expect(text).toContain('name="strict: order-&lt;1> &amp; &quot;\u202E\uFFFD"')
  expect(text).not.toContain('\uFFFE')
})

test('a report of nothing is right by the schema too, and the schema refuses what is wrong', async () => {
  const sandbox = await started({ clock: start })
  const { text } = await (await openShop(sandbox)).get('/_sandbox/report?format=junit')
  expect(await junitFaults(text)).toEqual([])
  expect(await junitFaults(text.replace(' hostname="localhost"', ''))).not.toEqual([])
  expect(await junitFaults(text.replace(/timestamp="[^"]*/, '$&Z'))).not.toEqual([])
})

test('a scenario that nothing asked for is not named as unjudged, the default and a queued one are', async () => {
  const yaml = 'version: 1\nscenarios: { strict: { expect: { deliveries: 1 } }, other: { expect: { deliveries: 1 } } }'
  const sandbox = await startWithScenarios(yaml)
  const shop = await openShop(sandbox)
  const unjudged = async () => (await shop.get('/_sandbox/report')).body.unjudged
  expect(await unjudged()).toEqual([])
  await shop.post('/_sandbox/scenarios/queue', { use: 'strict' })
  expect(await unjudged()).toEqual(['strict'])
  await call(sandbox.url, '/_sandbox/scenarios/default', { key: shop.apiKey, method: 'PUT', body: { use: 'other' } })
  expect(await unjudged()).toEqual(['strict', 'other'])
})

test('a form that there is not is refused with those there are', async () => {
  const sandbox = await started({ clock: start })
  const { status, body } = await (await openShop(sandbox)).get('/_sandbox/report?format=html')
  expect([status, body.error.message]).toEqual([
    400,
    'format: is not a form of the report; write one of json, text, junit',
  ])
})
