import { differences } from '../domain/nearest.ts'
import { type FailedKey, failedKeys, type SelectionFacts } from './match.ts'
import type { CompiledScenarios } from './select.ts'

/** A rule that nearly matched, and on what it failed. */
export interface NearMiss {
  readonly scenario: string
  readonly failed: readonly FailedKey[]
}

/** More would not be near. */
const most = 5

/**
 * The rules of this flow that failed on the fewest keys, the ones whose patterns look most like the request first: a slip of
 * the finger is what people look for.
 */
export function nearMisses({ rules }: CompiledScenarios, facts: SelectionFacts, chosen: string): readonly NearMiss[] {
  return rules
    .flatMap((scenario) => {
      if (scenario.match === null || scenario.name === chosen || !scenario.flows.includes(facts.flow)) return []
      const failed = failedKeys(scenario.match, facts)
      return failed.length === 0 ? [] : [{ scenario: scenario.name, failed, far: farOf(failed) }]
    })
    .sort((one, other) => one.failed.length - other.failed.length || one.far - other.far)
    .slice(0, most)
    .map(({ scenario, failed }) => ({ scenario, failed }))
}

/** How unlike the request what a rule wanted is, from 0 to 1 for each key that failed. */
function farOf(failed: readonly FailedKey[]): number {
  return failed.reduce((sum, { wanted, got }) => sum + Math.min(...[wanted].flat().map((one) => unlike(one, got))), 0)
}

function unlike(wanted: unknown, got: unknown): number {
  if (typeof wanted !== 'string' || typeof got !== 'string') return 1
  // What the glob leaves open is no difference: compare with as much of the text as it fixes.
  const fixed = wanted.replaceAll(/[*?]/g, '')
  const part = wanted.startsWith('*') ? got.slice(-wanted.length + 1) : got.slice(0, fixed.length)
  return fixed === '' ? 1 : differences(fixed.toLowerCase(), part.toLowerCase()) / fixed.length
}
