import { expect, test } from 'vitest'
import { checkScenarioText } from '../../src/scenarios/load.ts'
import { startWithScenarios } from '../support/own-scenarios.ts'
import { mobileMoney } from '../support/requests.ts'
import { balanceOf, openShop } from '../support/shop.ts'
import { shipped } from './scenario-folders.ts'

const yaml = `version: 1
scenarios:
  halves: { mix: { wrong-pin: 1, approve: 1 } }
  one: { mix: { wrong-pin: 5 } }
  refusing: { mix: { server-error: 1 } }
  passwords: { mix: { otp: 1, va-expiry: 1 } }
  by-rule: { match: { reference: "fri-*" }, mix: { wrong-pin: 3, va-expiry: 1 } }`

test('a transaction is of the scenario that was drawn, and everything names the mix', async () => {
  const shop = await openShop(await startWithScenarios(yaml))
  const { body, headers } = await shop.collect({ reference: 'order-1' }, { 'x-sandbox-scenario': 'one' })
  expect(headers['x-sandbox-scenario']).toBe('wrong-pin; by=header; mix=one')
  await shop.runUntilIdle()
  const { scenario, status } = await shop.transaction({ id: body.id })
  expect({ scenario, status }).toEqual({ scenario: { name: 'wrong-pin', by: 'header', mix: 'one' }, status: 'FAILED' })
  const { steps } = (await shop.get(`/_sandbox/transactions/${body.id}`)).body
  expect(steps[0].text).toBe('created, with the scenario wrong-pin, drawn by the mix one (5 of 5)')
})

test('the same reference always draws the same scenario, also after a reset and in explain', async () => {
  const shop = await openShop(await startWithScenarios(yaml))
  const references = Array.from({ length: 40 }, (_, index) => `order-${index}`)
  await shop.post('/_sandbox/scenarios/queue', { use: 'halves', times: 40 })
  const draw = async () => {
    const answers = await Promise.all(references.map((reference) => shop.collect({ reference })))
    return answers.map(({ headers }) => headers['x-sandbox-scenario'])
  }
  const first = await draw()
  expect(new Set(first)).toEqual(new Set(['wrong-pin; by=queue; mix=halves', 'approve; by=queue; mix=halves']))
  // Forty draws have used up the entry.
  expect((await shop.collect({ reference: 'order-40' })).headers['x-sandbox-scenario']).toBe('approve; by=file')
  await shop.reset()
  await shop.post('/_sandbox/scenarios/queue', { use: 'halves', times: 40 })
  const headers = { 'x-sandbox-scenario': 'halves' }
  const explained = await Promise.all(
    references.map((reference) => {
      const request = { path: '/collections/mobilemoney', body: mobileMoney({ reference }), headers }
      return shop.post('/_sandbox/explain', request)
    }),
  )
  expect(explained.map(({ body: { scenario, mix } }) => `${scenario}; by=queue; mix=${mix}`)).toEqual(first)
  expect(await draw()).toEqual(first)
})

test('a rule and a default may be a mix; manual mode replaces a default', async () => {
  const sandbox = await startWithScenarios(`${yaml}\ndefaults: { scenario: one }`)
  const chosenFor = async (reference: string, settings = {}) => {
    const shop = await openShop(sandbox, settings)
    return (await shop.collect({ reference })).headers['x-sandbox-scenario']
  }
  expect(await chosenFor('fri-1')).toBe('wrong-pin; by=match; mix=by-rule')
  expect(await chosenFor('order-1')).toBe('wrong-pin; by=file; mix=one')
  expect(await chosenFor('order-1', { mode: 'manual' })).toBe('by-hand; by=file')
})

test('a mix of which no member can happen to a call is refused, and a queued one waits', async () => {
  const shop = await openShop(await startWithScenarios(yaml))
  const refused = await shop.payBank({}, {}, { 'x-sandbox-scenario': 'one' })
  expect([refused.status, refused.body.message]).toEqual([400, 'Scenario one cannot happen to a bank payout'])
  const inNaira = { currency: 'NGN', network: 'MTN', accountNumber: '08031234567' }
  const otherwise = await shop.collect(inNaira, { 'x-sandbox-scenario': 'passwords' })
  expect(otherwise.body.message).toBe('Scenario passwords cannot happen to a mobile money collection in NGN')
  await shop.use('one')
  const payout = await shop.payBank()
  expect(payout.headers['x-sandbox-scenario']).toBe('approve; by=file')
  expect((await shop.collect()).headers['x-sandbox-scenario']).toBe('wrong-pin; by=queue; mix=one')
})

test('a member that refuses the call refuses the same reference each time, and moves no money', async () => {
  const shop = await openShop(await startWithScenarios(yaml))
  const before = await balanceOf(shop, 'GHS')
  const answers = [await shop.collect({}, refusing), await shop.collect({}, refusing)]
  expect(answers.map(({ status }) => status)).toEqual([500, 500])
  expect(answers[0]?.headers['x-sandbox-scenario']).toBe('server-error; by=header; mix=refusing')
  expect(await balanceOf(shop, 'GHS')).toBe(before)
})

const refusing = { 'x-sandbox-scenario': 'refusing' }

test('lists show the shares of a mix for the flow that is asked for', async () => {
  const shop = await openShop(await startWithScenarios(yaml))
  const { body } = await shop.get('/_sandbox/scenarios/busy-day?flow=bank-payout')
  expect(body.mix).toEqual([
    { scenario: 'approve', weight: 85, share: 85 / 89 },
    ...['switch-error', 'slow-webhook', 'duplicate', 'lost-reply'].map((scenario) => {
      return { scenario, weight: 1, share: 1 / 89 }
    }),
  ])
  expect(body.flows).toEqual(['mobile-money', 'virtual-account', 'bank-payout', 'mobile-money-payout'])
  const { data } = (await shop.get('/_sandbox/scenarios')).body
  const flowsOf = (name: string) => data.find((each: { name: string }) => each.name === name).flows
  expect([flowsOf('one'), flowsOf('passwords')]).toEqual([['mobile-money'], ['mobile-money', 'virtual-account']])
})

test.each([
  [
    'a: { mix: {} }',
    '2:24 scenarios.a.mix: is empty; write scenarios with their weights, such as { approve: 90, wrong-pin: 10 }',
  ],
  ['a: { mix: { approve: 0 } }', '2:35 scenarios.a.mix.approve: 0 is not a weight; write a number above 0'],
  ['a: { mix: { approve: many } }', '2:35 scenarios.a.mix.approve: must be a weight such as 90, not "many"'],
  ['a: { mix: { aprove: 1 } }', '2:26 scenarios.a.mix.aprove: is not a scenario; did you mean approve?'],
  [
    'a: { mix: { busy-day: 1 } }',
    '2:26 scenarios.a.mix.busy-day: is a mix itself; write the scenarios that it draws from',
  ],
  ['a: { mix: { a: 1 } }', '2:26 scenarios.a.mix.a: is a mix itself; write the scenarios that it draws from'],
  [
    'approve: { mix: { wrong-pin: 1 } }',
    '2:25 scenarios.approve.mix: cannot be here: the mix busy-day draws from approve, and a member cannot be a mix; choose another name for this one',
  ],
  [
    'a: { mix: { approve: 1 } }, approve: { mix: { wrong-pin: 1 } }, busy-day: {}',
    '2:26 scenarios.a.mix.approve: is a mix itself; write the scenarios that it draws from',
  ],
  [
    'a: { match: { flow: bank-payout }, mix: { wrong-pin: 90, timeout: 10 } }',
    '2:49 scenarios.a.mix: no member can happen to a bank payout, but match.flow is bank-payout; write mobile-money there',
  ],
  [
    'a: { mix: { approve: 1 }, after: 5s }',
    '2:40 scenarios.a.after: cannot be beside mix, whose scenarios have lives of their own; leave one of the two out',
  ],
  [
    'a: { mix: { approve: 1 }, expect: { deliveries: 1 } }',
    '2:40 scenarios.a.expect: cannot be beside mix, whose scenarios have lives of their own; leave one of the two out',
  ],
])('%s is refused with its place', async (scenario, said) => {
  const problems = await checkScenarioText(`version: 1\nscenarios: { ${scenario} }`, 'my.yaml', shipped)
  expect(problems.map(({ line, column, path, message }) => `${line}:${column} ${path}: ${message}`)).toEqual([said])
})

test.each([
  'approve: { mix: { wrong-pin: 1 } }, busy-day: { after: 1s }',
  'a: { match: { flow: [bank-payout, mobile-money] }, mix: { wrong-pin: 1, approve: 1 } }',
])('%s is right', async (scenarios) => {
  expect(await checkScenarioText(`version: 1\nscenarios: { ${scenarios} }`, 'my.yaml', shipped)).toEqual([])
})
