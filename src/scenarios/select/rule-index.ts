import { fits } from '../language/flow-fit.ts'
import type { Scenario } from '../scenario.ts'
import { compileMatch, type SelectionFacts } from './match.ts'
import { createTextIndex, type PlacedRule } from './text-index.ts'

/** The first scenario, in the order of the files, whose match holds; null when none does. */
export type FindRule = (facts: SelectionFacts) => Scenario | null

interface Rule extends PlacedRule {
  readonly scenario: Scenario
  readonly holds: (facts: SelectionFacts) => boolean
}

/**
 * Finds rules without trying each: most want some text, and are looked up by what the request has there. A request against
 * a thousand rules costs little more than one against one.
 */
export function indexRules(scenarios: readonly Scenario[]): FindRule {
  const rules = createTextIndex<Rule>()
  for (const [place, scenario] of scenarios.entries()) {
    const { match } = scenario
    if (match !== null) rules.add({ place, match, scenario, holds: compileMatch(match) })
  }
  return (facts) => {
    const first = rules.first(facts, ({ holds, scenario }) => holds(facts) && fits(scenario, facts))
    return first?.scenario ?? null
  }
}
