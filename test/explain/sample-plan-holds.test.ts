import { expect, test } from 'vitest'
import { formatDuration } from '../../src/domain/duration.ts'
import type { Kind } from '../../src/domain/happening.ts'
import { viewScenario } from '../../src/explain/scenario-view.ts'
import { loaded } from '../scenarios/scenario-folders.ts'
import { startWithScenarios } from '../support/own-scenarios.ts'
import { openShop, start } from '../support/shop.ts'

const yaml = `version: 1
scenarios:
  fixed: { partialPayments: hold, transfers: [{ pay: 3000, after: 5s }, { pay: 2000.5, after: 20s }] }
  mixed: { partialPayments: hold, transfers: [{ pay: 2000, after: 5s }, { pay: "60%", after: 20s }] }
  rest: { partialPayments: hold, transfers: [{ pay: "60%", after: 5s }, { pay: 2000, after: 20s }] }`

const ofPlan: readonly Kind[] = ['transfer_received', 'expired', 'settled']

test.each([
  ['fixed', {}, '5000.5'],
  ['mixed', {}, '5000'],
  ['rest', {}, '5000'],
  ['fixed', { amount: 5000, currency: 'NGN' }, '5000'],
  ['fixed', { amount: 6000, currency: 'NGN' }, '6000'],
  ['rest', { amount: 100 }, '100'],
  ['va-split', { amount: 5000, currency: 'NGN' }, '5000'],
  ['va-split', {}, '100'],
  ['va-underpaid', { amount: 0.01 }, '0.01'],
] as const)('the plan of %s with %j is what happens to %s NGN', async (name, asked, amount) => {
  const set = await loaded(yaml)
  const scenario = set.scenarios.find((known) => known.name === name)
  if (!scenario) throw new Error(`The scenario ${name} was not loaded`)
  const { sample, steps } = viewScenario(scenario, set, false, asked)
  expect(sample).toMatch(new RegExp(`^a virtual-account of ${amount} NGN`))
  const shop = await openShop(await startWithScenarios(yaml))
  const { id } = (await shop.generate({ amount: Number(amount) }, { 'x-sandbox-scenario': name })).body
  await shop.advance('1h')
  const { steps: life } = await shop.transaction({ id })
  const brought = life.filter(({ kind, state }) => state === 'happened' && ofPlan.includes(kind))
  const planned = steps.filter(({ kind }) => ofPlan.includes(kind))
  expect(planned.map(({ when, text }) => [when, text])).toEqual(
    brought.map(({ at, text }) => {
      const after = formatDuration(Date.parse(at ?? '') - Date.parse(start))
      return [{ since: 'creation', from: after, to: after }, text.replace('Ngozi Okafor', 'The customer')]
    }),
  )
})
