import { differences } from '../domain/did-you-mean.ts'
import type { Selector } from '../domain/plan.ts'
import type { Scenario } from '../scenarios/scenario.ts'
import { type FailedKey, failedKeys, type SelectionFacts } from '../scenarios/select/match.ts'
import type { CompiledScenarios } from '../scenarios/select/select.ts'

export interface NearMiss {
  readonly scenario: string
  readonly failed: readonly FailedKey[]
}

const most = 5
/** The largest difference, from 0 to 1, that still looks like a typo. */
const slip = 0.4

/**
 * Returns the rules that nearly won: they failed on one key of several, wanted a value close to the request's, do not fit
 * its flow or currency, or come after the winner. Rules that failed on the fewest keys are first, then the closest.
 */
export function nearMisses(
  { scenarios }: CompiledScenarios,
  facts: SelectionFacts,
  { name, by }: { readonly name: string; readonly by: Selector },
): readonly NearMiss[] {
  const rules = scenarios.filter(({ match }) => match !== null)
  const place = by === 'match' ? rules.findIndex((rule) => rule.name === name) : -1
  // A winner that is no longer loaded has no place. All rules take precedence over a default.
  const goBefore = place >= 0 ? rules.slice(0, place) : goBeforeAll.includes(by) ? rules : []
  // Don't suggest a typo in a field that matched the winning rule.
  const meant = Object.keys(rules[place]?.match ?? {}).filter((key) => !shared.includes(key) && key !== 'amount')
  const nearly = goBefore.flatMap((rule) => {
    const failed = rule.name === name ? [] : whatFailed(rule, facts)
    if (failed.length === 0 || failed.some(({ key }) => meant.includes(key)) || !isNear(rule, failed)) return []
    return [{ scenario: rule.name, failed, far: farOf(failed) }]
  })
  const tooLate = [{ key: 'order', wanted: `before ${name}`, got: 'after it' }]
  const later = (place < 0 ? [] : rules.slice(place + 1))
    .filter((rule) => whatFailed(rule, facts).length === 0)
    .map((rule) => ({ scenario: rule.name, failed: tooLate, far: 0 }))
  return [...nearly, ...later]
    .sort((one, other) => one.failed.length - other.failed.length || one.far - other.far)
    .slice(0, most)
    .map(({ scenario, failed }) => ({ scenario, failed }))
}

/** Selectors that match rules override. An explicit name always wins. */
const goBeforeAll: readonly Selector[] = ['match', 'business', 'file']

/** Keys that half of all requests match. */
const shared = ['flow', 'currency']

/** Returns the keys that do not match, with flow or currency if the scenario does not fit them. */
function whatFailed({ match, flows, currency }: Scenario, facts: SelectionFacts): readonly FailedKey[] {
  const failed = match === null ? [] : failedKeys(match, facts)
  const isReported = (name: string) => failed.some(({ key }) => key === name)
  const flow = { key: 'flow', wanted: flows, got: facts.flow }
  const money = { key: 'currency', wanted: currency, got: facts.currency }
  return [
    ...failed,
    ...(flows.includes(facts.flow) || isReported('flow') ? [] : [flow]),
    ...(currency === null || currency === facts.currency || isReported('currency') ? [] : [money]),
  ]
}

function isNear({ match }: Scenario, failed: readonly FailedKey[]): boolean {
  const decisive = Object.keys(match ?? {}).filter((key) => !shared.includes(key))
  const held = decisive.filter((key) => failed.every((one) => one.key !== key))
  if (failed.length === 1 && held.length > 0) return true
  return failed.every((one) => one.key !== 'flow' && unlikeKey(one) <= slip)
}

function farOf(failed: readonly FailedKey[]): number {
  return failed.reduce((sum, key) => sum + unlikeKey(key), 0)
}

/** Returns how far a value is from the wanted one, from 0 to 1. */
function unlikeKey({ key, wanted, got }: FailedKey): number {
  const all =
    key === 'amount' && typeof wanted === 'object' && wanted !== null ? Object.values(wanted) : [wanted].flat()
  return Math.min(...all.map((one) => unlike(one, got)))
}

function unlike(wanted: unknown, got: unknown): number {
  if (typeof wanted === 'number' && typeof got === 'number') return Math.abs(wanted - got) / Math.max(wanted, got, 1)
  if (typeof wanted !== 'string' || typeof got !== 'string') return 1
  // Compare only the part of the text that the glob fixes.
  const fixed = wanted.replaceAll(/[*?]/g, '')
  const part = wanted.startsWith('*') ? got.slice(-wanted.length + 1) : got.slice(0, fixed.length)
  return fixed === '' ? 1 : differences(fixed.toLowerCase(), part.toLowerCase()) / fixed.length
}
