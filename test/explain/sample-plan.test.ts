import { expect, test } from 'vitest'
import { sampleIntent } from '../../src/explain/sample-intent.ts'
import { viewScenario } from '../../src/explain/scenario-view.ts'
import { noScenarios, type Scenario } from '../../src/scenarios/scenario.ts'
import { amountsOf } from '../../src/scenarios/select/amount-range.ts'
import { loaded, shipped } from '../scenarios/scenario-folders.ts'

async function written(mine: string): Promise<Scenario> {
  const { scenarios } = await loaded(`version: 1\nscenarios: { mine: ${mine} }`)
  const scenario = scenarios.find(({ name }) => name === 'mine')
  if (!scenario) throw new Error('The scenario mine was not loaded')
  return scenario
}

test.each(shipped.scenarios)('the sample of $name is of a flow, a currency and an amount of its match', (scenario) => {
  const { flow, currency, askedMinor } = sampleIntent(scenario)
  expect(scenario.flows).toContain(flow)
  expect(scenario.currency ?? currency).toBe(currency)
  expect(scenario.match?.flow ?? [flow]).toContain(flow)
  const { leastMinor = 0, mostMinor = -1 } = amountsOf(scenario.match ?? {}).get(currency) ?? {}
  expect(askedMinor).toBeGreaterThanOrEqual(leastMinor)
  expect(askedMinor).toBeLessThanOrEqual(mostMinor)
})

test.each([
  ['{ match: { flow: virtual-account, reference: "z-*" } }', 'a virtual-account of 100 NGN, reference z-*'],
  ['{ match: { flow: [bank-payout, mobile-money], currency: KES } }', 'a bank-payout of 100 KES'],
  ['{ match: { amount: { gt: 1000 }, currency: XOF } }', 'a mobile-money of 1001 XOF'],
  ['{ match: { amount: { gt: 0.5, lt: 1 } } }', 'a mobile-money of 0.99 GHS'],
  ['{ match: { amount: 4.25 } }', 'a mobile-money of 4.25 GHS'],
  ['{ match: { accountNumber: "*0009??1" } }', 'a mobile-money of 100 GHS, accountNumber *0009??1'],
  [
    '{ match: { accountNumber: "055*", network: [V?D, ATM] } }',
    'a mobile-money of 100 GHS, accountNumber 055*, network V?D or ATM',
  ],
  ['{ match: { flow: bank-payout, accountNumber: "77*88" } }', 'a bank-payout of 100 NGN, accountNumber 77*88'],
  ['{ match: { reason: "Rent *", reference: "a*b*" } }', 'a mobile-money of 100 GHS, reference a*b*, reason Rent *'],
  ['{ }', 'a mobile-money of 100 GHS'],
])('%s is shown with %s', async (mine, what) => {
  const scenario = await written(mine)
  expect(viewScenario(scenario, noScenarios, false).sample).toBe(what)
})

test('a scenario is shown as it goes in the flow of its match', async () => {
  const late = await written('{ match: { flow: virtual-account, reference: "z-*" }, after: 31m }')
  expect(viewScenario(late, noScenarios, true).forecast.slice(0, 2)).toEqual([
    { after: '0s', event: 'the create call answers INITIATED' },
    { after: '30m', event: 'FAILED as expired' },
  ])
})
