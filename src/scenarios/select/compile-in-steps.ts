import { nextTurn } from '../../time.ts'
import type { ScenarioSet } from '../scenario.ts'
import { type CompiledScenarios, compileScenarios } from './select.ts'

/** How many scenarios are compiled before other work has its turn. */
const scenariosAtOnce = 500

/** Compiles a set so that who waits for a reply is not held up: the rules of a large one are several, tried in order. */
export async function compileInSteps(set: ScenarioSet): Promise<CompiledScenarios> {
  const parts: CompiledScenarios[] = []
  for (let start = 0; start < set.scenarios.length; start += scenariosAtOnce) {
    await nextTurn()
    parts.push(compileScenarios({ ...set, scenarios: set.scenarios.slice(start, start + scenariosAtOnce) }))
  }
  const [first = compileScenarios(set), ...others] = parts
  if (others.length === 0) return first
  return {
    ...first,
    byName: new Map(parts.flatMap(({ byName }) => [...byName])),
    rules: parts.flatMap(({ rules }) => rules),
    findRule(facts) {
      for (const { findRule } of parts) {
        const found = findRule(facts)
        if (found) return found
      }
      return null
    },
  }
}
