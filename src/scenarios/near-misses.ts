import { type FailedKey, failedKeys, type SelectionFacts } from './match.ts'
import type { Scenario } from './scenario.ts'
import type { CompiledScenarios } from './select.ts'

/** A rule that nearly matched, and on what it failed. */
export interface NearMiss {
  readonly scenario: string
  readonly failed: readonly FailedKey[]
}

/** More would not be near. */
const most = 5

/** The rules of this flow of which the most keys held and the fewest failed, the nearest first. */
export function nearMisses({ rules }: CompiledScenarios, facts: SelectionFacts, chosen: Scenario): readonly NearMiss[] {
  return rules
    .flatMap((scenario) => {
      if (scenario.match === null || scenario === chosen || !scenario.flows.includes(facts.flow)) return []
      const failed = failedKeys(scenario.match, facts)
      const held = Object.keys(scenario.match).length - failed.length
      return failed.length === 0 ? [] : [{ scenario: scenario.name, failed, held }]
    })
    .sort((one, other) => other.held - other.failed.length - (one.held - one.failed.length))
    .slice(0, most)
    .map(({ scenario, failed }) => ({ scenario, failed }))
}
