import { expect, test } from 'vitest'
import { faultNames } from '../../src/report/faults.ts'
import { call } from '../support/call.ts'
import { startWithScenarios } from '../support/own-scenarios.ts'
import { openShop, openShopWithReceiver, type Shop, start } from '../support/shop.ts'
import { started } from '../support/started-sandbox.ts'

async function coverage(shop: Shop) {
  return (await shop.get('/_sandbox/report')).body.coverage
}

test('nothing is exercised at first, and everything that is loaded is listed', async () => {
  const sandbox = await started({ clock: start })
  const shop = await openShop(sandbox)
  const { data } = (await shop.get('/_sandbox/scenarios')).body
  const { percent, flows, ...lists } = await coverage(shop)
  expect(percent).toBe(0)
  expect(flows).toEqual(['mobile-money', 'virtual-account', 'bank-payout', 'mobile-money-payout'])
  expect(Object.values<{ exercised: string[] }>(lists).flatMap(({ exercised }) => exercised)).toEqual([])
  expect(lists.scenarios.never).toEqual(data.map(({ name }: { name: string }) => name))
  expect(lists.outcomes.never).toEqual(['approved', 'failed', 'expired', 'by-transfers', 'never', 'by-hand'])
  expect(lists.results.never).toHaveLength(22)
  expect(lists.faults.never).toEqual(faultNames)
})

test('a scenario counts once it is chosen, its outcome and result once they have come; percent rounds down', async () => {
  const sandbox = await started({ clock: start })
  const { shop } = await openShopWithReceiver(sandbox)
  await shop.collect({ reference: 'order-1' }, { 'x-sandbox-scenario': 'wrong-pin' })
  const before = await coverage(shop)
  expect(before.scenarios.exercised).toEqual(['wrong-pin'])
  expect([before.outcomes.exercised, before.results.exercised]).toEqual([[], []])
  await shop.runUntilIdle()
  const { percent, flows, ...lists } = await coverage(shop)
  expect(flows).toEqual(['mobile-money'])
  expect(lists.scenarios.exercised).toEqual(['wrong-pin'])
  expect(lists.scenarios.never).not.toContain('wrong-pin')
  expect(lists.outcomes.exercised).toEqual(['failed'])
  expect(lists.results.exercised).toEqual(['wrong_pin'])
  expect(lists.faults.exercised).toEqual([])
  const counts = Object.values<{ exercised: string[]; never: string[] }>(lists)
  const all = counts.reduce((sum, { exercised, never }) => sum + exercised.length + never.length, 0)
  expect(percent).toBe(Math.floor((1000 * 3) / all) / 10)
})

test('only the flows that were used count, or the one that is asked for', async () => {
  const sandbox = await started({ clock: start })
  const { shop } = await openShopWithReceiver(sandbox)
  await shop.collect({ reference: 'order-1' }, { 'x-sandbox-scenario': 'wrong-pin' })
  await shop.runUntilIdle()
  const { percent, flows, outcomes, results, scenarios } = await coverage(shop)
  expect(flows).toEqual(['mobile-money'])
  expect(outcomes.never).toEqual(['approved', 'never', 'by-hand'])
  expect(results.exercised).toEqual(['wrong_pin'])
  expect(scenarios.never).not.toContain('va-expiry')
  expect(scenarios.never).toContain('slow-approval')
  const ofFlow = async (flow: string) => (await shop.get(`/_sandbox/report?flow=${flow}`)).body.coverage
  expect((await ofFlow('mobile-money')).percent).toBe(percent)
  const ofPayouts = await ofFlow('bank-payout')
  expect([ofPayouts.flows, ofPayouts.percent, ofPayouts.scenarios.exercised]).toEqual([['bank-payout'], 0, []])
  expect(ofPayouts.results.never).not.toContain('wrong_pin')
  await shop.payBank({}, { reference: 'order-2' })
  expect((await coverage(shop)).flows).toEqual(['mobile-money', 'bank-payout'])
  expect((await shop.get('/_sandbox/report?flow=cash')).body.error.message).toBe(
    'flow: is not a flow; write one of mobile-money, virtual-account, bank-payout, mobile-money-payout',
  )
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

test.each([
  ['approved', 'outcome: approved'],
  ['failed', 'outcome: { failed: switch_error }'],
  ['expired', 'outcome: expired, expires: 1m'],
  ['by-transfers', 'transfers: [{ pay: "100%", after: 1s }]'],
  ['never', 'outcome: never'],
])('the outcome %s is exercised by a scenario that says so', async (outcome, scenario) => {
  const shop = await openShop(await startWithScenarios(`version: 1\nscenarios: { mine: { ${scenario} } }`))
  await shop.generate({}, { 'x-sandbox-scenario': 'mine' })
  await shop.runUntilIdle()
  expect((await coverage(shop)).outcomes.exercised).toEqual([outcome])
})

test('an action by hand on an ordinary scenario counts as its own outcome', async () => {
  const shop = await openShop(await startWithScenarios('version: 1\nscenarios: { mine: { outcome: approved } }'))
  const { id } = (await shop.collect({}, { 'x-sandbox-scenario': 'mine' })).body
  await shop.post(`/_sandbox/transactions/${id}/decline`, {})
  const { outcomes, results } = await coverage(shop)
  expect([outcomes.exercised, results.exercised]).toEqual([['failed'], ['wrong_pin']])
})

test('by-hand is exercised once an action came', async () => {
  const shop = await openShop(await startWithScenarios('version: 1\nscenarios: { mine: { outcome: by-hand } }'))
  const { id } = (await shop.collect({}, { 'x-sandbox-scenario': 'mine' })).body
  expect((await coverage(shop)).outcomes.exercised).toEqual([])
  await shop.post(`/_sandbox/transactions/${id}/approve`, {})
  expect((await coverage(shop)).outcomes.exercised).toEqual(['by-hand'])
})

/** A scenario for each fault, with the faults that come with it. */
const scenarios: Readonly<Record<string, string>> = {
  'respond.error': 'respond: { error: cannot_process }',
  'respond.httpStatus 429': 'respond: { httpStatus: 429 }',
  'respond.httpStatus 500': 'respond: { httpStatus: 500 }',
  'respond.httpStatus 503': 'respond: { httpStatus: 503 }',
  'respond.fault drop-before-commit': 'respond: { fault: drop-before-commit }',
  'respond.fault drop-after-commit': 'respond: { fault: drop-after-commit }',
  'respond.fault hang': 'respond: { fault: hang, delay: 1ms }',
  'respond.fault malformed-json': 'respond: { fault: malformed-json }',
  'respond.delay': 'respond: { delay: 1ms }',
  'webhook.delay': 'webhook: { delay: 1s }',
  'webhook.delay before-reply': 'webhook: { delay: before-reply }',
  'webhook.delay statusQueries': 'webhook: { delay: { statusQueries: 1 } }',
  'webhook.copies': 'webhook: { copies: 2 }',
  'webhook.drop': 'webhook: { drop: true }',
  'webhook.hold': 'webhook: { hold: 2 }',
  'webhook.answers status': 'webhook: { answers: [503, real] }',
  'webhook.answers timeout': 'webhook: { answers: [timeout, real] }',
  'webhook.answers reset': 'webhook: { answers: [reset, real] }',
  'webhook.answers lost-ack': 'webhook: { answers: [lost-ack, real] }',
  'webhook.signature missing': 'webhook: { signature: missing }',
  'webhook.signature corrupt': 'webhook: { signature: corrupt }',
  'webhook.signature wrong-key': 'webhook: { signature: wrong-key }',
  'webhook.body truncated': 'webhook: { body: truncated }',
  'webhook.body not-json': 'webhook: { body: not-json }',
  'webhook.body other-amount': 'webhook: { body: other-amount }',
  'webhook.body extra-fields': 'webhook: { body: extra-fields }',
}

test('every fault that is listed has its scenario here', () => {
  expect(Object.keys(scenarios)).toEqual(faultNames)
})

test.each(Object.entries(scenarios))(
  '%s is exercised by its scenario, and no other fault is',
  async (fault, scenario) => {
    const sandbox = await startWithScenarios(`version: 1\nscenarios: { mine: { ${scenario} } }`)
    const { shop } = await openShopWithReceiver(sandbox)
    const { body } = await shop.collect({}, { 'x-sandbox-scenario': 'mine' }).catch(() => ({ body: null }))
    await shop.runUntilIdle()
    if (fault === 'webhook.delay statusQueries') await shop.find(body.id)
    await shop.runUntilIdle()
    const { faults, scenarios } = await coverage(shop)
    expect(scenarios.exercised).toEqual(['mine'])
    expect(faults.exercised).toEqual(fault === 'respond.fault hang' ? [fault, 'respond.delay'] : [fault])
  },
)

test.each([
  ['outcome: expired', ['expired']],
  ['outcome: by-hand', ['expired', 'by-hand']],
  ['lateTransfers: ignore, transfers: [{ pay: "100%", after: 1h }]', ['expired', 'by-transfers']],
  ['lateTransfers: accept, transfers: [{ pay: "100%", after: 1h }]', ['expired', 'by-transfers']],
])('the outcome expired is exercised when a virtual account expires: %s', async (scenario, exercised) => {
  const shop = await openShop(await startWithScenarios(`version: 1\nscenarios: { mine: { ${scenario} } }`))
  await shop.generate({}, { 'x-sandbox-scenario': 'mine' })
  await shop.runUntilIdle()
  const { outcomes, results } = await coverage(shop)
  expect(outcomes.exercised).toEqual(exercised)
  expect(results.exercised).toContain('expired')
})

test('answers and signatures count as far as the attempts have come', async () => {
  const webhook = 'webhook: { answers: [503, timeout, real], signature: [corrupt, missing] }'
  const { shop } = await openShopWithReceiver(
    await startWithScenarios(`version: 1\nscenarios: { mine: { ${webhook} } }`),
  )
  await shop.collect({}, { 'x-sandbox-scenario': 'mine' })
  await shop.advance('3s')
  expect((await coverage(shop)).faults.exercised).toEqual(['webhook.answers status'])
  await shop.advance('5s')
  expect((await coverage(shop)).faults.exercised).toEqual(['webhook.answers status', 'webhook.answers timeout'])
  await shop.runUntilIdle()
  const all = ['webhook.answers status', 'webhook.answers timeout', 'webhook.signature corrupt']
  expect((await coverage(shop)).faults.exercised).toEqual(all)
})

test('businesses are covered apart, and a reset starts over', async () => {
  const sandbox = await started({ clock: start })
  const [one, other] = [await openShop(sandbox), await openShop(sandbox)]
  await one.collect({}, { 'x-sandbox-scenario': 'server-error' })
  expect((await coverage(one)).scenarios.exercised).toEqual(['server-error'])
  expect((await coverage(other)).scenarios.exercised).toEqual([])
  await one.reset()
  expect((await coverage(one)).scenarios.exercised).toEqual([])
})
