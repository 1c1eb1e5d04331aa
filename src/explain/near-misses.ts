import { differences } from '../domain/did-you-mean.ts'
import type { Selector } from '../domain/plan.ts'
import type { Scenario } from '../scenarios/scenario.ts'
import { type FailedKey, failedKeys, type SelectionFacts } from '../scenarios/select/match.ts'
import type { CompiledScenarios } from '../scenarios/select/select.ts'

/** A rule that nearly matched, and on what it failed. */
export interface NearMiss {
  readonly scenario: string
  readonly failed: readonly FailedKey[]
}

/** More would not be near. */
const most = 5
/** How unlike, from 0 to 1, what a rule wanted and what it got can be to look like a slip of the finger. */
const slip = 0.4

/** Which scenario was chosen, and which of the seven ways chose it. */
export interface Chosen {
  readonly name: string
  readonly by: Selector
}

/**
 * The rules that nearly won: they failed on one key of several, or wanted something much like what the request has; or
 * they hold and their scenario cannot happen here, or another rule stands before them. Those that failed on the fewest keys
 * first, then the most alike.
 */
export function nearMisses(
  { scenarios }: CompiledScenarios,
  facts: SelectionFacts,
  chosen: Chosen,
): readonly NearMiss[] {
  const { name, by } = chosen
  const rules = scenarios.filter(({ match }) => match !== null)
  const place = by === 'match' ? rules.findIndex((rule) => rule.name === name) : -1
  // Nobody knows the place of a winner that is not loaded any more; all rules stand before a default.
  const goBefore = place >= 0 ? rules.slice(0, place) : goBeforeAll.includes(by) ? rules : []
  // A text that is right for the winner is no slip of one that was meant for another.
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

/** The ways of choosing that rules go before: none goes before a name that was asked for. */
const goBeforeAll: readonly Selector[] = ['match', 'business', 'file']

/** Keys that say little where they hold: they are those of half of all requests. */
const shared = ['flow', 'currency']

/** The keys of a rule that do not hold, and where its scenario cannot happen. */
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

/** How unlike what a rule wanted the request is, from 0 to 1. */
function unlikeKey({ key, wanted, got }: FailedKey): number {
  const all =
    key === 'amount' && typeof wanted === 'object' && wanted !== null ? Object.values(wanted) : [wanted].flat()
  return Math.min(...all.map((one) => unlike(one, got)))
}

function unlike(wanted: unknown, got: unknown): number {
  if (typeof wanted === 'number' && typeof got === 'number') return Math.abs(wanted - got) / Math.max(wanted, got, 1)
  if (typeof wanted !== 'string' || typeof got !== 'string') return 1
  // What the glob leaves open is no difference: compare with as much of the text as it fixes.
  const fixed = wanted.replaceAll(/[*?]/g, '')
  const part = wanted.startsWith('*') ? got.slice(-wanted.length + 1) : got.slice(0, fixed.length)
  return fixed === '' ? 1 : differences(fixed.toLowerCase(), part.toLowerCase()) / fixed.length
}
