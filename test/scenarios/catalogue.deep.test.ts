import { expect, test } from 'vitest'
import { resultNames } from '../../src/catalogue/results.ts'
import { formatDuration } from '../../src/domain/duration.ts'
import { type Flow, flowHas, flows } from '../../src/domain/transaction.ts'
import { flowsOfResult } from '../../src/scenarios/language/flow-fit.ts'
import { magicNumber, type Scenario } from '../../src/scenarios/scenario.ts'
import { startedForFile } from '../support/started-sandbox.ts'
import { fails, type Row, rows } from './catalogue-rows.ts'
import { playScenario } from './played-scenario.ts'
import { shipped } from './scenario-folders.ts'

/** A mix has no life of its own: select/mix.test.ts holds its shares. */
const scenarios = shipped.scenarios.filter(({ mix }) => mix === null)
const byName = new Map(scenarios.map((scenario) => [scenario.name, scenario]))
const sandbox = await startedForFile()

/** The kinds of transaction that a scenario's own rule chooses it for. */
const flowsOf = ({ flows, match }: Scenario) => flows.filter((flow) => match?.flow?.includes(flow) ?? true)

test.concurrent.each(scenarios.map((scenario) => [scenario.name, scenario] as const))(
  '%s plays for all it is meant for, chosen by its number or its name',
  async (name, scenario) => {
    const row = rowOf(scenario)
    const { answers, does, drawn, deliveries = 'delivered', ...shown } = row
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

/** The row of a scenario; one that fails with a result and does nothing else needs none of its own. */
function rowOf({ name, written, outcome, after }: Scenario): Row {
  const row = rows[name]
  if (row !== undefined) return row
  const isPlain = Object.keys(written).every((key) => ['summary', 'match', 'after', 'outcome'].includes(key))
  if (outcome.kind !== 'failed' || !isPlain) throw new Error(`${name} has no row in catalogue-rows.ts`)
  return fails(outcome.result.name, formatDuration(after.minMs))
}

test('every row is of a shipped scenario', () => {
  expect(Object.keys(rows).filter((name) => !byName.has(name))).toEqual([])
})

test('every result is reached wherever it can happen', () => {
  const reached = (flow: Flow) =>
    scenarios
      .filter((scenario) => flowsOf(scenario).includes(flow))
      .flatMap((scenario) => rowOf(scenario).settled.map((each) => each.split(' ')[2]))
  const possible = (flow: Flow) =>
    resultNames
      .filter((name) => flowsOfResult(name).includes(flow))
      .filter((name) => flowHas(flow, 'account') || name !== 'expired')
  for (const flow of flows) expect([...new Set(reached(flow))].sort(), flow).toEqual(possible(flow).sort())
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
