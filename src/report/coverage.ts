import type { CompiledScenarios } from '../scenarios/select/select.ts'
import type { Exercised } from './exercised.ts'
import { faultNames } from './faults.ts'
import type { Coverage, Covered } from './report.ts'

/** The words of `outcome` in the scenario language. */
const outcomes = ['approved', 'failed', 'expired', 'by-transfers', 'never', 'by-hand']

/** How much of what is loaded has been exercised. */
export function coverageOf(exercised: Exercised, { byName, results }: CompiledScenarios): Coverage {
  const lists = {
    scenarios: covered([...byName.keys()], exercised.scenarios),
    outcomes: covered(outcomes, exercised.outcomes),
    results: covered([...results.keys()], exercised.results),
    faults: covered(faultNames, exercised.faults),
  }
  const done = Object.values(lists).reduce((sum, { exercised }) => sum + exercised.length, 0)
  const all = Object.values(lists).reduce((sum, { exercised, never }) => sum + exercised.length + never.length, 0)
  return { ...lists, percent: Math.floor((1000 * done) / all) / 10 }
}

/** Of all that is loaded: what a file no longer holds can be neither exercised nor missing. */
function covered(all: readonly string[], seen: ReadonlySet<string>): Covered {
  return { exercised: all.filter((name) => seen.has(name)), never: all.filter((name) => !seen.has(name)) }
}
