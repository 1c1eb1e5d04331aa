import { type FactsBelow, Refused } from '../domain/refused.ts'
import { ScenarioFilesError } from './files/diagnostic.ts'
import { readScenarioText } from './load.ts'
import { laidOver, type Scenario, type ScenarioSet } from './scenario.ts'
import { type CompiledScenarios, compileScenarios } from './select/select.ts'

export type Drafts = ReturnType<typeof createDrafts>

/** A draft or a saved file uses the name of a shipped scenario. */
class ShippedName extends Refused<FactsBelow<'shipped-name'>> {}

/** Throws a `ShippedName` for the first scenario with such a name. */
export function refuseShipped(scenarios: readonly Scenario[], shipped: ScenarioSet): void {
  const taken = scenarios.find(({ name }) => shipped.scenarios.some((each) => each.name === name))
  if (taken) throw new ShippedName({ why: 'shipped-name', name: taken.name })
}

interface Draft extends ScenarioSet {
  readonly over: CompiledScenarios
  readonly compiled: CompiledScenarios
}

export function createDrafts(loaded: () => CompiledScenarios, shipped: ScenarioSet) {
  const drafts = new Map<string, Draft>()
  return {
    /** The scenarios that a business can play; without a key, the ones that every business can play. */
    of(key?: string): CompiledScenarios {
      const over = loaded()
      const draft = key === undefined ? undefined : drafts.get(key)
      if (key === undefined || draft === undefined) return over
      if (draft.over === over) return draft.compiled
      const next = { ...draft, over, compiled: compileScenarios(laidOver(draft, over)) }
      drafts.set(key, next)
      return next.compiled
    },
    /** Plays a text in place of the last draft. Throws a `ScenarioFilesError`, or a `ShippedName`. */
    async play(key: string, yaml: string): Promise<readonly Scenario[]> {
      const over = loaded()
      const { set, diagnostics } = await readScenarioText(yaml, 'yaml', over)
      if (set === null || diagnostics.length > 0) throw new ScenarioFilesError(diagnostics)
      const scenarios = set.scenarios.filter(
        (scenario) => !over.scenarios.some(({ source }) => source === scenario.source),
      )
      refuseShipped(scenarios, shipped)
      const results = new Map([...set.results].filter(([name]) => !over.results.has(name)))
      const defaultScenario = set.defaultScenario === over.defaultScenario ? null : set.defaultScenario
      const own = { scenarios, results, defaultScenario }
      drafts.set(key, { ...own, over, compiled: compileScenarios(laidOver(own, over)) })
      return scenarios
    },
    forget: (key: string) => void drafts.delete(key),
  }
}
