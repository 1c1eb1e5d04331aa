import type { Scenario, ScenarioSet } from './scenario.ts'
import { meantScenario } from './select/suggest-scenario.ts'

/** The scenario of a set with this name, or a sentence that says which name was probably meant. */
export function findScenario({ scenarios }: ScenarioSet, name: string): Scenario | string {
  const found = scenarios.find((scenario) => scenario.name === name)
  const names = scenarios.map((scenario) => scenario.name)
  return (
    found ??
    `There is no scenario ${name}; ${meantScenario(name, names) ?? 'payments-sandbox scenarios list shows all'}`
  )
}
