import { afterAll, expect, test } from 'vitest'
import { results } from '../../src/catalogue/results.ts'
import { type Flow, flows } from '../../src/domain/transaction.ts'
import { phoneResults } from '../../src/scenarios/language/flow-fit.ts'
import { loadScenarios } from '../../src/scenarios/load.ts'
import type { Scenario } from '../../src/scenarios/scenario.ts'
import { startSandbox } from '../../src/testing/index.ts'
import { playStory } from '../support/played-story.ts'
import { start } from '../support/shop.ts'
import { type Row, rows } from './catalogue-rows.ts'
import { shippedDir } from './scenario-folders.ts'

const { scenarios } = await loadScenarios({ builtInDir: shippedDir, userDir: null, strict: true })
const byName = new Map(scenarios.map((scenario) => [scenario.name, scenario]))
const sandbox = await startSandbox({ clock: start })
afterAll(() => sandbox.stop())

/** The kinds of transaction that a story's own rule chooses it for. */
const flowsOf = ({ flows, match }: Scenario) => flows.filter((flow) => match?.flow?.includes(flow) ?? true)

test.concurrent.each(Object.entries(rows))(
  '%s plays for all it is meant for, chosen by its own rule',
  async (name, row) => {
    const { chosenBy, answers, does, drawn, settings, deliveries = 'delivered', ...told } = row
    const expected = {
      ...told,
      chosen: `${name}; by=${name === 'approve' ? 'file' : 'match'}`,
      deliveries: told.webhooks.length > 0 || deliveries !== 'delivered' ? [deliveries] : [],
    }
    const scenario = byName.get(name)
    const played = await Promise.all(
      (scenario ? flowsOf(scenario) : []).map(async (flow) => [flow, await playStory(sandbox, flow, row)] as const),
    )
    expect(played).not.toEqual([])
    for (const [flow, story] of played) expect(story, flow).toEqual(expected)
  },
)

test('every shipped story has a row here, and is told in one line', () => {
  expect(Object.keys(rows).sort()).toEqual(scenarios.map(({ name }) => name).sort())
  expect(scenarios.filter(({ summary }) => summary === null)).toEqual([])
  expect(scenarios.length).toBeGreaterThanOrEqual(40)
})

test('every result is reached wherever it can happen', () => {
  const reached = (flow: Flow) =>
    Object.entries(rows)
      .filter(([name]) => flowsOf(byName.get(name) as Scenario).includes(flow))
      .flatMap(([, { settled }]) => settled.map((each) => each.split(' ')[2]))
  const possible = (flow: Flow) =>
    Object.keys(results)
      .filter((name) => flow === 'mobile-money' || !phoneResults.includes(name))
      .filter((name) => flow === 'virtual-account' || name !== 'expired')
  expect(Object.keys(results)).toHaveLength(21)
  for (const flow of flows) expect([...new Set(reached(flow))].sort(), flow).toEqual(possible(flow).sort())
})

test('every story but the default is chosen by one number or one word of a reference, which no other story has', () => {
  const rules = scenarios.filter(({ name }) => name !== 'approve').map(ruleOf)
  expect(rules.filter((rule) => !/^(\*0009\d\d\?|[a-z][a-z0-9]{3,}-\*)$/.test(rule))).toEqual([])
  expect(new Set(rules).size).toBe(rules.length)
})

test('no story is chosen by a word that merchants begin references with', () => {
  const usual = [
    'order',
    'inv',
    'invoice',
    'txn',
    'tx',
    'pay',
    'payment',
    'payout',
    'ref',
    'cart',
    'sale',
    'sub',
    'refund',
  ]
  const words = scenarios.map((scenario) => ruleOf(scenario).replace(/-\*$/, ''))
  expect(words.filter((word) => usual.includes(word))).toEqual([])
})

function ruleOf({ match }: Scenario): string {
  return [match?.accountNumber ?? [], match?.reference ?? []].flat().join(' and ')
}

test('a row that tells something else than the sandbox plays is found', async () => {
  const wrong: Row = {
    chosenBy: '0009110',
    reply: 'INITIATED',
    settled: ['5s FAILED timeout'],
    webhooks: ['5s FAILED'],
  }
  const { settled } = await playStory(sandbox, 'mobile-money', wrong)
  expect(settled).not.toEqual(wrong.settled)
})
