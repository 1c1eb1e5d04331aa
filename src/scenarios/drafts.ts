import { ScenarioFilesError } from './files/diagnostic.ts'
import { readScenarioText } from './load.ts'
import type { Scenario, ScenarioSet } from './scenario.ts'
import { type CompiledScenarios, compileScenarios } from './select/select.ts'

/** The loaded scenarios, and over them the draft of a business. */
export interface Drafts {
  /** What a business can play; without a key, what is loaded for all. */
  readonly of: (key?: string) => CompiledScenarios
  /** Plays a text in place of the last draft. Throws a `ScenarioFilesError`, or a `ShippedName`. */
  readonly play: (key: string, yaml: string) => Promise<readonly Scenario[]>
  readonly forget: (key: string) => void
}

/** A draft may not take the name of a scenario of the package. */
export class ShippedName extends Error {}

interface Draft {
  readonly scenarios: readonly Scenario[]
  readonly results: ScenarioSet['results']
  readonly defaultScenario: string | null
  readonly over: CompiledScenarios
  readonly compiled: CompiledScenarios
}

export function createDrafts(loaded: () => CompiledScenarios, shipped: ScenarioSet): Drafts {
  const drafts = new Map<string, Draft>()
  const isShipped = new Set(shipped.scenarios.map(({ name }) => name))
  return {
    of(key) {
      const over = loaded()
      const draft = key === undefined ? undefined : drafts.get(key)
      if (key === undefined || draft === undefined) return over
      if (draft.over === over) return draft.compiled
      const next = { ...draft, over, compiled: layer(draft, over) }
      drafts.set(key, next)
      return next.compiled
    },
    async play(key, yaml) {
      const over = loaded()
      const { set, diagnostics } = await readScenarioText(yaml, 'yaml', over)
      if (set === null || diagnostics.length > 0) throw new ScenarioFilesError(diagnostics)
      const scenarios = set.scenarios.filter((scenario) => !over.scenarios.includes(scenario))
      const taken = scenarios.find(({ name }) => isShipped.has(name))
      if (taken) throw new ShippedName(taken.name)
      const results = new Map([...set.results].filter(([name]) => !over.results.has(name)))
      const defaultScenario = set.defaultScenario === over.defaultScenario ? null : set.defaultScenario
      const own = { scenarios, results, defaultScenario }
      drafts.set(key, { ...own, over, compiled: layer(own, over) })
      return scenarios
    },
    forget: (key) => void drafts.delete(key),
  }
}

function layer(own: ScenarioSet, over: ScenarioSet): CompiledScenarios {
  const hidden = new Set(own.scenarios.map(({ name }) => name))
  return compileScenarios({
    scenarios: [...own.scenarios, ...over.scenarios.filter(({ name }) => !hidden.has(name))],
    results: new Map([...over.results, ...own.results]),
    defaultScenario: own.defaultScenario ?? over.defaultScenario,
  })
}
