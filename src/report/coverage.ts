import { type Flow, flows } from '../domain/transaction.ts'
import { resultFlows } from '../scenarios/language/flow-fit.ts'
import { intendedFlows } from '../scenarios/scenario.ts'
import type { CompiledScenarios } from '../scenarios/select/select.ts'
import type { Exercised, Kind } from './exercised.ts'
import { faultNames } from './faults.ts'
import type { Coverage, Covered } from './report.ts'

/** The words of `outcome` in the scenario language, and the flows that each can happen to. */
const outcomes: Readonly<Record<string, readonly Flow[]>> = {
  approved: flows,
  failed: flows,
  expired: ['virtual-account'],
  'by-transfers': ['virtual-account'],
  never: flows,
  'by-hand': flows,
}

/**
 * How much of what can happen to some flows was exercised: to `flow`, else to the flows of all transactions, else to every flow.
 * What has no transaction and was exercised all the same counts too, such as a refusal of a flow that has none.
 */
export function coverageOf(entries: Exercised, loaded: CompiledScenarios, flow: Flow | null): Coverage {
  const used = flows.filter((one) => (flow === null ? entries.some((entry) => entry.flow === one) : one === flow))
  const counted = used.length === 0 ? flows : used
  const covered = (kind: Kind, names: readonly string[], flowsOf: (name: string) => readonly Flow[]): Covered => {
    const ofKind = entries.filter(
      (entry) => entry.kind === kind && (entry.flow === null || counted.includes(entry.flow)),
    )
    const seen = new Set(ofKind.map(({ name }) => name))
    const isCounted = (name: string) => flowsOf(name).some((one) => counted.includes(one))
    return {
      // What a file no longer holds can be neither exercised nor missing.
      exercised: names.filter((name) => seen.has(name) && (flow === null || isCounted(name))),
      never: names.filter((name) => !seen.has(name) && isCounted(name)),
    }
  }
  const { byName, results } = loaded
  const flowsOfScenario = (name: string) => {
    const scenario = byName.get(name)
    return scenario === undefined ? [] : intendedFlows(scenario)
  }
  const lists = {
    scenarios: covered('scenarios', [...byName.keys()], flowsOfScenario),
    outcomes: covered('outcomes', Object.keys(outcomes), (name) => outcomes[name] ?? []),
    results: covered('results', [...results.keys()], (name) => resultFlows[name] ?? flows),
    faults: covered('faults', faultNames, () => flows),
  }
  const done = Object.values(lists).flatMap(({ exercised }) => exercised).length
  const missing = Object.values(lists).flatMap(({ never }) => never).length
  return { flows: [...counted], ...lists, percent: Math.floor((1000 * done) / (done + missing)) / 10 }
}
