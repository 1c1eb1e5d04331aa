import { expect, test } from 'vitest'
import { results } from '../../src/catalogue/results.ts'
import { type Flow, flows } from '../../src/domain/transaction.ts'
import { resultFlows } from '../../src/scenarios/language/flow-fit.ts'
import { magicNumber, type Scenario } from '../../src/scenarios/scenario.ts'
import { playScenario } from '../support/played-scenario.ts'
import { startedForFile } from '../support/started-sandbox.ts'
import { type Row, rows } from './catalogue-rows.ts'
import { shipped } from './scenario-folders.ts'

const { scenarios } = shipped
const byName = new Map(scenarios.map((scenario) => [scenario.name, scenario]))
const sandbox = await startedForFile()

/** The kinds of transaction that a scenario's own rule chooses it for. */
const flowsOf = ({ flows, match }: Scenario) => flows.filter((flow) => match?.flow?.includes(flow) ?? true)

test.concurrent.each(Object.entries(rows))(
  '%s plays for all it is meant for, chosen by its number or its name',
  async (name, row) => {
    const { answers, does, drawn, deliveries = 'delivered', ...shown } = row
    const scenario = shippedAs(name)
    const expected = {
      ...shown,
      chosen: `${name}; by=${choiceOf(scenario).by}`,
      deliveries: shown.webhooks.length > 0 || deliveries !== 'delivered' ? [deliveries] : [],
    }
    const played = await Promise.all(
      flowsOf(scenario).map(async (flow) => [flow, await play(scenario, flow, row)] as const),
    )
    expect(played).not.toEqual([])
    for (const [flow, scenario] of played) expect(scenario, flow).toEqual(expected)
  },
)

test('every shipped scenario has a row here, and a summary of one line', () => {
  expect(Object.keys(rows).sort()).toEqual(scenarios.map(({ name }) => name).sort())
  expect(scenarios.filter(({ summary }) => summary === null)).toEqual([])
  expect(scenarios.length).toBeGreaterThanOrEqual(55)
  expect(scenarios.length).toBeLessThanOrEqual(70)
})

test('every result is reached wherever it can happen', () => {
  const reached = (flow: Flow) =>
    Object.entries(rows)
      .filter(([name]) => flowsOf(shippedAs(name)).includes(flow))
      .flatMap(([, { settled }]) => settled.map((each) => each.split(' ')[2]))
  const possible = (flow: Flow) =>
    Object.keys(results)
      .filter((name) => resultFlows[name]?.includes(flow) ?? true)
      .filter((name) => flow === 'virtual-account' || name !== 'expired')
  expect(Object.keys(results)).toHaveLength(22)
  for (const flow of flows) expect([...new Set(reached(flow))].sort(), flow).toEqual(possible(flow).sort())
})

test('a magic number chooses one scenario, and nothing else of a request chooses a shipped one (D45)', () => {
  const rules = scenarios.flatMap(({ match }) => (match === null ? [] : [match]))
  const numbers = rules.flatMap(({ accountNumber }) => accountNumber ?? [])
  expect(numbers.filter((number) => !/^\*0009\d\d\?$/.test(number))).toEqual([])
  expect(new Set(numbers).size).toBe(numbers.length)
  expect(numbers).toHaveLength(rules.length)
  const others = rules.filter(({ reference, network, reason, amount }) => reference || network || reason || amount)
  expect(others).toEqual([])
})

function shippedAs(name: string): Scenario {
  const scenario = byName.get(name)
  if (scenario === undefined) throw new Error(`No scenario ${name} is shipped`)
  return scenario
}

/** What chooses a scenario: its magic number, or else a reference that names it. */
function choiceOf(scenario: Scenario) {
  const number = magicNumber(scenario)
  if (number !== null) return { by: 'match', choice: number.replace('*', '').replace('?', '0') }
  if (scenario.name === 'approve') return { by: 'file', choice: 'order-1' }
  return { by: 'reference', choice: `scn:${scenario.name}:1` }
}

const play = (scenario: Scenario, flow: Flow, row: Row) => playScenario(sandbox, flow, row, choiceOf(scenario).choice)

test('a row that tells something else than the sandbox plays is found', async () => {
  const wrong: Row = {
    reply: 'INITIATED',
    settled: ['5s FAILED timeout'],
    webhooks: ['5s FAILED'],
  }
  const { settled } = await play(shippedAs('wrong-pin'), 'mobile-money', wrong)
  expect(settled).not.toEqual(wrong.settled)
})
